// The teacher's page: before a class is opened, while it is there, and on the wall. Python says all of it; the page adds
// what is typed into its fields, and asks once more before anything is deleted.

import { animal } from "./classroom.js";
import { linkToCopy } from "./copying.js";
import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { lookButtons, plainButton } from "./panels.js";

export function classScreen(screen, ui, mat) {
  if (screen.stage === "over") return h("div", { class: "class-page class-wall", key: "over" }, h("h2", {}, "The class is over. All its data is deleted."));
  if (screen.stage !== "open") return opening(screen, ui);
  return ui.projector || screen.only_shows ? wall(screen, ui, mat) : desk(screen, ui);
}

const button = (text, message, ui, more = {}) => plainButton(text, () => ui.send(message), more);

function pane(title, name, ...children) {
  return h("section", { class: `class-pane class-${name}`, key: name }, h("h3", {}, title), children);
}

function problem(screen) {
  const said = screen.problem || screen.said;
  const look = screen.problem ? "problem" : "small";
  return h("p", { class: `class-said ${said ? look : ""}`, key: "problem", role: "status" }, said);
}

/** A field with a button that sends what stands in it. */
function ask(name, label, text, ui, { message, type = "text", value = null, more = {} }) {
  const id = `${ui.uid}-${name}`;
  const submit = (event) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    if (field.value.trim()) ui.send(message(field.value.trim()));
  };
  const start = (field) => value !== null && (field.value = value);
  return h(
    "form",
    { class: "class-ask", key: name, onsubmit: submit },
    h("label", { for: id }, label),
    h("input", { id, type, autocomplete: "off", spellcheck: "false", hook: start, ...more }),
    h("button", { type: "submit", class: "btn" }, h("span", {}, text)),
  );
}

function choose(name, label, value, options, ui, message) {
  const id = `${ui.uid}-${name}`;
  const change = (event) => ui.send(message(event.currentTarget.value));
  const option = (one) => h("option", { key: one.id, value: one.id, selected: one.id === value }, one.text);
  return h(
    "div",
    { class: "class-choose", key: name },
    h("label", { for: id }, label),
    h("select", { id, value, onchange: change }, options.map(option)),
  );
}

// -- Before ------------------------------------------------------------------------------------------------------------

function opening(screen, ui) {
  const plans = screen.plans.map((plan) => ({ id: `plan:${plan.id}`, text: plan.title, small: `${plan.minutes} minutes, step by step` }));
  const own = screen.own ? [{ id: "plan:own", text: screen.own.title, small: `your plan, ${screen.own.minutes} minutes` }] : [];
  const games = screen.games.map((game) => ({ id: `game:${game.name}`, text: game.title, small: "without a plan" }));
  const all = [...own, ...plans, ...games];
  const chosen = all.some((one) => one.id === ui.local.choice) ? ui.local.choice : all[0].id;
  const [kind, name] = chosen.split(":");
  const open = () => ui.send({ do: "open-class", [kind]: name });
  const radio = (one) =>
    h(
      "label",
      { key: one.id, class: `class-option ${one.id === chosen ? "is-chosen" : ""}` },
      h("input", { type: "radio", name: `${ui.uid}-choice`, value: one.id, checked: one.id === chosen, onchange: () => ui.setLocal({ choice: one.id }) }),
      h("span", {}, h("b", {}, one.text), h("small", {}, one.small)),
    );
  return h(
    "div",
    { class: "class-page class-new", key: "new" },
    head(ui),
    problem(screen),
    screen.back && h(
      "p",
      { class: "class-back", key: "back" },
      h("span", {}, "Your class ", h("b", { class: "class-number" }, screen.back), " is still open."),
      button("Back to class", { do: "come-back" }, ui, { look: "main" }),
    ),
    h(
      "fieldset",
      { class: "class-options", key: "options" },
      h("legend", {}, "What will your class do today?"),
      all.map(radio),
    ),
    h(
      "div",
      { class: "row", key: "open" },
      plainButton("Open class", open, { look: "main large", "data-main": true }),
      kind === "plan" && button("Download plan", { do: "plan-file", plan: name }, ui, { icon: "protocol" }),
    ),
    ownPlan(ui),
  );
}

