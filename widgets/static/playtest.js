// A playtest at the table: notes that are pinned to a moment, the questions after a game, and the record to take along.
// What somebody is writing stays in the fields of the page until it is sent; Python says all the rest.

import { seatBadge } from "./cards.js";
import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { actionButton, plainButton } from "./panels.js";

// -- Notes -----------------------------------------------------------------------------------------------------------

export function notes(data, ui) {
  return [
    data.problem && h("p", { class: "small", key: "problem" }, data.problem),
    data.pin && noteForm(data, ui),
    data.notes.length > 0 && h("h4", { key: "head" }, data.notes.length === 1 ? "1 note" : `${data.notes.length} notes`),
    data.notes.length > 0 && h("ul", { class: "notes", key: "notes" }, data.notes.map((note) => noteLine(note, ui))),
    h("hr", { key: "line" }),
    h("h4", { key: "record-head" }, "Record of this table"),
    recordOf(data.record, ui),
  ];
}

/** A new form for every note: what was written stays in it, whatever happens at the table meanwhile. */
function noteForm({ pin, marks, longest, count, who_reads: whoReads }, ui) {
  const id = `${ui.uid}-note`;
  const submit = (event) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    ui.send({ do: "note", mark: given.get(`${id}-mark`), text: String(given.get("text") || "").trim(), number: pin.at });
  };
  return h(
    "form",
    { class: "note-form", key: `note ${count}`, onsubmit: submit },
    choiceOf("What was it?", `${id}-mark`, marks.map((mark) => [mark.id, mark.text]), { required: true, "data-entry": "mark" }),
    h("label", { class: "label", for: id }, "In a sentence, if you like"),
    h("input", { id, name: "text", type: "text", maxlength: String(longest), autocomplete: "off" }),
    h(
      "div",
      { class: "row", key: "send" },
      h("button", { type: "submit", class: "btn main" }, glyph("pencil"), h("span", {}, `Pin to ${pin.text}`)),
    ),
    h("p", { class: "small", key: "who" }, glyph("eye"), h("span", {}, ` ${whoReads}`)),
  );
}

/** One of a few, side by side, with nothing chosen at first. */
function choiceOf(question, name, choices, first = {}, chosen = null) {
  const choice = ([id, text], index) =>
    h(
      "label",
      { key: id },
      h("input", { type: "radio", name, value: String(id), hook: (input) => (input.checked = id === chosen), ...(index ? {} : first) }),
      h("span", {}, text),
    );
  return h(
    "fieldset",
    { class: "switch", key: name },
    h("legend", {}, question),
    h("div", { class: "switch-row", key: "row" }, choices.map(choice)),
  );
}

function noteLine(note, ui) {
  const look = () => ui.send({ do: "see-note", id: note.id, close: ui.layout === "narrow" });
  const remove = () => ui.send({ do: "unnote", id: note.id });
  const about = `${note.named}, ${note.when}`;
  return h(
    "li",
    { key: note.id, class: `note mark-${note.mark}` },
    note.seat !== null && seatBadge(note.seat),
    h(
      "div",
      { class: "note-text" },
      h("p", {}, h("b", {}, note.named), " ", note.text),
      h("p", { class: "small" }, note.who ? `${note.who}, ` : "", note.when),
    ),
    h(
      "div",
      { class: "row" },
      note.here && plainButton("Look", look, { key: "look", icon: "clock", look: "small-btn", label: `Look at the table: ${about}` }),
      note.own && plainButton("", remove, { key: "gone", icon: "close", look: "quiet icon", label: `Remove the note: ${about}`, title: "Remove" }),
    ),
  );
}

function recordOf({ text, warns, buttons }, ui) {
  return h(
    "div",
    { class: "record", key: "record" },
    h("p", { class: warns ? "warning" : "small", key: "text" }, glyph("covered"), h("span", {}, warns ? text : ` ${text}`)),
    h("div", { class: "row", key: "buttons" }, buttons.map((button) => actionButton(button, ui))),
  );
}

// -- After the game --------------------------------------------------------------------------------------------------

export function asked(data, ui) {
  if (data.problem) return h("p", { key: "problem" }, data.problem);
  return [
    data.seats.length > 1 && h("div", { class: "buttons", key: "seats", role: "group", "aria-label": "Who answers" }, data.seats.map((seat) => whose(seat, data, ui))),
    answerForm(data, ui),
  ];
}

function whose({ seat, name, done }, { chair }, ui) {
  const props = { key: seat, type: "button", class: "btn", "aria-pressed": String(seat === chair) };
  const press = () => ui.send({ do: "ask-seat", chair: seat });
  return h("button", { ...props, onclick: press }, seatBadge(seat), h("span", {}, name), done && glyph("tick"), done && h("span", { class: "hidden" }, ", done"));
}

function answerForm(data, ui) {
  const { chair, saved, given } = data;
  const name = (what) => `${ui.uid}-${chair}-${what}`;
  const drafts = (ui.local.drafts ??= {}); // what is typed and not kept yet is there again when the panel is
  const draft = drafts[chair] || {};
  const remember = (event) => (drafts[chair] = Object.fromEntries(new FormData(event.currentTarget)));
  const submit = (event) => {
    event.preventDefault();
    delete drafts[chair];
    const fields = new FormData(event.currentTarget);
    const steps = data.ratings.map(({ id }) => [id, Number(fields.get(name(id)) || 0)]).filter(([, step]) => step);
    const words = data.questions.map(({ id }) => [id, String(fields.get(name(id)) || "")]);
    ui.send({ do: "opinion", chair, ratings: Object.fromEntries(steps), words: Object.fromEntries(words) });
  };
  const rating = ({ id, ask, steps }) =>
    choiceOf(ask, name(id), steps.map((text, index) => [index + 1, text]), {}, Number(draft[name(id)]) || given.ratings[id]);
  const question = ({ id, ask }) => [
    h("label", { key: `ask ${id}`, for: name(id) }, ask),
    h("textarea", { key: id, id: name(id), name: name(id), rows: "2", maxlength: String(data.longest), hook: (field) => (field.value = String(draft[name(id)] ?? given.words[id] ?? "")) }),
  ];
  return h(
    "form",
    { class: "answers", key: `answers ${chair} ${saved}`, onsubmit: submit, oninput: remember },
    h("p", { class: "small", key: "who" }, glyph("eye"), h("span", {}, ` ${data.who_reads}`)),
    data.ratings.map(rating),
    data.questions.map(question),
    h("div", { class: "row", key: "send" }, h("button", { type: "submit", class: "btn main large" }, "Save answers")),
  );
}
