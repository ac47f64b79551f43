// Changing cards at the table: the list of all cards, one of them as a form, how it reads, what differs, and the ways to
// play on with it. What somebody is writing stays in the fields of the page; Python reads it whenever they pause.

import { h } from "./dom.js";
import { radioList } from "./form.js";
import { glyph } from "./glyphs.js";
import { hasLab } from "./page.js";
import { actionButton, plainButton } from "./panels.js";
import { ruleLinks } from "./rules.js";

const PAUSE = 450; // milliseconds without a key, after which a text is read
const PLAIN = ["text", "number"]; // kinds of fields that have one line

const LONGEST_NAME = 80; // characters of the name of a file

const waiting = new Map(); // texts that are not sent yet, by field

/** A field for a file of changed cards, which Python reads; what is far too large to be one is told here. */
export function cardsFile(label, longest, ui, problem = "") {
  const id = `${ui.uid}-cards-file`;
  const open = async (event) => {
    const field = event.currentTarget;
    const [file] = field.files;
    if (!file) return;
    const isLarge = file.size > 4 * longest; // in bytes, of which a character has at most four
    const text = isLarge ? "" : await file.text();
    field.value = "";
    const fits = !isLarge && text.length <= longest;
    const name = file.name.slice(-LONGEST_NAME);
    ui.setLocal({ noCards: fits ? "" : `${name} can't be a file of changed cards: it is longer than ${longest.toLocaleString("en")} characters.` });
    if (fits) ui.send({ do: "open-cards", name, text });
  };
  const wrongFile = ui.local.noCards || problem;
  return h(
    "div",
    { class: "cards-file", key: "cards file" },
    h("label", { for: id }, label),
    h("input", { id, type: "file", accept: ".toml,application/toml,text/plain", onchange: open }),
    wrongFile && wrong(wrongFile),
  );
}

export function cards(data, ui) {
  if (data.problem) return h("p", { key: "problem" }, data.problem);
  return [
    data.card ? cardForm(data.card, ui) : cardList(data, ui),
    differences(data.lines, ui),
    data.ways && ways(data.ways, ui),
    !data.card && cardsFile("Open a file of changed cards", data.opening.longest, ui, data.opening.problem),
    foot(data.foot, ui),
  ];
}

// -- The list --------------------------------------------------------------------------------------------------------

function cardList({ groups }, ui) {
  const id = `${ui.uid}-card-search`;
  return h(
    "div",
    { class: "edit-list", key: "list" },
    h("p", { class: "small", key: "how" }, "Choose a card, change its text, and see at once how it reads and plays."),
    guide(),
    h("label", { class: "hidden", for: id, key: "label" }, "Find a card"),
    h("input", { id, key: "search", type: "search", placeholder: "Find a card", autocomplete: "off", oninput: sift }),
    groups.map((group) => groupOf(group, ui)),
  );
}

/** Only what has these letters stays in sight; the groups open to show it, and say how many of theirs that are. */
function sift(event) {
  const wanted = event.currentTarget.value.trim().toLowerCase();
  for (const group of event.currentTarget.closest(".edit-list").querySelectorAll("details")) {
    const lines = [...group.querySelectorAll("li")];
    for (const line of lines) line.hidden = !line.textContent.toLowerCase().includes(wanted);
    const found = lines.filter((line) => !line.hidden).length;
    group.hidden = !found;
    group.open = Boolean(wanted && found);
    group.querySelector(".found-text").textContent = wanted ? `${found} found of ` : "";
  }
}

/** How many there are, and how many of them were changed. */
function countOf(items, one, many) {
  const changed = items.filter((item) => item.changed).length;
  return `${items.length} ${items.length === 1 ? one : many}${changed ? `, ${changed} changed` : ""}`;
}