function head(ui) {
  return h(
    "div",
    { class: "class-head", key: "head" },
    h("h2", {}, "Open a class"),
    h("p", { class: "small" }, "Pupils need no names and no accounts: each is an animal. Everything is deleted after a day."),
    h("div", { class: "tools" }, lookButtons(ui, "")),
  );
}

/** A plan from a file: read here, checked by Python. */
function ownPlan(ui, label = "Your own plan (a TOML file): ") {
  const id = `${ui.uid}-plan`;
  const read = async (event) => {
    const [file] = event.currentTarget.files;
    if (file) ui.send({ do: "own-plan", text: await file.text() });
  };
  return h(
    "p",
    { class: "class-own small", key: "own" },
    h("label", { for: id }, label),
    h("input", { id, type: "file", accept: ".toml,text/plain", onchange: read }),
  );
}

// -- The teacher's desk ------------------------------------------------------------------------------------------------

function desk(screen, ui) {
  return h(
    "div",
    { class: "class-page", key: "desk" },
    bar(screen, ui),
    h(
      "div",
      { class: "class-columns", key: "columns" },
      h(
        "div",
        { class: "class-main" },
        screen.predict && foreseen(screen.predict, ui),
        pupils(screen, ui),
        progress(screen, ui),
        rules(screen.rules),
      ),
      h("div", { class: "class-side" }, side(screen, ui)),
    ),
  );
}

/** As long as nobody is here, the way in is what matters. */
function side(screen, ui) {
  const way = wayIn(screen, ui);
  return [!screen.pupils && way, screen.plan && plan(screen.plan, screen.groups.length, ui), orders(screen, ui), screen.pupils > 0 && way, home(ui)];
}

/** The code, who is there, what is wanted now, and the two things that are needed at once: a pause, and an end to it. */
function bar(screen, ui) {
  const pause = screen.paused
    ? button("Resume", { do: "pause", on: false }, ui, { look: "main", icon: "play" })
    : button("Pause", { do: "pause", on: true }, ui, { icon: "pause" });
  return h(
    "div",
    { class: "class-bar", key: "bar" },
    h("h2", {}, "Class ", h("span", { class: "class-number" }, screen.code)),
    h("p", { class: "class-count" }, glyph("people"), h("b", {}, `${screen.here} here`), screen.pupils > screen.here && ` of ${screen.pupils}`),
    h(
      "p",
      { class: "class-wanted", role: "status" },
      screen.paused ? "All screens are covered." : screen.wanted,
      screen.table_link && [" ", h("a", { href: screen.table_link, target: "_blank", rel: "opener" }, "Play in a new window")],
    ),
    !screen.paused && screen.unanswered.length > 0 && h("p", { class: "class-late", key: "unanswered" }, `Not answered yet: ${screen.unanswered.join(", ")}.`),
    !screen.paused && screen.late.length > 0 && h("p", { class: "class-late", key: "late" }, notThere(screen), bringButton(screen, ui)),
    screen.standing.length > 0 && h("p", { class: "class-late", key: "standing" }, `Without a seat: ${screen.standing.join(", ")}. Press “Seat latecomers”.`),
    h(
      "div",
      { class: "row" },
      pause,
      !screen.free && button("Release class", { do: "call-off" }, ui),
      lookButtons(ui, "quiet"),
    ),
    problem(screen),
  );
}

/** Who has not followed yet, and why that may be. */
function notThere({ late, follows, brought }) {
  if (brought) return `On their way: ${late.join(", ")}.`;
  const why = follows ? "pupils in the middle of a move finish it first" : "they must press the button on their page";
  return `Not there yet: ${late.join(", ")} (${why}).`;
}

