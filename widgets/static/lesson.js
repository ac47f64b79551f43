// A lesson beside the table: the task card, and below it the one place that leads on, with the hints. What is right is
// never here before it was found: the card shows what Python says, and a click on a piece only names the piece.

import { h, zoomOf } from "./dom.js";
import { glyph } from "./glyphs.js";
import { Moved } from "./scrolling.js";
import { actionButton, heading, plainButton, stepDots } from "./panels.js";

// -- The task card ---------------------------------------------------------------------------------------------------

/** The task; `brief` keeps only its one sentence, where something else needs the room. */
export function taskPanel(screen, ui, brief = false) {
  const { task, where } = screen;
  if (!task) return null;
  const id = `${ui.uid}-task`;
  const kind = task.done ? "Done" : task.exam ? "Exam" : "Task";
  const asks = !task.done && Boolean(task.point?.open || task.predict?.open);
  const look = `pane task${task.done ? " done" : ""}${task.exam ? " exam" : ""}${asks ? " asking" : ""}`;
  return h(
    "div",
    { class: look, key: "task", role: "group", "aria-labelledby": id },
    h(
      "div",
      { class: "task-head" },
      heading(kind, task.done ? "tick" : task.exam ? "crown" : "flag"),
      stepDots(where, ui),
    ),
    h("h3", { class: "task-title", id, tabindex: "-1", "data-land": "task" }, task.title),
    brief ? inBrief(task) : body(task, ui),
  );
}

function body(task, ui) {
  if (task.done) return doneBody(task, ui);
  return [
    task.opening && h("p", { class: "opening", key: "opening" }, task.opening),
    task.say && h("p", { class: "say", key: "say" }, task.say),
    !task.waits && goal(task),
    task.point && pointing(task.point, ui),
    task.predict && predicting(task.predict, ui),
    task.waits && goal(task),
    task.tray && tray(task.tray, ui),
    task.nudge && h("p", { class: "nudge", key: "nudge" }, glyph("bulb"), h("span", {}, task.nudge)),
  ];
}

/** The task; where something is asked first that it does not name, it stands below the question and says so. */
function goal({ task, waits }) {
  return h("p", { class: `goal${waits ? " comes-after" : ""}`, key: "goal" }, waits && h("span", { class: "then" }, "After that: "), task);
}

/** The one sentence that says what there is to do now. */
const inBrief = (task) => (task.waits ? h("p", { class: "goal", key: "goal" }, askedNow(task).ask) : goal(task));

/** The question that is open. */
const askedNow = ({ point, predict }) => (point?.open ? point : predict);

/** Something that is asked: by pointing on the table, or by choices where nothing can be pointed at. */
function question({ name, icon, label, asked, open, says }, choices, ...rest) {
  return h(
    "div",
    { class: `question${open ? "" : " answered"}`, key: name, role: "group", "aria-label": asked.ask },
    heading(label, icon),
    h("p", { class: "ask" }, asked.ask),
    open && says && h("p", { class: "small on-table" }, glyph("tick"), says),
    choices.length > 0 && h("div", { class: "choices" }, choices),
    rest,
  );
}

function pointing(asked, ui) {
  const choice = ({ text, wrong, right }) => {
    const look = `btn choice${wrong ? " wrong" : ""}${right ? " right" : ""}`;
    const props = { key: text, type: "button", class: look, disabled: wrong || right || !asked.open };
    const answer = () => ui.send({ do: "answer", choice: text });
    const sign = wrong ? "stop" : right ? "tick" : null;
    return h("button", { ...props, onclick: answer }, sign && glyph(sign), h("span", {}, text));
  };
  const icon = asked.open ? "eye" : "tick";
  const label = asked.open ? (asked.on_table ? "Point to it on the table" : "Answer") : "Found";
  const says = asked.found > 0 && "Right. Find the rest.";
  return question(
    { name: "point", icon, label, asked, open: asked.open, says },
    asked.choices.map(choice),
    asked.because && h("p", { class: "because" }, asked.because),
  );
}