function groupOf({ table, title, entries }, ui) {
  const line = ({ entry, name, changed: isChanged }) =>
    h(
      "li",
      { key: entry },
      h(
        "button",
        { type: "button", class: "edit-line", onclick: () => ui.send({ do: "card", table, entry }) },
        h("span", { class: "name" }, name),
        isChanged && h("span", { class: "mark" }, glyph("pencil"), "changed"),
      ),
    );
  return h(
    "details",
    { key: table, class: "setup-fold" },
    h(
      "summary",
      {},
      h("span", { class: "question-text" }, title),
      h("span", { class: "chosen-text" }, h("span", { class: "found-text", raw: true }), countOf(entries, "entry", "entries")),
    ),
    h("ul", { class: "edit-lines" }, entries.map(line)),
  );
}

// -- One card --------------------------------------------------------------------------------------------------------

function cardForm(card, ui) {
  const { table, entry } = card;
  const list = () => ui.send({ do: "card" });
  const back = () => {
    ui.local.cardsAnew = (ui.local.cardsAnew || 0) + 1; // the fields are made anew, with what the pack has
    waiting.clear();
    ui.send({ do: "put-back", table, entry });
  };
  const key = `${table} ${entry} ${ui.local.cardsAnew || 0}`;
  return h(
    "div",
    { class: "edit-form", key },
    h(
      "div",
      { class: "row", key: "ways" },
      plainButton("All cards", list, { icon: "undo", look: "small-btn", key: "list" }),
      card.changed && plainButton("Reset", back, { look: "small-btn", key: "back" }),
      !card.switch && isServed() && h("a", { ...languages(), class: "btn small-btn", key: "guide" }, "Card text guide"),
    ),
    h("p", { class: "label", key: "kind" }, card.kind),
    h("h4", { key: "title", tabindex: "-1", "data-entry": `${table} ${entry}` }, card.title),
    card.switch && ruling(card, ui),
    h("div", { class: "edit-fields", key: "fields" }, card.fields.map((field) => fieldOf(field, card, ui))),
    card.more.length > 0 && moreFields(card, ui),
    card.problems.map((problem) => wrong(problem)),
    card.doubts.map((doubt) => h("p", { class: "warning", key: doubt }, glyph("question"), h("span", {}, doubt))),
    card.words.length > 0 && reading(card.words),
  );
}

function ruling({ table, entry, switch: { question, options, reason } }, ui) {
  const set = (text) => ui.send({ do: "reword", table, entry, field: "choice", text });
  return h(
    "fieldset",
    { class: "switch", key: "ruling" },
    h("legend", { class: "hidden" }, question),
    radioList(`${ui.uid}-edit-${entry}`, options, set),
    reason && h("p", { class: "small", key: "reason" }, reason),
  );
}

function moreFields(card, ui) {
  return h(
    "details",
    { key: "more", class: "setup-fold" },
    h(
      "summary",
      {},
      h("span", { class: "question-text" }, "Optional fields"),
      h("span", { class: "chosen-text" }, countOf(card.more, "field", "fields")),
    ),
    h("div", { class: "fold-body edit-fields" }, card.more.map((field) => fieldOf(field, card, ui))),
  );
}

function fieldOf(field, card, ui) {
  const id = `${ui.uid}-card-${field.name}`;
  const said = `${id}-said`;
  const described = field.said.length ? { "aria-describedby": said, "aria-invalid": "true" } : {};
  return h(
    "div",
    { class: `edit-field${field.changed ? " is-changed" : ""}${isShort(field) ? " is-short" : ""}`, key: field.name },
    h(
      "label",
      { for: id, key: "label" },
      field.label,
      field.changed && h("span", { class: "mark", key: "mark" }, glyph("pencil"), "changed"),
    ),
    control(field, card, { id, ...described }, ui),
    HELP[field.kind] && h("p", { class: "small", key: "help" }, HELP[field.kind]),
    h("div", { id: said, key: "said", role: "status" }, field.said.map((problem) => wrong(problem))),
    field.words.length > 0 && possible(field.words),
  );
}

