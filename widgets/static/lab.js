// The playtest lab: what is compared, how far a run is, what came of it, and records of people. Python says all of it;
// the page adds what is typed into its fields, reads the files that are chosen, and draws the charts.

import { h } from "./dom.js";
import { cardsFile } from "./editing.js";
import { glyph } from "./glyphs.js";
import { inChapters, lookButtons, plainButton } from "./panels.js";

const LONG = 8; // things in a fold from which on it scrolls
const MANY = 20; // things from which on they can be searched
const MOST_AT_ONCE = 100; // record files that are read in one go
const BYTES_A_SECOND = 180000; // what a server takes from one page, with some room
const LARGEST = 1000000; // bytes of one message
const MOST_NUMBER = 999999999; // in a field for a number; what is more is sent as it was typed
const MOST_TYPED = 40; // characters of that

export function labScreen(screen, ui) {
  return h(
    "div",
    { class: "lab-page", key: "lab" },
    head(screen, ui),
    told(screen),
    h(
      "div",
      { class: "lab-columns", key: "columns" },
      h("div", { class: "lab-side", key: "side" }, screen.run ? running(screen, ui) : form(screen, ui)),
      h("div", { class: "lab-main", key: "main" }, runs(screen.runs, ui), results(screen, ui), people(screen.people, ui)),
    ),
  );
}

/** What the page sends by itself, and after how many milliseconds: a look at what is under way, or the next file. */
export function nextPortion(screen, local) {
  if (screen.kind !== "lab") return null;
  const [file] = local.uploads || [];
  if (file) return { message: { do: "record", name: file.name, text: file.text }, after: local.pace || 0 };
  return screen.poll === undefined ? null : { message: { do: "progress" }, after: screen.poll };
}

/** How many bytes a text is in a message. */
const onTheWire = (text) => new TextEncoder().encode(JSON.stringify(text)).length;

/** A file has been sent: the next one waits until the server may take more. */
export function portionSent(message, local) {
  if (message.do !== "record" || !local.uploads?.length) return;
  const [file, ...rest] = local.uploads;
  local.uploads = rest;
  local.pace = Math.ceil((1000 * onTheWire(file.text)) / BYTES_A_SECOND);
}

const button = (text, message, ui, more = {}) => plainButton(text, () => ui.send(message), more);

function pane(title, name, ...children) {
  return h("section", { class: `lab-pane lab-${name}`, key: name }, h("h3", {}, title), children);
}

/** One heading, and the look of the page; what the page is called stands above it. */
function head(screen, ui) {
  return h(
    "div",
    { class: "lab-head", key: "head" },
    h("h2", {}, screen.run ? "Playing the games" : "What would you like to know?"),
    h("div", { class: "tools" }, lookButtons(ui, "")),
  );
}

function told({ problem: any, beside, said }) {
  const problem = beside ? "" : any; // else it stands where it belongs
  return h(
    "div",
    { class: "lab-told", key: "told", role: "status" },
    problem && h("p", { class: "problem", key: "problem", role: "alert" }, glyph("stop"), h("span", {}, problem)),
    said && h("p", { class: "small", key: "said" }, said),
  );
}

// -- What is compared --------------------------------------------------------------------------------------------------

function form(screen, ui) {
  const data = screen.form;
  if (!data) return null;
  const rows = (what) => data.rows.filter((row) => row.what === what);
  const rulings = rows("ruling");
  return [
    pane(
      "What to play",
      "what",
      choose("game", "Game", data.game, data.games, ui, (game) => ({ do: "choose-game", game })),
      number("number", "Games", data.number, 1, data.most, data.wrong.number, ui, (value) => ({ do: "number", number: value })),
      number("seed", "Seed", data.seed, 0, data.most_seed, data.wrong.seed, ui, (value) => ({ do: "seed", seed: value })),
      h("p", { class: "small", key: "about seed" }, "The same seed always gives the same games, for A and for B."),
      summary(screen.summary, ui),
      data.problem && !Object.keys(data.wrong).length && h("p", { class: "problem", key: "cannot" }, glyph("stop"), h("span", {}, data.problem)),
      h(
        "div",
        { class: "row", key: "go" },
        button("Play games", { do: "run" }, ui, { look: "main large", icon: "play", disabled: Boolean(data.problem), "data-main": true }),
      ),
      h("p", { class: "small", key: "limits" }, screen.limits),
    ),
    fold("seats", "Players", [...rows("seats"), ...rows("bot")], ui, true, "The bots change seats from game to game."),
    fold("cards", rows("option").length ? "Cards and boards" : "Cards", [...rows("pack"), ...rows("option")], ui, true, "", cardsFile("Open a file of changed cards for B", data.longest_cards, ui, screen.beside === "cards" ? screen.problem : "")),
    rulings.length > 0 && fold("rulings", "Rulings", rulings, ui, false),
  ];
}

