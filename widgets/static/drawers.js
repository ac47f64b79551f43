// What slides in beside the table: rulebook, odds, save, set-up, list of steps. A drawer is opened and closed by Python
// (`screen.drawer`); the page only remembers where the focus came from. The set-up is also a whole screen of its own.

import { h, zoomOf } from "./dom.js";
import { seatBadge } from "./cards.js";
import { glyph } from "./glyphs.js";
import { knowMap } from "./coach.js";
import { company } from "./company.js";
import { campaignFold } from "./campaign.js";
import { asked, notes } from "./playtest.js";
import { cards } from "./editing.js";
import { codeToCopy, linkToCopy } from "./copying.js";
import { foldOf, formEntry, radioList, switchOf } from "./form.js";
import { heading, inChapters, plainButton } from "./panels.js";
import { ruleLink, ruleLinks } from "./rules.js";

const DRAWERS = {
  rules: { title: "Rulebook", draw: rulebook },
  rule: { title: "Rule", draw: oneRule },
  know: { title: "What you know", draw: knowMap },
  odds: { title: "Odds", draw: odds },
  atlas: { title: "Atlas", draw: atlas },
  company: { title: "Who plays", draw: company },
  save: { title: "Save and come back", draw: save },
  setup: { title: "Set up", draw: setupDrawer },
  steps: { title: "Chapters and steps", draw: steps },
  pack: { title: "This table's cards", draw: pack },
  cards: { title: "Change cards", draw: cards },
  notes: { title: "Notes", draw: notes },
  asked: { title: "After the game", draw: asked },
};

const NAMED = new Set(["odds", "atlas", "asked"]); // what stands in them has a title of its own

/** The open drawer, or nothing: a kind this page does not know is no reason to stop. */
export function drawer(screen, ui) {
  const data = screen.drawer;
  const kind = data && DRAWERS[data.kind];
  if (!kind) return null;
  const id = `${ui.uid}-drawer`;
  const close = () => ui.send({ do: "close" });
  const cancel = (event) => {
    event.preventDefault(); // Python closes the drawer, and then it goes
    close();
  };
  return h(
    "dialog",
    {
      class: `drawer drawer-${data.kind}`,
      key: "drawer",
      "aria-labelledby": id,
     
      oncancel: cancel,
    },
    h(
      "div",
      { class: "drawer-head" },
      h("h3", { id, tabindex: "-1", "data-land": "drawer" }, (NAMED.has(data.kind) && data.title) || kind.title),
      plainButton("", close, { icon: "close", look: "quiet icon", label: "Close", title: "Close  Esc" }),
    ),
    data.trouble && data.trouble !== data.problem && h("p", { class: "problem drawer-trouble", role: "alert", key: "trouble" }, glyph("stop"), h("span", {}, data.trouble)),
    h("div", { class: "drawer-body", key: `body ${data.kind}` }, kind.draw(data, ui, screen)),
  );
}

// -- A pack of one's own ---------------------------------------------------------------------------------------------

function pack(data, ui) {
  const line = ({ what, was, now }, index) =>
    h(
      "li",
      { key: index, class: "entry" },
      h("b", {}, what),
      h("p", { class: "small" }, was ? [h("s", {}, was), " → "] : null, h("span", { class: "fresh" }, now)),
    );
  return [
    h("p", { key: "text" }, data.text),
    data.may && plainButton("Change cards", () => ui.send({ do: "card" }), { icon: "pencil", key: "change" }),
    h("ul", { key: "lines", class: "pack-lines" }, data.lines.map(line)),
    h("p", { key: "house", class: "house" }, glyph("house"), "Cards with this symbol come from the house pack."),
  ];
}

// -- Rulebook --------------------------------------------------------------------------------------------------------

const GLOSSARY = "Glossary"; // the last chapter: words that come up before their rule is taught