function predicting(asked, ui) {
  const choice = ({ text, said }) => {
    const props = { key: text, type: "button", class: `btn choice${said ? " said" : ""}`, disabled: !asked.open };
    const answer = () => ui.send({ do: "answer", choice: text });
    return h(
      "button",
      { ...props, "aria-pressed": String(said), onclick: answer },
      said && glyph("bulb"),
      h("span", {}, text),
    );
  };
  const label = asked.open ? (asked.on_table ? "Make your prediction: click the table" : "Make your prediction") : "You predicted";
  const change = plainButton("Change", () => ui.send({ do: "rethink" }), { look: "quiet", key: "rethink" });
  return question(
    { name: "predict", icon: "bulb", label, asked, open: asked.open, says: "" },
    asked.choices.map(choice),
    !asked.open && h(
      "p",
      { class: "said row" },
      asked.on_table && h("b", {}, asked.said),
      h("span", {}, asked.then),
      asked.may_change && change,
    ),
  );
}

/** What is to be laid out: one thing is in hand, any other can be taken. */
function tray({ things, laid }, ui) {
  const thing = ({ n, what, laid: lies, now }) => {
    const props = { type: "button", class: `thing${lies ? " laid" : now ? " now" : ""}`, disabled: lies };
    const take = () => ui.send({ do: "take", n });
    return h(
      "li",
      { key: n },
      h(
        "button",
        { ...props, "aria-pressed": String(now && !lies), onclick: take },
        glyph(lies ? "tick" : now ? "arrow-left" : "open"),
        h("span", {}, what),
      ),
    );
  };
  return h(
    "div",
    { class: "tray", key: "tray" },
    h(
      "div",
      { class: "task-head" },
      heading("Set these out", "protocol"),
      h("span", { class: "small" }, `${laid} of ${things.length}`),
    ),
    h("ul", {}, things.map(thing)),
    h("p", { class: "small on-table" }, glyph("arrow-left"), "Click the place where it belongs."),
  );
}

// -- A step that is done ---------------------------------------------------------------------------------------------

function doneBody(task, ui) {
  return [
    task.happened && h("p", { class: "happened", key: "happened" }, task.happened),
    h("p", { class: "goal", key: "learned" }, task.learned),
    task.predict && foreseen(task.predict),
    task.point && task.point.because && h("p", { class: "because", key: "because" }, task.point.because),
    task.rules && usedRules(task, ui),
    task.summary && chapterSummary(task.summary, ui),
  ];
}

/** Whether what was said is right, with the reason; a piece was named on the table, and has its sign there. */
function foreseen({ came, said, right, because }) {
  if (came === undefined) return null;
  const words = right ? (came ? `Right: “${said}”` : `You predicted “${said}”. The answer is “${right}”`) : came ? "Right" : "Not right";
  return h(
    "p",
    { class: `foreseen ${came ? "right" : "wrong"}`, key: "foreseen" },
    glyph(came ? "tick" : "close"),
    h("span", {}, h("b", {}, `${words}.`), " ", because),
  );
}

/** One line, to be unfolded; an exam says at once what was missed. */
function usedRules({ rules, exam }, ui) {
  const { used, missed } = rules;
  const list = (items) => h("ul", { class: "titles" }, items.map((rule) => h("li", { key: rule.id }, ruleTitle(rule, ui))));
  const all = used.length + missed.length;
  const head = exam && missed.length ? `${used.length} of ${all} rules used` : `The rules you used: ${used.length}`;
  return [
    h(
      "details",
      { class: "used", key: "used" },
      h("summary", {}, head),
      list(used),
    ),
    exam && missed.length > 0 && h(
      "div",
      { class: "missed", key: "missed" },
      heading("Rules you did not use", "question"),
      list(missed),
    ),
  ];
}

function ruleTitle({ id, title }, ui) {
  return h("button", { type: "button", class: "rule-title", title: "Open this rule", onclick: () => ui.rule(id) }, title);
}