/** Whoever is in the middle of a move comes by themselves once it is made; if that takes too long, they are brought. */
function bringButton({ free, brought }, ui) {
  return !free && !brought && [" ", button("Bring them now", { do: "bring" }, ui)];
}

// -- Pupils ------------------------------------------------------------------------------------------------------------

function pupils(screen, ui) {
  const stuck = screen.rows.filter((one) => one.stuck).length;
  const count = stuck === 1 ? "1 pupil seems stuck" : `${stuck} pupils seem stuck`;
  return pane(
    "Pupils",
    "pupils",
    !screen.rows.length && h("p", { class: "small", key: "none" }, "No pupils yet. They join by opening the first page and typing the code."),
    stuck > 0 && h("p", { class: "small class-stuck", key: "stuck" }, glyph("stop"), h("span", {}, count)),
    h(
      "ul",
      { class: "class-grid", key: "grid" },
      screen.rows.map((one) => [pupil(one, screen.detail?.id, ui), one.id === screen.detail?.id && details(screen.detail, ui)]),
    ),
  );
}

function pupil(one, open, ui) {
  const name = `${one.colour} ${one.animal}`;
  const done = one.dots.filter((dot) => dot === "done").length;
  const idle = one.idle > 0 && !one.away ? `, quiet for ${minutes(one.idle)}` : "";
  const spoken = `${name}, ${one.away ? "away" : one.where}, ${done} of ${one.dots.length} steps${one.stuck && `, stuck: ${one.stuck}`}${idle}`;
  const look = `pupil ${one.away ? "is-away" : ""} ${one.stuck ? "is-stuck" : ""}`;
  const press = () => ui.send({ do: "pupil", pupil: one.id });
  return h(
    "li",
    { key: one.id },
    h(
      "button",
      { type: "button", class: look, "aria-label": spoken, "aria-expanded": String(open === one.id), onclick: press },
      h("span", { class: "pupil-name" }, animal(name, one.colour), one.stuck && glyph("stop")),
      h("span", { class: "pupil-dots" }, one.dots.map((dot, index) => h("i", { key: index, class: dot }))),
      h("small", {}, one.away ? "away" : one.stuck || one.where, !one.stuck && idle),
    ),
  );
}

const minutes = (count) => (count === 1 ? "1 minute" : `${count} minutes`);

/** Under the row of the pupil whom it is about, and never out of sight. */
function details(one, ui) {
  const show = (element) => requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  return h(
    "li",
    { class: "class-detail", key: `detail ${one.id}`, hook: show },
    h("h4", {}, one.name, h("small", {}, one.where)),
    known(one.knows),
    one.rules.length ? ruleList(one.rules) : h("p", { class: "small" }, "No rule has refused a move."),
    one.beside > 0 && h("p", { class: "small" }, `${one.beside === 1 ? "1 try was" : `${one.beside} tries were`} not part of the task.`),
    h(
      "div",
      { class: "row" },
      sendOut(one, ui),
    ),
  );
}

/** Nobody is sent out by a slip of the hand: they could only come back as somebody else. */
function sendOut(one, ui) {
  if (ui.local.sending !== one.id) {
    return [
      button("Close", { do: "pupil", pupil: one.id }, ui),
      plainButton("Remove pupil", () => ui.setLocal({ sending: one.id }), { look: "quiet" }),
    ];
  }
  const out = () => (ui.setLocal({ sending: "" }), ui.send({ do: "dismiss", pupil: one.id }));
  return [
    h("span", { key: "sure" }, "Remove this pupil? Their progress here is deleted. A bot takes over any seat they have."),
    plainButton("Remove", out, { look: "danger" }),
    plainButton("Keep", () => ui.setLocal({ sending: "" })),
  ];
}

const KNOWN = { new: "not met", met: "met", used: "used", sure: "sure" };