function rulebook(data, ui) {
  const entries = data.entries || [];
  const id = `${ui.uid}-search`;
  const search = (event) => ui.search(event.currentTarget.value);
  const start = (element) => (element.value = data.query || "");
  const found = entries.length === 1 ? "1 entry" : `${entries.length} entries`;
  const count = data.query && entries.length > 1 ? `${found}, best first` : found;
  return [
    h(
      "div",
      { class: "search", key: "search" },
      h("label", { class: "hidden", for: id }, "Ask or search the rulebook"),
      glyph("search"),
      h(
        "input",
        { id, type: "search", placeholder: "Ask: when do I win?", oninput: search, hook: start, autocomplete: "off" },
      ),
    ),
    h(
      "p",
      { class: "small", key: "count", role: "status" },
      entries.length ? count : "No rule mentions this. Try other words.",
    ),
    chapterList(entries),
    entries.flatMap((item) => [
      item.chapter && h("h3", { class: "book-chapter", key: `chapter ${item.chapter}`, "data-chapter": item.chapter, tabindex: "-1" }, item.chapter),
      entry(item, ui, item.id === data.focus),
    ]),
  ];
}

/** The chapters of the whole book, to go to one of them. */
function chapterList(entries) {
  const titles = entries.flatMap((item) => item.chapter || []);
  if (titles.length < 2) return null;
  const go = (event) => {
    const drawer = event.currentTarget.closest(".drawer, [role=dialog]") || document;
    const head = [...drawer.querySelectorAll("[data-chapter]")].find((one) => one.dataset.chapter === event.currentTarget.textContent);
    if (!head) return;
    upIn(head.closest(".drawer-body"), head);
    head.focus({ preventScroll: true });
  };
  const button = (title) => h("li", { key: title }, h("button", { type: "button", class: "link", onclick: go }, title));
  const glossary = titles.includes(GLOSSARY) && h("button", { key: "glossary", type: "button", class: "link", onclick: go }, GLOSSARY);
  const chapters = h("details", { key: "chapters" }, h("summary", {}, "Chapters"), h("ul", {}, titles.map(button)));
  return h("div", { class: "book-chapters", key: "chapters" }, chapters, glossary);
}

/** Scroll a list, and not the page around it, until something stands below its search field. */
function upIn(list, target) {
  const lower = list.querySelector(".search").getBoundingClientRect().bottom;
  list.scrollTop += (target.getBoundingClientRect().top - lower) / zoomOf(list);
}

function oneRule(data, ui) {
  return data.entry ? entry(data.entry, ui, true) : null;
}

function entry(item, ui, focused) {
  const show = () => ui.send({ do: "show", rule: item.id });
  const learn = { look: "small-btn", icon: "flag", key: "learn", label: `Show me at the table: ${item.title}` };
  return h(
    "article",
    {
      class: `entry ${focused ? "focused" : ""}`,
      key: item.id,
      "data-entry": item.id,
      tabindex: focused ? "-1" : null,
    },
    h("div", { class: "entry-head" }, h("h4", {}, item.title || item.question || item.id), item.house && houseMark()),
    ui.ids && h(
      "p",
      { class: "entry-id", key: "id" },
      item.kind !== "piece" && h("code", {}, item.id),
      item.source && h("span", { class: "small" }, item.source),
    ),
    item.text && h("p", { key: "text" }, item.text),
    (item.lines || []).map((line, index) => h("p", { key: `line ${index}` }, line)),
    item.options && optionList(item.options),
    item.reason && h("p", { class: "small", key: "reason" }, item.reason),
    (item.rulings || []).map((ruling) => chosenRuling(ruling, ui)),
    item.step && plainButton("Show me at the table", show, learn),
    item.change && plainButton(item.kind === "piece" ? "Change this card" : "Change this ruling", () => ui.send(item.change), {
      look: "small-btn",
      icon: "pencil",
      key: "change",
      label: `${item.kind === "piece" ? "Change this card" : "Change this ruling"}: ${item.title}`,
    }),
  );
}

function houseMark() {
  return h("span", { class: "house", title: "We added this: it isn't in the original game" }, glyph("house"), "house rule");
}