/** What the chapter has taught; what was skipped can still be done. */
function chapterSummary({ chapter, learned }, ui) {
  const line = ({ id, text, done, do: open }) => {
    const skipped = () => ui.send(open);
    return h(
      "li",
      { key: id, class: done ? null : "skipped" },
      glyph(done ? "tick" : "open"),
      done ? h("span", {}, text) : h("button", { type: "button", class: "rule-title", onclick: skipped }, "Skipped: do it now"),
    );
  };
  const whole = learned.every(({ done }) => done);
  return h(
    "div",
    { class: "summary", key: "summary" },
    heading(whole ? `You know “${chapter}”` : `End of “${chapter}”`, "crown"),
    h("ul", {}, learned.map(line)),
  );
}

// -- The way on ------------------------------------------------------------------------------------------------------

const MOMENT = 700; // milliseconds for which Next is there and Enter does not mean it
const HINTS = { nudge: "Nudge", point: "Point", show: "Show" };

/** Which step is on a screen, and whether it is done: after either changes the same place has other buttons. */
export const stepOf = ({ task }) => (task ? `${task.id} ${task.done}` : "");

/** Go on from a step: the only way there, wherever it leads. */
export function goOn(onward, ui) {
  ui.send(onward.do);
}

/** The place that is always in sight: hints, and the way on. */
export function onwardBar({ task }, ui) {
  if (!task) return null;
  return h(
    "div",
    { class: `onward${task.done ? " done" : ""}`, key: "onward", role: "group", "aria-label": "Hints and next step" },
    ui.layout === "narrow" && h("p", { class: "onward-text", key: "text" }, task.done ? task.learned : task.waits ? askedNow(task).ask : task.task),
    h(
      "div",
      { class: "row onward-row", key: "row" },
      task.hints.map((kind) => hintButton(kind, ui, Boolean(task.moved))),
      (task.done || task.moved) && retryButton(task, ui),
      task.back && actionButton(task.back, ui, "quiet"),
      h("div", { class: "push", key: "push" }),
      nextButton(task, ui),
    ),
  );
}

function retryButton(task, ui) {
  const words = task.done ? "Do it again" : "Start over";
  const props = { icon: "undo", look: "icon", label: words, title: words, key: "retry" };
  return plainButton("", () => ui.send({ do: "retry" }), props);
}

/** `brief` without its sign, where another button needs the room in the row. */
function hintButton(kind, ui, brief) {
  const word = HINTS[kind];
  const icon = brief ? null : kind === "nudge" ? "bulb" : kind === "point" ? "arrow-left" : "play";
  const ask = (event) => event.detail < 2 && ui.send({ do: "hint", kind }); // the second of two clicks meant Next
  return plainButton(word, ask, { icon, label: `Hint: ${word.toLowerCase()}`, key: `hint ${kind}`, look: "hint-button" });
}

/** A step may end by itself: an Enter that was meant for its last decision must not go past what it has taught. So Enter
 * means Next only when that has been on the screen for a moment. */
export function settleNext(table) {
  const next = table.find(".onward .next");
  if (next === table.nextSeen) return;
  table.nextSeen = next;
  clearTimeout(table.readying);
  table.local.readyNext = null;
  if (!next) return;
  const { id } = table.shown.task;
  const ready = () => table.nextSeen === next && table.setLocal({ readyNext: id });
  requestAnimationFrame(() => (table.readying = setTimeout(ready, MOMENT)));
}

/** Whether there is a Next that Enter does not mean yet. */
export function isTooEarly(table) {
  return Boolean(table.find(".onward .next:not([data-main])"));
}

const LONGEST_LABEL = 30; // letters of Next that fit on one line

/** Next stands where Skip stood, and is a button of its own: whoever presses twice does not skip a step. */
function nextButton(task, ui) {
  const go = () => goOn(task.onward, ui);
  if (task.resting) return null; // the only thing to skip now is the playback
  if (!task.onward.do) return task.done ? h("p", { class: "onward-wait", key: "wait", role: "status" }, task.onward.text) : null;
  if (!task.done) return plainButton("Skip step", go, { look: "quiet skip-step", label: "Skip this step", key: `skip ${task.id}` });
  const ready = ui.local.readyNext === task.id;
  const { text } = task.onward;
  const shown = text.length > LONGEST_LABEL ? text.split(":")[0] : text;
  const label = shown === text ? null : text;
  const props = { look: "main next", icon: "arrow-right", key: `next ${task.id}`, label, title: label, "data-main": ready ? "" : null };
  return plainButton(shown, go, props);
}