/** Every word that can stand where a line goes wrong. */
function possible(words) {
  return h(
    "details",
    { class: "edit-possible", key: "words" },
    h("summary", {}, `All ${words.length} words you can use here`),
    h("p", {}, words.map((word, index) => [index > 0 && " ", h("code", { key: word }, word)])),
  );
}

/** Whether this is a page of our server, beside which its guides lie; in JupyterLab they are notebooks in a folder. */
const isServed = () => Boolean(document.getElementById("page-bar"));

/** The way to the guide on the lines of cards. */
function languages() {
  const where = globalThis.location.pathname.includes("/guides/") ? "" : "guides/";
  return { href: `${where}languages.ipynb`, target: "_blank", rel: "noopener" };
}

function guide() {
  const link = isServed() ? h("a", languages(), "Write card text") : h("b", {}, "notebooks/guides/languages.ipynb");
  return h("p", { class: "small", key: "guide" }, "What card text can say, with examples: ", link, ".");
}

const HELP = {
  lines: "One per line.",
  numbers: "Numbers separated by commas.",
  toml: "Written as in the pack file.",
};

/** Whether a field has room beside another one. */
function isShort({ kind, was }) {
  return kind === "flag" || kind === "number" || kind === "numbers" || (kind === "text" && was.length > 0 && was.length < 12);
}

function control(field, { table, entry }, props, ui) {
  const send = (text) => ui.send({ do: "reword", table, entry, field: field.name, text });
  if (field.kind === "flag") return flag(field, props, send);
  const place = `${ui.uid} ${table} ${entry} ${field.name}`;
  const write = (event) => soon(place, event.currentTarget.value, send);
  const leave = () => now(place);
  const fill = (element) => {
    element.value = field.text;
  };
  const common = { ...props, key: "control", oninput: write, onblur: leave, hook: fill, spellcheck: "false", autocomplete: "off" };
  if ((PLAIN.includes(field.kind) || isShort(field)) && field.was.length < 40) {
    return h("input", { ...common, type: "text", inputmode: field.kind === "number" ? "numeric" : null });
  }
  const rows = Math.min(7, Math.max(2, field.was.split("\n").length + Math.floor(field.was.length / 60)));
  return h("textarea", { ...common, rows: String(rows), class: field.kind === "toml" ? "as-toml" : null });
}

function flag(field, props, send) {
  const value = field.text || "";
  const choices = [["true", "yes"], ["false", "no"], ...(field.needed ? [] : [["", "not set"]])];
  const choose = (event) => send(event.currentTarget.value);
  return h(
    "select",
    { ...props, key: "control", value, onchange: choose },
    choices.map(([id, text]) => h("option", { key: id, value: id }, text)),
  );
}

function soon(place, text, send) {
  clearTimeout(waiting.get(place)?.timer);
  waiting.set(place, { send: () => send(text), timer: setTimeout(() => now(place), PAUSE) });
}

function now(place) {
  const held = waiting.get(place);
  if (!held) return;
  clearTimeout(held.timer);
  waiting.delete(place);
  held.send();
}

function wrong(problem) {
  return h("p", { class: "problem", key: problem }, glyph("stop"), h("span", {}, problem));
}

/** How the card, and whatever else has changed with it, reads in sentences. */
function reading(words) {
  const line = ({ text, fresh }, index) => h("p", { key: index, class: fresh ? "fresh" : null }, text);
  return h(
    "section",
    { class: "edit-words", key: "words", "aria-label": "How it reads" },
    h("h5", { class: "label", key: "head" }, "How it reads"),
    words.map(({ name, lines }) => h("article", { key: name, class: "entry" }, h("b", {}, name), lines.map(line))),
  );
}

// -- What differs, and what to do with it ----------------------------------------------------------------------------