function optionList(options) {
  const option = (item) =>
    h(
      "li",
      { key: item.id, class: item.chosen ? "chosen" : null },
      glyph(item.chosen ? "tick" : "open"),
      h("span", {}, item.text, item.chosen && h("span", { class: "hidden" }, " (chosen at this table)")),
    );
  return h("ul", { class: "options", key: "options" }, options.map(option));
}

function chosenRuling(ruling, ui) {
  return h(
    "div",
    { class: "ruling-note", key: ruling.id },
    h("p", {}, ruleLink(ruling.id, ui), " ", ruling.text),
  );
}

// -- Odds ------------------------------------------------------------------------------------------------------------

function odds(data, ui) {
  return [sentences(data, ui), data.figure && chartOf(data, ui)];
}

function sentences(data, ui) {
  const lines = (data.lines || []).map((line, index) => h("li", { key: index }, line));
  return [h("ul", { class: "sentences", key: "sentences" }, lines), ruleLinks(data.rules, ui)];
}

/** The sentences say everything the picture shows, so the picture is for the eyes only. */
function chartOf(data, ui) {
  const state = ui.chart(data.figure);
  const note = { loading: "Drawing …", failed: "The chart could not be drawn. The sentences say the same." }[state];
  return h(
    "div",
    { class: "chart", key: "chart" },
    note && h("p", { class: "small", key: "note" }, note),
    h("div", { class: "plot", key: "plot", raw: true, "data-plot": "", "aria-hidden": "true" }),
  );
}

/** In projector mode the odds stand where the log stood, so that the whole class sees them beside the table. */
export function oddsPanel(screen, ui) {
  const data = screen.drawer;
  const close = () => ui.send({ do: "close" });
  return h(
    "section",
    { class: "pane odds-panel", key: "odds", role: "group", "aria-label": "Odds" },
    h(
      "div",
      { class: "task-head" },
      heading(data.title || "Odds", "chart", { tabindex: "-1", "data-land": "drawer" }),
      plainButton("", close, { icon: "close", look: "quiet icon", label: "Close the odds", title: "Close  Esc" }),
    ),
    data.figure && chartOf(data, ui),
    sentences(data, ui),
  );
}

// -- Atlas -----------------------------------------------------------------------------------------------------------

/** Charts of a journey, page by page. */
function atlas(data, ui) {
  const page = ({ text, do: message, off }) =>
    plainButton(text, () => ui.send(message), { key: text, look: off ? "quiet" : "", disabled: Boolean(off) });
  const pages = h("div", { class: "buttons", key: "pages" }, (data.pages || []).map(page));
  return [pages, data.survey && survey(data.survey, ui), ...odds(data, ui)];
}

/** A count over many games: how far it has come, and a button to go on with it or to stop. */
function survey({ done, of, text, time, going, stop }, ui) {
  if (done >= of) return null;
  const label = `${done} of ${text}`;
  const press = () => ui.send(going ? stop : { do: "survey" });
  return h(
    "div",
    { class: "survey", key: "survey" },
    plainButton(going ? "Stop" : `Play ${text}`, press, { key: "go", icon: going ? "close" : "dice" }),
    going && h("progress", { key: "progress", max: of, value: done, "aria-label": label }),
    h("span", { class: "small", key: "text" }, going ? `${label}, ${time} left` : time),
  );
}

// -- Save ------------------------------------------------------------------------------------------------------------

function save(data, ui) {
  return [
    data.code && h("p", { key: "how" }, "Keep the code or the link. Either one brings you back to this move."),
    data.code && codeToCopy(data.code, ui),
    data.share && linkToCopy(data.share, ui),
    data.warning && h("p", { class: "warning", key: "warning" }, glyph("covered"), h("span", {}, data.warning)),
    h("hr", { key: "line" }),
    h("h4", { key: "back" }, "Return to a table"),
    restoreForm(data.problem, ui),
  ];
}

