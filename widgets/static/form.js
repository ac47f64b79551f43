// What may be chosen before a game: questions with their choices, folds with more of them, and lines about what nobody
// chooses here.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";

/** A question, a fold with more of them, or a line about something that nobody chooses here. */
export function formEntry(entry, ui) {
  if (entry.options) {
    return foldOf(entry.id, entry.question, entry.text, entry.options.map((inner) => formEntry(inner, ui)));
  }
  if (!entry.choices) return toldEntry(entry);
  return entry.select ? selectOf(entry, ui) : optionSwitch(entry, ui);
}

/** What most people leave as it is: one line says how it is. */
export function foldOf(id, title, said, ...inside) {
  return h(
    "details",
    { class: "setup-fold", key: `fold ${id}` },
    h("summary", {}, h("span", { class: "question-text" }, title), h("span", { class: "chosen-text" }, said)),
    h("div", { class: "fold-body" }, ...inside),
  );
}

function toldEntry({ id, question, note, off }) {
  return h(
    "div",
    { class: "told-entry", key: `told ${id}` },
    h("b", {}, question),
    h("p", { class: "small" }, note),
    off && h("p", { class: "small off-note" }, glyph("lock"), h("span", {}, off)),
  );
}

/** One of many cards by name; what it says stands below. */
function selectOf({ id, question, choices, note }, ui) {
  const name = `${ui.uid}-option-${id}`;
  const set = (event) => ui.send({ do: "option", id, choice: event.currentTarget.value });
  const chosen = choices.find((choice) => choice.chosen) || choices[0];
  return h(
    "div",
    { class: "select-entry", key: name },
    h("label", { for: name }, question),
    h(
      "select",
      { id: name, value: chosen.id, onchange: set },
      choices.map((choice) => h("option", { key: choice.id, value: choice.id }, choice.text.replace(/\.$/, ""))),
    ),
    note && h("p", { class: "small", key: "note" }, note),
  );
}

function optionSwitch(option, ui) {
  const set = (choice) => ui.send({ do: "option", id: option.id, choice });
  const name = `${ui.uid}-option-${option.id}`;
  const isShort = option.choices.every((choice) => choice.text.length <= 20);
  if (isShort) return switchOf(option.question, name, option.choices, set, option.note);
  return h(
    "fieldset",
    { class: "switch", key: name },
    h("legend", {}, option.question),
    option.note && h("p", { class: "small", key: "note" }, option.note),
    radioList(name, option.choices, set),
  );
}

/** One of several whole sentences, one below the other. */
export function radioList(name, choices, set) {
  return choices.map((item) =>
    h(
      "label",
      { class: `radio${item.chosen ? " is-chosen" : ""}`, key: item.id },
      h("input", { type: "radio", name, value: item.id, checked: Boolean(item.chosen), onchange: () => set(item.id) }),
      h("span", {}, item.text, item.default && h("span", { class: "small" }, " Default.")),
    ),
  );
}

/** One of a few, side by side: native radio buttons, so that arrow keys and screen readers know what to do. */
export function switchOf(question, name, choices, set, note = "") {
  const choice = (item) =>
    h(
      "label",
      { key: item.id },
      h("input", { type: "radio", name, value: item.id, checked: Boolean(item.chosen), onchange: () => set(item.id) }),
      h("span", {}, item.text),
    );
  return h(
    "fieldset",
    { class: "switch", key: name },
    h("legend", {}, question),
    note && h("p", { class: "small", key: "note" }, note),
    h("div", { class: "switch-row", key: "row" }, choices.map(choice)),
  );
}