/** The rules ledger, as one bar: how many rules are not met yet, met, used, sure. */
function known(counts) {
  const all = counts.reduce((sum, one) => sum + one.count, 0);
  if (!all) return null;
  const parts = shares(counts.map((one) => one.count), all);
  const said = counts.map((one, index) => `${parts[index]}% ${KNOWN[one.state]}`).join(", ");
  const part = (one) => h("i", { key: one.state, class: one.state, style: `flex: ${one.count}` });
  return h(
    "div",
    { class: "class-known", key: "known" },
    h("div", { class: "known-bar", "aria-hidden": "true" }, counts.map(part)),
    h("p", { class: "small" }, `Rules: ${said}`),
  );
}

/** Whole percentages that add up to 100: what rounding leaves goes to those that lost most by it. */
function shares(counts, all) {
  const exact = counts.map((count) => (100 * count) / all);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((sum, one) => sum + one, 0);
  const order = exact.map((_, index) => index).sort((one, two) => exact[two] - whole[two] - (exact[one] - whole[one]));
  for (const index of order.slice(0, left)) whole[index] += 1;
  return whole;
}

function rules(list) {
  if (!list.length) return null;
  return pane("Refused most often", "rules", ruleList(list));
}

function ruleList(list) {
  const entry = (one) =>
    h(
      "li",
      { key: one.id },
      h("b", {}, one.title),
      h("span", { class: "figure" }, `${one.times} ×`),
      h("small", {}, one.text),
    );
  return h("ol", { class: "class-refused", key: "refused" }, list.map(entry));
}

// -- Steps -------------------------------------------------------------------------------------------------------------

function progress(screen, ui) {
  if (!screen.progress) return null;
  const chapters = screen.chapters.map(({ id, title }) => ({ id, text: title }));
  const step = (one) =>
    h(
      "li",
      { key: one.id },
      h("span", { class: "step-title" }, one.title),
      meter(one, screen.here),
      h(
        "span",
        { class: "row" },
        button("Send class", { do: "step", step: one.id }, ui, {
          look: "small-btn",
          label: `Send everyone to ${one.title}`,
          "aria-pressed": String(screen.called === one.id),
        }),
        one.predict && button("Predict", { do: "foresee", step: one.id }, ui, { look: "small-btn", label: `Ask everyone to predict ${one.title}` }),
      ),
    );
  return pane(
    "Steps",
    "steps",
    choose("chapter", "Chapter", screen.chapter.id, chapters, ui, (chapter) => ({ do: "choose-chapter", chapter })),
    known(screen.knows),
    h("ol", { class: "class-steps", key: "steps" }, screen.progress.map(step)),
  );
}

/** How many have done a step, and how many are at it. */
function meter({ done, now }, all) {
  const width = (count) => `width: ${(100 * count) / Math.max(1, all)}%`;
  return h(
    "span",
    { class: "step-meter" },
    h("span", { class: "step-track", "aria-hidden": "true" }, h("i", { class: "done", style: width(done) }), h("i", { class: "now", style: width(now) })),
    h("span", { class: "figure" }, `${done} done`, now > 0 && `, ${now} doing it`),
  );
}

// -- Predictions -------------------------------------------------------------------------------------------------------

/** A question of the class. What the others think is told when all have answered, or when the teacher wants it so. */
function foreseen(asked, ui, orders = true) {
  return pane(
    asked.title,
    "foreseen",
    asked.say && h("p", { key: "say" }, asked.say),
    asked.names_question && taskOf(asked),
    asked.first && h("p", { class: "asked-task", key: "first" }, h("b", {}, "First: "), asked.first),
    h("p", { class: "asked", key: "ask" }, h("b", {}, asked.ask)),
    !asked.names_question && taskOf(asked),
    asked.bars ? answers(asked) : asked.choices.length > 0 && h("ul", { class: "asked-choices", key: "choices" }, asked.choices.map((one) => h("li", { key: one }, one))),
    h("p", { class: "small", key: "count", role: "status" }, howMany(asked)),
    asked.shown
      ? h("p", { class: "because", key: "because" }, asked.because)
      : orders && h(
        "div",
        { class: "row", key: "show" },
        button("Show answer", { do: "show-answer" }, ui, { look: "main" }),
        asked.on_the_wall === false && button("Show class answers", { do: "show-tally" }, ui),
      ),
    asked.on_the_wall === false && h("p", { class: "small", key: "hidden" }, "The projector shows these numbers once everyone has answered, or when you press the button."),
  );
}