/** What B has that A has not, always in sight. */
function summary({ differs, same }, ui = null) {
  return h(
    "div",
    { class: "lab-summary", key: "summary" },
    same && h("p", { key: "same" }, same),
    differs.length > 0 && h("p", { key: "differs" }, h("b", {}, "B differs from A:")),
    differs.length > 0 && h("ul", { key: "list" }, differs.map((line, index) => h("li", { key: index }, line))),
    ui && differs.length > 0 && button("Reset B to A", { do: "alike" }, ui, { look: "small-btn" }),
  );
}

function fold(name, title, rows, ui, open, note = "", more = null) {
  const changed = rows.filter((row) => row.differs).length;
  const unusual = rows.filter((row) => row.usual !== undefined && row.a.value !== row.usual).length;
  const counted = [
    `${rows.length} ${rows.length === 1 ? "choice" : "choices"}`,
    changed > 0 && `${changed} differ${changed === 1 ? "s" : ""}`,
    unusual > 0 && `${unusual} not default`,
  ];
  const found = rows.length > MANY ? rows.filter((row) => hasWords(row, ui.local.sought?.[name] || "")) : rows;
  const opened = ui.local.folds?.[name] ?? (open || changed > 0);
  const toggle = (event) => ui.setLocal({ folds: { ...ui.local.folds, [name]: event.currentTarget.open } });
  return h(
    "details",
    { class: "lab-pane lab-fold", key: name, open: opened, ontoggle: toggle },
    h("summary", {}, h("h3", {}, title), h("span", { class: "small" }, counted.filter(Boolean).join(", "))),
    note && h("p", { class: "small", key: "note" }, note),
    rows.length > MANY && search(name, title, ui),
    h("ul", { class: `lab-rows is-${name}`, tabindex: found.length > LONG ? "0" : null }, inChapters(found, (title) => h("li", { class: "label lab-chapter", key: `chapter ${title}` }, title), (row) => choiceRow(row, ui))),
    found.length === 0 && h("p", { class: "small", key: "none" }, "No question or answer contains these words."),
    more,
  );
}

function search(name, title, ui) {
  const seek = (event) => ui.setLocal({ sought: { ...ui.local.sought, [name]: event.currentTarget.value } });
  const start = (field) => (field.value = ui.local.sought?.[name] || "");
  return h("input", { key: "seek", class: "lab-seek", type: "search", placeholder: "Search", "aria-label": `Search: ${title}`, hook: start, oninput: seek });
}

/** Whether the question, one of its answers, or its id has all the words; what differs always stays in sight. */
function hasWords(row, typed) {
  const text = [row.question, row.key, ...row.a.choices.map((one) => one.text)].join(" ").toLowerCase();
  return row.differs || typed.toLowerCase().split(" ").every((word) => text.includes(word));
}

function choiceRow(row, ui) {
  const id = `${ui.uid}-${row.what}-${row.key}`;
  const side = (name) => {
    const { value, choices } = row[name];
    const change = (event) => ui.send({ do: "change", side: name, what: row.what, key: row.key, choice: event.currentTarget.value });
    const option = (one) => h("option", { key: one.id, value: one.id, selected: one.id === value }, one.id === row.usual ? `${one.text} (default)` : one.text);
    const label = `${row.question}, ${name.toUpperCase()}`;
    const chosen = choices.find((one) => one.id === value)?.text;
    return h(
      "span",
      { class: "lab-choice", key: name, title: chosen },
      h("span", { class: `lab-letter is-${name}`, "aria-hidden": "true" }, name.toUpperCase()),
      choices.length > 0
        ? h("select", { id: `${id}-${name}`, "aria-label": label, value, disabled: choices.length < 2, onchange: change }, choices.map(option))
        : h("span", { class: "small lab-none" }, "none"),
    );
  };
  return h(
    "li",
    { key: `${row.what} ${row.key}`, class: row.differs ? "is-different" : null },
    h("span", { class: "lab-question" }, row.question, row.differs && h("b", { class: "lab-differs" }, "differs")),
    side("a"),
    side("b"),
  );
}

function choose(name, label, value, options, ui, message) {
  const id = `${ui.uid}-${name}`;
  const change = (event) => ui.send(message(event.currentTarget.value));
  const option = (one) => h("option", { key: one.id, value: one.id, selected: one.id === value }, one.text);
  return h(
    "p",
    { class: "lab-field", key: name },
    h("label", { for: id }, label),
    h("select", { id, value, onchange: change }, options.map(option)),
  );
}