/** A code or a whole link may be pasted. */
export function restoreForm(problem, ui) {
  const id = `${ui.uid}-restore`;
  const submit = (event) => {
    event.preventDefault();
    const code = event.currentTarget.querySelector("input").value.trim();
    if (code) ui.send({ do: "restore", code });
  };
  const input = { id, type: "text", placeholder: "KDX-4RTM, TN2.…", autocomplete: "off", spellcheck: "false" };
  const described = problem ? { "aria-describedby": `${id}-problem`, "aria-invalid": "true" } : {};
  return h(
    "form",
    { class: "restore", key: "restore", onsubmit: submit },
    h("label", { for: id, class: "hidden" }, "Table code, save code or link"),
    h("input", { ...input, ...described }),
    h("button", { type: "submit", class: "btn main" }, "Open"),
    problem && h("p", { class: "problem", id: `${id}-problem`, key: "problem" }, glyph("stop"), h("span", {}, problem)),
  );
}

// -- Set up ----------------------------------------------------------------------------------------------------------

function setupDrawer(data, ui, screen) {
  return [setupBody(data, ui, foldedRulings), setupFoot(data, ui, screen.time ? "Start new game" : "Start")];
}

/** The set-up as a whole screen: seats on the left, the open questions of the rulebook on the right. */
export function setupScreen(screen, ui) {
  const data = screen.setup || (screen.drawer && screen.drawer.kind === "setup" ? screen.drawer : screen);
  return h("div", { class: "setup-page", key: "setup" }, setupBody(data, ui), setupFoot(data, ui));
}

function setupBody(data, ui, rulings = rulingSwitches) {
  return h(
    "div",
    { class: "setup-body", key: "setup" },
    h(
      "div",
      { class: "setup-part", key: "seats" },
      h("h3", {}, "Who plays"),
      data.counts && data.counts.length > 1 && countSwitch(data, ui),
      h("ul", { class: "seats-form" }, (data.seats || []).map((seat) => seatForm(seat, data, ui))),
      (data.options || []).map((option) => formEntry(option, ui)),
      data.campaign && campaignFold(data.campaign, ui),
    ),
    data.rulings && data.rulings.length > 0 && rulings(data, ui),
  );
}

function countSwitch(data, ui) {
  const seated = (data.seats || []).length;
  const choices = data.counts.map((count) => ({
    id: count,
    text: count === 1 ? "1 player" : `${count} players`,
    chosen: count === seated,
  }));
  return switchOf(
    "Players",
    `${ui.uid}-count`,
    choices,
    (count) => ui.send({ do: "players", count }),
  );
}

function seatForm(seat, data, ui) {
  const who = (event) => ui.send({ do: "sit", chair: seat.seat, who: event.currentTarget.value });
  const name = (event) => ui.send({ do: "call", chair: seat.seat, name: event.currentTarget.value });
  const title = seat.character || `Player ${seat.seat + 1}`;
  const start = (element) => (element.value = seat.name || "");
  return h(
    "li",
    { class: `seat-form seat${seat.seat + 1}`, key: seat.seat },
    seatBadge(seat.seat),
    h("b", { class: "name" }, title),
    h(
      "select",
      { "aria-label": `Who plays ${title}`, value: seat.who, onchange: who },
      (data.who || []).map((item) => h("option", { key: item.id, value: item.id }, item.text)),
    ),
    seat.who === "person" &&
      h("input", {
        key: "name",
        type: "text",
        "aria-label": `Player name for ${title}`,
        placeholder: "Name (optional)",
        maxlength: String(data.longest_name),
        autocomplete: "off",
        onchange: name,
        hook: start,
      }),
  );
}

const MANY = 60; // open questions, which would hide what else can be agreed

/** Beside a table that is to be played soon, many open questions wait behind one line. */
function foldedRulings(data, ui) {
  if (data.rulings.length <= MANY) return rulingSwitches(data, ui);
  const said = `${data.rulings.length} rulings, ${changedRulings(data)}`;
  return foldOf("rulings", "What the rulebook leaves open", said, rulingSwitches(data, ui));
}

const changedRulings = ({ changed }) => (changed ? `${changed} changed` : "all at their defaults");