function howMany({ answered, of }) {
  if (!of) return "No one here needs to answer.";
  return `${answered} of ${of} ${answered === 1 ? "has" : "have"} answered.`;
}

/** What pupils are to do at that step: a question may speak of it. */
function taskOf({ task, names_question: first }) {
  return h("p", { class: "asked-task", key: "task" }, !first && h("b", {}, "Then: "), task);
}

function answers(asked) {
  const all = Math.max(1, asked.answered);
  const line = (bar, index) => {
    const mark = asked.shown && (bar.right ? glyph("tick") : null);
    return h(
      "li",
      { key: `${index} ${bar.text}`, class: asked.shown ? (bar.right ? "is-right" : "is-wrong") : null },
      h("span", { class: "answer" }, mark, bar.text, asked.shown && h("span", { class: "hidden" }, bar.right ? " (right)" : " (wrong)")),
      h("span", { class: "answer-track", "aria-hidden": "true" }, h("i", { style: `width: ${(100 * bar.count) / all}%` })),
      h("b", { class: "figure" }, String(bar.count)),
    );
  };
  return h("ul", { class: "answers", key: "answers" }, asked.bars.map(line));
}

// -- The plan ----------------------------------------------------------------------------------------------------------

/** A button that deals new tables: where some are being played it asks first. */
function dealing(tables, id, text, message, ui, props = {}) {
  if (!tables || ui.local.dealing !== id) {
    return tables ? plainButton(text, () => ui.setLocal({ dealing: id }), props) : button(text, message, ui, props);
  }
  const deal = () => (ui.setLocal({ dealing: "" }), ui.send(message));
  return h(
    "span",
    { class: "row class-sure", key: `sure ${id}` },
    h("span", {}, tables === 1 ? "You would lose the game in progress." : `You would lose ${tables} games in progress.`),
    plainButton("Form new tables", deal, { look: "danger" }),
    plainButton("Keep tables", () => ui.setLocal({ dealing: "" })),
  );
}

function plan(data, tables, ui) {
  const begun = data.begun ? `${minutes(data.minutes)} of ${data.of}` : `${data.of} minutes, not started yet`;
  const late = data.begun && (data.left < 0 ? `, ${minutes(-data.left)} over time on this part` : `, ${minutes(data.left)} left on this part`);
  const next = data.parts.findIndex((part) => !part.now && !part.done);
  const part = (one, index) =>
    h(
      "li",
      { key: index, class: one.now ? "is-now" : one.done ? "is-done" : null, "aria-current": one.now ? "step" : null },
      h("span", { class: "figure" }, `${one.minutes}′`),
      h("span", { class: "part-text" }, h("b", {}, one.do), ` ${one.what}`, one.say && h("small", {}, one.say)),
      dealing(one.deals && tables, `part ${index}`, one.now ? "Again" : "Begin", { do: "part", number: index }, ui, {
        look: `small-btn ${index === next ? "main" : ""}`,
        label: `${one.now ? "Begin again" : "Begin"}: ${one.do} ${one.what}`,
      }),
    );
  return pane(
    data.title,
    "plan",
    h("p", { class: "small", key: "clock" }, glyph("clock"), h("span", {}, begun, late)),
    h("ol", { class: "class-parts", key: "parts" }, data.parts.map(part)),
    h("div", { class: "row", key: "file" }, button("Download plan", { do: "plan-file" }, ui, { look: "quiet", icon: "protocol" })),
    ownPlan(ui, "Switch to another plan (a TOML file): "),
  );
}