/** A number is sent when the field is left. What cannot be stays there, with what is wrong about it, until it is mended. */
function number(name, label, value, least, most, wrong, ui, message) {
  const id = `${ui.uid}-${name}`;
  const start = (field) => (field.value = String(value));
  const change = ({ currentTarget: field }) => {
    const typed = Number(field.value);
    const isNumber = field.value.trim() && Number.isInteger(typed) && typed >= 0 && typed <= MOST_NUMBER;
    ui.send(message(isNumber ? typed : field.value.slice(0, MOST_TYPED)));
  };
  const described = wrong ? { "aria-invalid": "true", "aria-describedby": `${id}-wrong` } : {};
  return [
    h(
      "p",
      { class: "lab-field", key: name },
      h("label", { for: id }, label),
      h("input", { id, key: `${name} ${value}`, type: "number", min: least, max: most, step: "1", hook: start, onchange: change, ...described }),
    ),
    wrong && h("p", { class: "problem", key: `${name} wrong`, id: `${id}-wrong`, role: "alert" }, glyph("stop"), h("span", {}, wrong)),
  ];
}

// -- A run -------------------------------------------------------------------------------------------------------------

function running(screen, ui) {
  const { done, of, text } = screen.run;
  const bar = of > 0 ? { max: of, value: done } : {};
  return pane(
    of > 0 ? "So far" : "One game",
    "run",
    h("progress", { key: "bar", class: "lab-bar", ...bar, "aria-label": text }),
    h("p", { key: "text" }, text),
    of > 0 && summary(screen.summary),
    h(
      "div",
      { class: "row", key: "stop" },
      button(of > 0 ? "Stop and keep results" : "Cancel", { do: "stop" }, ui, { look: "large", icon: "stop", "data-land": "now" }),
    ),
  );
}

// -- Results -----------------------------------------------------------------------------------------------------------

/** The last runs of this page with their main figures, one below the other; the one that is shown is marked. */
function runs({ list, shown }, ui) {
  if (list.length < (shown ? 2 : 1)) return null;
  const run = (one) =>
    h(
      "li",
      { key: one.id, class: one.id === shown ? "is-shown" : null, "aria-current": one.id === shown ? "true" : null },
      h("b", { key: "name" }, one.text),
      h("span", { key: "lines", class: "small" }, one.lines.map((line, index) => h("span", { key: index }, line))),
      one.id === shown
        ? h("span", { key: "shown", class: "small lab-shown" }, "shown below")
        : button("Show", { do: "look-again", run: one.id }, ui, { key: "show", look: "small-btn", label: `Show run ${one.id}` }),
    );
  return h(
    "section",
    { class: "lab-pane lab-runs", key: "runs", "aria-label": "Runs on this page" },
    h("h3", { key: "title" }, "Runs on this page"),
    h("ul", { key: "list" }, list.map(run)),
    h("p", { class: "small", key: "go" }, "Each line shows A → B. The brackets show how much B differs, with the 95% interval. Closing or reloading this page removes all runs, so save what you need."),
  );
}

function results(screen, ui) {
  const data = screen.result;
  if (!data) return screen.run ? null : empty(screen);
  const page = (one) =>
    h(
      "button",
      { key: one.id, type: "button", class: "lab-tab", "aria-pressed": String(one.id === data.page), onclick: () => ui.send({ do: "leaf", page: one.id }) },
      one.text,
    );
  return h(
    "section",
    { class: "lab-pane lab-results", key: "results", "aria-label": "Results" },
    h("h3", { key: "title", tabindex: "-1", "data-land": "results" }, data.heading),
    data.changed.length > 0 &&
      h("p", { class: "small lab-changed", key: "changed" }, h("b", {}, "B: "), data.changed.join("; ")),
    data.other && !screen.run &&
      h(
        "p",
        { class: "small row lab-other", key: "other" },
        "The next run is set up differently from this one.",
        button("Use this setup", { do: "as-in-run" }, ui, { look: "small-btn" }),
      ),
    h("div", { class: "lab-tabs buttons", key: "pages", role: "group", "aria-label": "Pages of results" }, data.pages.map(page)),
    data.kinds.length > 1 && choose("kind", "Look at", data.kind, data.kinds, ui, (kind) => ({ do: "leaf", page: data.page, kind })),
    data.legend && h("p", { class: "lab-legend", key: "legend" }, data.legend),
    data.clear.length > 0 && [h("h4", { key: "h clear" }, "Clearly different"), lines(data.clear, "clear"), moreClear(data.more_clear, ui)],
    data.clear.length > 0 && h("h4", { key: "h rest" }, "Not clearly different, and how to read this"),
    lines(data.lines, "lines"),
    data.charts.map((chart) => chartOf(chart, data.page, ui, !screen.run)),
    h(
      "div",
      { class: "row lab-files", key: "files" },
      h("span", { class: "small" }, "Download:"),
      ["report.html", "report.csv", "report.json", "games.csv", "games.jsonl"].map((what) => button(FILES[what], { do: "file", what }, ui, { look: "small-btn", icon: "protocol" })),
    ),
  );
}