function rulingSwitches(data, ui) {
  return h(
    "div",
    { class: "setup-part", key: "rulings" },
    h(
      "div",
      { class: "setup-head" },
      h("h3", {}, "What the rulebook leaves open"),
      h("span", { class: "small" }, changedRulings(data)),
    ),
    h("p", { class: "small" }, "Each question has a default answer. If you choose another, this table will use it."),
    h("div", { class: "rulings" }, inChapters(data.rulings, (title) => h("h4", { class: "label", key: title }, title), (ruling) => rulingSwitch(ruling, ui))),
  );
}

function rulingSwitch(ruling, ui) {
  const chosen = ruling.options.find((option) => option.chosen) || ruling.options[0];
  const isChanged = chosen && !chosen.default;
  const set = (choice) => ui.send({ do: "ruling", id: ruling.id, choice });
  return h(
    "details",
    { class: `ruling ${isChanged ? "changed" : ""}`, key: ruling.id },
    h(
      "summary",
      {},
      h("span", { class: "question-text" }, ruling.question),
      h("span", { class: "chosen-text" }, isChanged && h("b", {}, "Changed: "), chosen && chosen.text),
    ),
    h(
      "fieldset",
      {},
      h("legend", { class: "hidden" }, ruling.question),
      radioList(`${ui.uid}-ruling-${ruling.id}`, ruling.options, set),
    ),
    ruling.reason && h("p", { class: "small" }, ruling.reason),
    ui.ids && h("p", { class: "small", key: "id" }, h("code", {}, ruling.id)),
    ruleLinks(ruling.about, ui),
  );
}

function setupFoot(data, ui, text = "Start") {
  return h(
    "div",
    { class: "setup-foot", key: "foot" },
    data.problem && h(
      "p",
      { class: "problem", role: "alert", key: "problem" },
      glyph("stop"),
      h("span", {}, data.problem),
    ),
    data.said && h("p", { class: "problem", role: "status", key: "said" }, glyph("stop"), h("span", {}, data.said)),
    data.loses && ui.local.sureToStart && h("p", { role: "status", key: "sure" }, data.loses),
    h("div", { class: "push" }),
    data.loses && ui.local.sureToStart && plainButton("Keep playing", () => ui.setLocal({ sureToStart: false }), { key: "keep" }),
    startButton(data, ui, text),
  );
}

/** Where others play, a new game is nothing for a slip of the hand. */
function startButton(data, ui, text) {
  const asks = data.loses && !ui.local.sureToStart;
  const start = () => (ui.setLocal({ sureToStart: asks }), asks || ui.send({ do: "start" }));
  const props = { look: "main go", key: asks ? "ask" : "start", "data-main": asks ? null : "", disabled: Boolean(data.problem) };
  return plainButton(data.loses && !asks ? "Start anyway" : text, start, props);
}

// -- Steps -----------------------------------------------------------------------------------------------------------

function steps(data, ui) {
  return (data.chapters || []).map((chapter) => {
    const done = chapter.steps.filter((step) => step.done).length;
    return h(
      "section",
      { class: "chapter-list", key: chapter.title },
      h(
        "div",
        { class: "chapter-head" },
        h("h4", {}, [chapter.number, chapter.title].filter(Boolean).join(" ")),
        h("span", { class: "small" }, `${done} of ${chapter.steps.length}`),
      ),
      h("ol", {}, chapter.steps.map((step) => stepLine(step, ui))),
    );
  });
}

function stepLine(step, ui) {
  const state = step.now ? "now" : step.done ? "done" : "open";
  const go = () => ui.send(step.do);
  const props = { type: "button", class: `step-line ${state}`, "aria-current": step.now ? "step" : null, onclick: go };
  return h(
    "li",
    { key: step.id },
    h(
      "button",
      props,
      h("span", { class: "mark" }, step.done ? glyph("tick") : glyph(step.now ? "flag" : "open")),
      h("span", { class: "name" }, step.title, step.done && h("span", { class: "hidden" }, ", done")),
    ),
  );
}