// -- What next ---------------------------------------------------------------------------------------------------------

function orders(screen, ui) {
  const games = screen.games.map((game) => ({ id: game.name, text: game.title }));
  const follow = (event) => ui.send({ do: "at-once", on: event.currentTarget.checked });
  const size = screen.sizes.includes(ui.local.size) ? ui.local.size : screen.sizes[Math.min(1, screen.sizes.length - 1)];
  const sizes = screen.sizes.map((one) => ({ id: String(one), text: String(one) }));
  const setSize = (event) => ui.setLocal({ size: Number(event.currentTarget.value) });
  const id = `${ui.uid}-size`;
  return pane(
    "What next",
    "orders",
    choose("game", "Game", screen.game_name, games, ui, (game) => ({ do: "choose-game", game })),
    h(
      "label",
      { class: "class-switch", key: "at once" },
      h("input", { type: "checkbox", checked: screen.at_once, onchange: follow }),
      h("span", {}, "Pupils’ pages follow at once (if off, pupils press a button)"),
    ),
    h("h4", { key: "h groups" }, "Tables"),
    h(
      "div",
      { class: "class-ask", key: "groups" },
      h("label", { for: id }, "Pupils per table"),
      h("select", { id, value: String(size), onchange: setSize }, sizes.map((one) => h("option", { key: one.id, value: one.id, selected: one.id === String(size) }, one.text))),
      dealing(screen.groups.length, "form", "Form tables", { do: "form", size, who: "everybody" }, ui),
      screen.groups.length > 0 && button("Seat latecomers", { do: "form", size, who: "free" }, ui, { look: "quiet" }),
    ),
    screen.groups.length > 0 && h("ul", { class: "class-groups", key: "list" }, screen.groups.map((group, index) => groupRow(group, index, ui))),
    screen.groups.length > 0 && h("div", { class: "row", key: "reseat" }, button("Back to tables", { do: "reseat" }, ui)),
    h("h4", { key: "h look" }, "One table for everyone"),
    h("div", { class: "row", key: "show" }, button("Show my table", { do: "show-table" }, ui)),
    ask("look", "Table code", "Watch it", ui, { message: (code) => ({ do: "look-at", code }) }),
    h("h4", { key: "h same" }, "The same start for everyone"),
    ask("seed", "Number for cards and dice", "Deal", ui, {
      type: "number",
      value: "1",
      more: { min: "0", max: "9999", step: "1" },
      message: (seed) => ({ do: "deal", seed: Math.min(9999, Math.max(0, Math.floor(Number(seed)))) }),
    }),
    ask("position", "Save code", "Set up", ui, { message: (code) => ({ do: "position", code }) }),
  );
}

const tableOf = ({ names }) => (names.length ? `${names[0]}'s table` : "the bots' table");

function groupRow(group, index, ui) {
  if (group.link && ui.local.visit?.table === group.table) {
    ui.local.visit.opened?.location.replace(new URL(group.link, location.href));
    ui.local.visit = null;
  }
  const visit = () => { // the window opens with the press: one that opened later would be held back by browsers
    ui.setLocal({ visit: { table: group.table, opened: window.open("about:blank", "_blank") } });
    ui.send({ do: "host", table: group.table });
  };
  return h(
    "li",
    { key: group.table },
    h("span", {}, h("b", {}, `Table ${index + 1} `), group.names.join(", ") || "bots only"),
    h(
      "span",
      { class: "row" },
      button("Show to all", { do: "look-at-group", table: group.table }, ui, {
        look: "small-btn",
        label: `Show ${tableOf(group)} to everyone`,
        "aria-pressed": String(group.looked_at),
      }),
      group.link
        ? h("a", { class: "btn small-btn", href: group.link, target: "_blank", rel: "opener" }, "Open")
        : plainButton("Visit", visit, { look: "small-btn quiet", label: `Visit ${tableOf(group)}` }),
    ),
  );
}