// -- What the table does for it --------------------------------------------------------------------------------------

/** What a hint has marked: pieces, or the button of a move that no piece makes. */
export function hintsOf({ hint }) {
  const pieces = new Set(hint ? hint.pieces : []);
  return { hinted: pieces, hintedMove: hint && !pieces.size ? JSON.stringify(hint.move) : "" };
}

/** What a hint marks or a question is about comes into sight, however far down its list; afterwards the list goes back. */
export function showAsked(table) {
  const { hint, task } = table.screen || {};
  const asked = task && !task.done && askedNow(task);
  const about = hint ? JSON.stringify(hint) : asked?.open && asked.on_table ? `${task.id} ${asked.ask}` : "";
  if (about === table.askedAbout) return;
  table.askedAbout = about;
  table.moved ??= new Moved();
  table.moved.back();
  const target = about && table.find(hint ? ".mat .is-hinted" : ".mat .part.is-wanted");
  if (!target) return;
  table.moved.show(target, table.root);
  if (hint) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** A move that is being shown goes on by itself, unless something else has happened meanwhile. */
export function planShow(table) {
  clearTimeout(table.showing);
  const { show, at } = table.screen;
  if (!show) return;
  table.showing = setTimeout(() => table.screen.at === at && table.send({ do: "show-on" }), show);
}

/** Python has told what a piece can do: its menu opens there. */
export function openAsked(table) {
  const { menu } = table.screen;
  const anchor = menu && table.find(`[data-piece="${CSS.escape(menu.piece)}"]`);
  if (!anchor) return;
  const items = menu.items.map(({ text, move }) => ({ text, run: () => table.send({ do: "move", move }) }));
  table.openMenu({ anchor, piece: menu.piece, label: anchor.getAttribute("aria-label"), items });
}

/** The way on stands above the bar of moves, which keeps to the lower edge of the window and is as high as it must be. */
export function watchBar(table) {
  const bar = table.screen.task ? table.find(".bar") : null;
  if (bar === table.barWatched) return;
  table.barWatched = bar;
  table.barSize ??= new ResizeObserver(() => {
    table.root.style.setProperty("--bar-height", `${table.barWatched?.offsetHeight || 0}px`);
  });
  table.barSize.disconnect();
  if (bar) table.barSize.observe(bar);
}

/** Lists of patterns begin anew with a step: at its first pattern, or at one that the task calls by its name. */
function showNamed(table, { say, task }) {
  for (const list of table.root.querySelectorAll(".patterns")) {
    const isNamed = (one) => `${say} ${task}`.includes(one.querySelector(".pattern-name b").textContent);
    const named = [...list.querySelectorAll(".pattern")].find(isNamed);
    const box = scrollerOf(list, table.root);
    if (!box) continue;
    const far = named ? named.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + box.scrollTop : 0;
    box.scrollTop = Math.max(0, far / zoomOf(box));
  }
}

/** What scrolls a list, inside its table; the page itself stays where it is. */
function scrollerOf(element, root) {
  for (let box = element; box && box !== root; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/** A new step, or the end of one, is read from its beginning; whoever has pressed Next stands at the new task. */
export function settleTask(table, hadFocus) {
  const { task } = table.screen;
  const was = table.taskWas;
  table.taskWas = task ? { id: task.id, done: task.done } : null;
  if (task && task.id !== was?.id) {
    table.find(".patterns")?.scrollTo(0, 0);
    showNamed(table, task);
  }
  if (!task || !was) return;
  const stepped = task.id !== was.id;
  if (!stepped && task.done === was.done) return;
  table.find(".rail, .flat-said")?.scrollTo(0, 0);
  if (!stepped) return;
  if (table.ui.layout !== "wide") table.root.scrollIntoView({ block: "start" }); // where the table is longer than the window
  if (hadFocus) table.focusOn("[data-land=task]");
}