function differences(lines, ui) {
  if (!lines.length) return null;
  const line = ({ table, entry, what, was, now: is }) =>
    h(
      "li",
      { key: `${table} ${entry} ${what}`, class: "entry" },
      h("button", { type: "button", class: "link", onclick: () => ui.send({ do: "card", table, entry }) }, what),
      h("p", { class: "small" }, was && [h("s", {}, was), " → "], h("span", { class: "fresh" }, is)),
    );
  return h(
    "section",
    { class: "edit-changes", key: "changes", "aria-label": "What differs from the pack" },
    h("h5", { class: "label", key: "head" }, "What differs from the pack"),
    h("ul", { class: "pack-lines", key: "lines" }, lines.map(line)),
  );
}

/** What to do with a change besides playing on. It stands in the course of the drawer, where it covers nothing. */
function ways({ trial, lab, buttons }, ui) {
  return h(
    "section",
    { class: "edit-ways", key: "ways", "aria-label": "Test and save" },
    h("h5", { class: "label", key: "head" }, "Test and save"),
    trialOf(trial, ui),
    trial.rows?.length > 0 && figures(trial),
    h("div", { class: "row", key: "keep" }, toTheLab(lab), buttons.map((button) => actionButton(button, ui))),
    !isLabHere(lab) && h("p", { class: "small", key: "how" }, "To compare many games, save your changes as a file. Then open it in the playtest lab, under Cards."),
  );
}

/** Whether the lab is a page beside this one; in JupyterLab it is another notebook. */
const isLabHere = (link) => Boolean(link && isServed() && hasLab());

/** The way to the lab with this very change. */
function toTheLab(link) {
  if (!isLabHere(link)) return null;
  const href = `lab.ipynb#lab=${encodeURIComponent(link)}`;
  return h("a", { class: "btn", key: "lab", href, target: "_blank", rel: "noopener" }, glyph("chart"), h("span", {}, "Compare in the lab"));
}

/** Where the change stands, and the ways to play with it; always in sight, and always as high. */
function foot({ text, bad, rules, parted, buttons }, ui) {
  const look = bad ? "problem" : parted ? "warning" : "small";
  const icon = bad ? "stop" : parted ? "clock" : null;
  return h(
    "div",
    { class: "edit-foot", key: "foot" },
    h("p", { class: look, key: "text", role: "status" }, icon && glyph(icon), h("span", {}, text)),
    rules && ruleLinks(rules, ui),
    buttons.length > 0 && h("div", { class: "row", key: "buttons" }, buttons.map((button) => actionButton(button, ui))),
  );
}

function trialOf({ done, of, going, over, text, bad }, ui) {
  const press = () => ui.send({ do: going ? "stop-trying" : "try-changed" });
  const label = `${done} of ${of} games`;
  const name = going ? "Stop" : done ? "Play more games" : `Simulate ${of} games`;
  return h(
    "div",
    { class: "survey", key: "trial", role: "group", "aria-label": "Bot test" },
    !over && plainButton(name, press, { key: "go", icon: going ? "close" : "dice" }),
    going && h("progress", { key: "progress", max: of, value: done, "aria-label": label }),
    h("span", { class: bad ? "problem" : "small", key: "text" }, going ? label : text),
  );
}

/** What the games came to; the eye is led there once. */
function figures({ rows, names }) {
  const head = ["Figure", ...names, "Difference"].map((text, index) => h("th", { key: index, scope: "col" }, text));
  const lead = (element) => requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  const row = ({ name, old, new: is, change, clear }) =>
    h(
      "tr",
      { key: name, class: clear ? "clear" : null },
      h("th", { scope: "row" }, name),
      h("td", {}, old),
      h("td", {}, is),
      h("td", {}, change, clear && h("b", {}, " clear")),
    );
  return h(
    "div",
    { class: "edit-figures", key: "figures", tabindex: "0", role: "region", "aria-label": "Results", hook: lead },
    h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows.map(row))),
    h("p", { class: "small", key: "note" }, "Brackets: in 95 of 100 such tests, this range holds the true difference. “Clear”: by chance alone, you would rarely see such a difference, even with this many figures."),
  );
}