// -- The way in, and the end -------------------------------------------------------------------------------------------

function wayIn(screen, ui) {
  const { share } = screen;
  return pane(
    "How to join",
    "way",
    share?.start ? startForOthers(share.start) : h("p", { class: "small", key: "how" }, "Pupils open the first page and type the code, or follow this link."),
    h("p", { class: "class-number large", key: "code", "aria-label": `Class code: ${[...screen.code].join(" ")}` }, screen.code),
    share?.link && linkToCopy(share, ui),
    share?.others?.length > 0 && h("p", { class: "small", key: "others" }, "If that doesn't open, try: ", share.others.join(", ")),
    h("p", { class: "small", key: "wall" }, h("a", { href: `#${wallLink(screen)}`, target: "_blank", rel: "opener" }, "Window for the projector"), " with the code and the class’s progress. It shows individual pupils only after someone presses “Pupils” there. You can share its address: nobody can run the class from it."),
  );
}

const wallLink = (screen) => `teach=${encodeURIComponent(screen.wall)}&wall`;

function home(ui) {
  const sure = ui.local.ending;
  return pane(
    "At the end",
    "home",
    h("p", { class: "small", key: "what" }, "These files hold only numbers: no animals, no times. Everything else is deleted after a day, or when you end the class."),
    h(
      "div",
      { class: "row", key: "files" },
      button("Pupils (CSV)", { do: "file", what: "pupils" }, ui, { icon: "protocol" }),
      button("Rules and answers (CSV)", { do: "file", what: "class" }, ui, { icon: "protocol" }),
    ),
    sure
      ? h(
        "div",
        { class: "row class-sure", key: "sure" },
        h("span", {}, "Delete the class with all its tables?"),
        plainButton("Delete class", () => (ui.setLocal({ ending: false }), ui.send({ do: "end", sure: true })), { look: "danger" }),
        plainButton("Keep class", () => ui.setLocal({ ending: false })),
      )
      : h("div", { class: "row", key: "end" }, plainButton("End class", () => ui.setLocal({ ending: true }))),
  );
}

// -- The wall ----------------------------------------------------------------------------------------------------------

/**
 * For everybody's eyes: the code as large as it can be, and the class as a whole; or one table, as large as it can be:
 * the one that all look at, or the one that they are asked about. `mat` draws a table.
 */
function wall(screen, ui, mat) {
  const table = screen.predict ? asking(screen, ui, mat) : screen.look && wallTable(screen);
  return h(
    "div",
    { class: `class-page class-wall ${table ? "has-table" : ""} ${screen.predict ? "is-asking" : ""}`, key: "wall" },
    wallWay(screen, Boolean(table), ui),
    h("div", { class: "wall-main", key: "main" }, problem(screen), table || wallMiddle(screen)),
  );
}

/** How to come into the class, for those who come late; beside a table it is one line. */
function wallWay(screen, isLine, ui) {
  const share = screen.share || {};
  const doors = share.door && [share.door, ...(isLine ? [] : share.others)];
  return h(
    "div",
    { class: "wall-way", key: "way" },
    !isLine && h("p", { class: "label", key: "label" }, "Class code"),
    h("p", { class: "class-number", key: "code" }, screen.code),
    isLine && h("p", { class: "class-wanted", role: "status", key: "wanted" }, partNow(screen)?.say || wanted(screen)),
    share.start && startForOthers(share.start),
    doors && h("p", { class: "wall-door", key: "door" }, doors.map((door, index) => h("span", { key: door }, index > 0 && "or ", door))),
    !isLine && share.qr && h("div", { class: "wall-qr", key: "qr" }, linkToCopy(share, ui)),
    h("p", { class: "class-count", key: "count" }, glyph("people"), h("b", {}, `${screen.here} here`)),
    h("div", { class: "row", key: "looks" }, lookButtons(ui, "").slice(0, screen.only_shows ? 1 : 2), !isLine && peopleButton(screen, ui)),
  );
}