/** All other figures that differ clearly: often they tell the same in other words. */
function moreClear(texts, ui) {
  if (!texts.length) return null;
  const isOpen = Boolean(ui.local.tables?.clear);
  const toggle = (event) => ui.setLocal({ tables: { ...ui.local.tables, clear: event.currentTarget.open } });
  return h(
    "details",
    { class: "lab-table", key: "more clear", open: isOpen, ontoggle: toggle },
    h("summary", {}, `${texts.length} more ${texts.length === 1 ? "figure differs" : "figures differ"} clearly`),
    isOpen && lines(texts, "more"),
  );
}

const lines = (texts, key) => h("ul", { class: `lab-lines is-${key}`, key }, texts.map((line, index) => h("li", { key: index }, line)));

const FILES = {
  "report.html": "Report to read or print",
  "report.csv": "Report (CSV)",
  "report.json": "Report (JSON)",
  "games.csv": "Single games (CSV)",
  "games.jsonl": "Single games (JSON lines)",
};

function empty(screen) {
  return h(
    "section",
    { class: "lab-pane lab-empty", key: "empty" },
    h("h3", {}, "No games yet"),
    h("ol", {}, h("li", {}, "Choose a game."), h("li", {}, "Change something in B, such as a ruling, a board or the players. Or open a file of changed cards that you saved at a table (under Cards)."), h("li", {}, "Press “Play games”. Bots play both with the same luck. You see what differs, and how certain that is.")),
    screen.summary.same && h("p", { class: "small" }, "If you change nothing, you see how the game plays as it is."),
  );
}

/** A picture for the eyes, and the same as a table; bars whose games are known can be pressed, unless others are played. */
function chartOf(chart, page, ui, mayShow = true) {
  const name = `${page} ${chart.name}`;
  const shows = mayShow && chart.rows.some((row) => Object.keys(row.games).length);
  const state = ui.chart(chart.figure, name, shows ? (bar, side) => press(chart, bar, side, ui) : null);
  const note = { loading: "Drawing …", failed: "We couldn't draw this chart. The table shows the same figures." }[state];
  const isOpen = Boolean(ui.local.tables?.[name]);
  const toggle = (event) => ui.setLocal({ tables: { ...ui.local.tables, [name]: event.currentTarget.open } });
  return h(
    "div",
    { class: "lab-chart", key: name },
    h("h4", { key: "title" }, chart.title),
    note && h("p", { class: "small", key: "note" }, note),
    h("div", {
      class: `lab-plot ${shows ? "is-pressable" : ""}`,
      key: "plot",
      raw: true,
      style: `height: ${chart.figure.layout.height || 300}px`,
      "data-plot": name,
      role: "group",
      "aria-label": shows ? `${chart.title}: a bar chart. Press the arrow keys to move between bars, and Enter to see a game.` : `${chart.title}: a picture of the table below`,
    }),
    chart.note && h("p", { class: "small", key: "about" }, chart.note),
    h(
      "details",
      { class: "lab-table", key: "table", open: isOpen, ontoggle: toggle },
      h("summary", {}, "As a table", h("span", { class: "hidden" }, `: ${chart.title}`)),
      isOpen && h("div", { class: "lab-scroll", tabindex: "0", role: "group", "aria-label": chart.title }, table(chart, shows, ui)),
    ),
  );
}

function table(chart, shows, ui) {
  const row = (one, bar) =>
    h(
      "tr",
      { key: bar },
      one.cells.map((cell, index) => h(index ? "td" : "th", { key: index, scope: index ? null : "row" }, cell)),
      shows && h("td", { key: "show" }, Object.keys(one.games).map((side) => showButton(chart, one, bar, side, ui))),
    );
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, chart.head.map((text, index) => h("th", { key: index, scope: "col" }, text)), shows && h("th", { key: "show", scope: "col" }, "Game"))),
    h("tbody", {}, chart.rows.map(row)),
  );
}

function showButton(chart, row, bar, side, ui) {
  const several = chart.rows.some((one) => "b" in one.games); // with few games no bar may have both
  const text = several ? `Show ${side.toUpperCase()}` : "Show";
  return plainButton(text, () => press(chart, bar, side, ui), { key: side, look: "small-btn", label: `${text}: a game of ${row.cells[0]}` });
}

function press(chart, bar, side, ui) {
  const games = chart.rows[bar]?.games[side];
  if (games?.length) ui.send({ do: "show", chart: chart.name, bar, side });
}

// -- Records of people -------------------------------------------------------------------------------------------------

function people(data, ui) {
  const id = `${ui.uid}-records`;
  const waiting = (ui.local.uploads || []).length + data.waiting;
  return h(
    "section",
    { class: "lab-pane lab-people", key: "people", "aria-label": "Records of people's games" },
    h("h3", { key: "title" }, "Records of people's games"),
    h("p", { class: "small", key: "what" }, "At every table, “Note” collects what people think and gives you a record of the game. Add many records here to see them together. They stay on this page until you close it."),
    h(
      "p",
      { class: "lab-field", key: "files" },
      h("label", { for: id }, `Record files (JSON), up to ${MOST_AT_ONCE} at once`),
      h("input", { id, type: "file", multiple: true, accept: ".json,application/json", onchange: (event) => readFiles(event.currentTarget, data, ui) }),
    ),
    waiting > 0 && h("p", { class: "small", key: "waiting", role: "status" }, `${waiting} left to read …`),
    (ui.local.tooMuch || data.faults.length > 0) &&
      h("ul", { class: "lab-faults", key: "faults" }, [ui.local.tooMuch, ...data.faults].filter(Boolean).map((text, index) => h("li", { key: index }, text))),
    data.count > 0 && [
      data.games.length === 1 && h("p", { key: "game" }, h("b", {}, data.games[0].text)),
      data.games.length > 1 && choose("people-game", "Game", data.game, data.games, ui, (game) => ({ do: "choose-people", game })),
      data.packs.length > 1 && choose("people-cards", "Played with", data.pack, data.packs, ui, (cards) => ({ do: "choose-people", game: data.game, cards })),
      lines(data.lines, "lines"),
      data.answers.length > 0 && h("h4", { key: "h answers" }, "What they answered"),
      data.answers.length > 0 && h("dl", { class: "lab-answers", key: "answers" }, data.answers.map(answersOf)),
      data.charts.map((chart) => chartOf(chart, "people", ui)),
      data.notes.length > 0 && h("h4", { key: "h notes" }, "What they wrote"),
      data.notes.length > 0 && h("ul", { class: "lab-notes", key: "notes" }, data.notes.map(noteOf)),
      h(
        "div",
        { class: "row", key: "home" },
        data.compares && button("Compare cards in B", { do: "compare-cards" }, ui, { look: "small-btn", key: "compare" }),
        button("All seats (CSV)", { do: "file", what: "people" }, ui, { look: "small-btn", icon: "protocol" }),
        button("Remove records", { do: "forget-records" }, ui, { look: "small-btn quiet" }),
      ),
    ],
  );
}

const answersOf = ({ ask, lines: said }, index) => [
  h("dt", { key: `ask ${index}` }, ask),
  said.map((line, number) => h("dd", { key: `${index} ${number}` }, line)),
];

const noteOf = (note, index) =>
  h("li", { key: index }, h("b", {}, note.mark), " ", note.text, h("small", {}, note.where, note.rule && ` · ${note.rule}`));

/** Files are read here and sent one by one; what is too large or too many is said, and left out. */
async function readFiles(field, { count, most, longest }, ui) {
  const files = [...field.files];
  const room = Math.min(MOST_AT_ONCE, most - count);
  const small = files.filter((file) => file.size <= 2 * longest).slice(0, room);
  const texts = await Promise.all(small.map(async (file) => ({ name: file.name.slice(-80), text: await file.text() })));
  const fit = texts.filter((file) => file.text.length <= longest && onTheWire(file.text) <= LARGEST);
  const left = files.length - fit.length;
  const tooMuch = left > 0 ? `${left} of ${files.length} files were left out. You can add at most ${room} at once. Each can have ${Math.min(longest, LARGEST).toLocaleString("en")} characters, or fewer if some aren’t plain letters.` : "";
  field.value = "";
  ui.setLocal({ uploads: [...(ui.local.uploads || []), ...fit], tooMuch });
  ui.goOn();
}