/** Where only this computer can open the class: how it is started for the others. */
function startForOthers(start) {
  return h("p", { class: "wall-start", key: "start" }, "Right now, only this computer can open the class page. To let others join, close the program and start it with: ", h("code", {}, start));
}

/** Whether single pupils are shown: while they sit at tables their names are there anyway. */
function peopleButton(screen, ui) {
  const people = () => ui.send({ do: "show-people", on: !screen.people });
  const hasAny = screen.pupils > 0 && !screen.tables.length;
  return hasAny && plainButton("Pupils", people, { "aria-pressed": String(screen.people) });
}

const partNow = ({ plan }) => plan?.fits && plan.parts.find((one) => one.now);
const wanted = (screen) => (screen.paused ? "A short pause." : screen.wanted);

function wallTable(screen) {
  return h("iframe", { class: "wall-look", key: screen.look, src: screen.look, title: "The table everyone is watching" });
}

/** The question of the class beside the table that it is about; nobody presses anything there. */
function asking(screen, ui, mat) {
  return [
    screen.scene.length > 0 && h("div", { class: "wall-asked", key: "table", inert: true }, mat(screen, ui)),
    foreseen(screen.predict, ui, !screen.only_shows),
  ];
}

/** What everybody is to see now: who sits with whom, each pupil, or how far everybody is. */
function wallMiddle(screen) {
  const part = partNow(screen);
  return [
    h("h2", { key: "now" }, part ? part.say || `${part.do} ${part.what}` : screen.game),
    h("p", { class: "class-wanted", role: "status", key: "wanted" }, wanted(screen)),
    screen.tables.length ? wallGroups(screen) : wallPupils(screen) || wallSteps(screen),
  ];
}

/** Rows and columns for so many cards, about three times as wide as high, as the sheet of styles needs them. */
function grid(count, wide = 2) {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count / wide)));
  return `--columns: ${columns}; --rows: ${Math.max(1, Math.ceil(count / columns))}`;
}

/** Who sits with whom, so that pupils find each other in the room. */
function wallGroups({ tables }) {
  const most = Math.max(...tables.map((names) => names.length));
  const name = (one) => h("span", { key: one }, animal(one, one.split(" ")[0]));
  const table = (names, index) => h("li", { key: index }, h("b", {}, `Table ${index + 1}`), names.map(name));
  const props = { class: "wall-groups", style: `${grid(tables.length, 1)}; --names: ${most + 1}` };
  return fills("Who plays together", h("ul", props, tables.map(table)));
}

function wallSteps(screen) {
  const step = (one) => h("li", { key: one.id }, h("span", { class: "step-title" }, one.title), meter(one, screen.here));
  const props = (steps) => ({ class: "class-steps", style: `--rows: ${steps.length}` });
  return screen.progress && fills(screen.chapter.title, h("ol", props(screen.progress), screen.progress.map(step)));
}

/** Everybody with a dot for each step, if that is wanted: thirty of them fit. */
function wallPupils({ people, rows }) {
  if (!people || !rows?.length) return null;
  return h("div", { class: "wall-fills", key: "people" }, h("ul", { class: "wall-people", style: grid(rows.length) }, rows.map(wallPupil)));
}

/** A pane that takes all the room there is; what lies in it is as large as that lets it be. */
function fills(title, list) {
  return pane(title, "fills", h("div", { class: "wall-fills", key: "fills" }, list));
}

function wallPupil(one) {
  return h(
    "li",
    { key: one.id, class: `pupil ${one.away ? "is-away" : ""}` },
    h("span", { class: "pupil-name" }, animal(`${one.colour} ${one.animal}`, one.colour)),
    h("span", { class: "pupil-dots", "aria-hidden": "true" }, one.dots.map((dot, index) => h("i", { key: index, class: dot }))),
  );
}
