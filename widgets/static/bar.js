// The bar below the table: the same moves as on the table, as buttons, and time.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { actionButton, isHinted, plainButton } from "./panels.js";
import { inOneRow, widthOf } from "./onerow.js";

const MANY_MOVES = 8; // a group longer than this is folded into a menu, and so is a long one where room is short
const SOME_MOVES = 3;
const LARGER = 1.16; // the letters of the main button, beside those of the others
const ROOM_FOR_TYPING = 6; // with more buttons than this the box to type a move is folded into a button

// -- Moves -----------------------------------------------------------------------------------------------------------

export function moveBar(screen, ui) {
  const sorted = sortMoves(screen.moves || []);
  const { groups, ends, main } = sorted;
  const { row, rest, tight, typing } = fitted(sorted, screen.now?.whose, ui);
  return h(
    "div",
    { class: "moves", key: "moves", id: `${ui.uid}-moves`, role: "group", "aria-label": "Moves", tabindex: "-1" },
    screen.now?.whose && h("b", { class: "whose", key: "whose" }, `${screen.now.whose}:`),
    groups.length > 0 && h(
      "div",
      { class: `groups${tight ? " is-tight" : ""}`, key: "groups" },
      row.map((group, index) => moveGroup(group, index, ui)),
      rest.length > 0 && moreMoves(rest, ui),
    ),
    endButtons(ends, ui),
    !groups.length && !ends.length && !main && h("p", { class: "none", key: "none" }, noMoves(screen)),
    h("div", { class: "push", key: "push" }),
    (groups.length > 0 || ends.length > 0 || main) && typeBox(screen, typing, ui),
    main && mainButton(main, ui),
  );
}

/** What of the groups is in the row, and what is not; the box to type a move is the first to give way. */
function fitted(sorted, whose, ui) {
  const { groups } = sorted;
  const shown = groups.map((group, index) => ({ ...group, folded: group.buttons.length > roomFor(index, groups, ui) }));
  const name = whose ? widthOf({ text: whose }, ui) : 0;
  const room = (typing) => roomBeside(sorted, typing, ui) - name;
  const wide = !foldsTyping(groups, ui);
  const found = inOneRow(shown, room(wide), ui);
  if (!wide || !(found.rest.length || found.tight) || ui.local.typing) return { ...found, typing: wide };
  return { ...inOneRow(shown, room(false), ui), typing: false };
}

/** What the other buttons and the box to type a move leave of the bar's width. */
function roomBeside({ ends, main }, typing, ui) {
  const k = ui.projector ? 1.6 : 1;
  const side = ui.layout === "wide" ? (ui.projector ? Math.min(560, ui.width * 0.29) : 344) : 262 * k;
  const ending = ends.reduce((sum, button) => sum + widthOf(button, ui) + 24 * k, 0);
  return ui.width - side - (typing ? 190 : 40) * k - ending - (main ? widthOf(main, ui) * LARGER + 74 * k : 0) - 70 * k;
}

/** What ends something stands by itself, and not where the main button does: who presses without looking means that. */
function endButtons(ends, ui) {
  return ends.length > 0 && h("div", { class: "ends buttons", key: "ends" }, ends.map((button) => moveButton(button, ui)));
}

/** What does not fit into the row, in its groups. */
function moreMoves(rest, ui) {
  const items = rest.flatMap((group) => [{ heading: group.label }, ...group.buttons.map((button) => entryOf(button, ui))]);
  const open = (event) => ui.openMenu({ anchor: event.currentTarget, label: "More moves", items });
  const legal = rest.some((group) => group.buttons.some((button) => button.legal));
  const hinted = rest.some((group) => group.buttons.some((button) => isHinted(button, ui))) ? " is-hinted" : "";
  const props = { look: (legal ? "legal" : "") + hinted, label: "More moves", key: "more", "aria-haspopup": "menu" };
  const count = rest.reduce((sum, group) => sum + group.buttons.length, 0);
  return plainButton(`${count} more …`, open, { ...props, "data-more": "" });
}

const entryOf = (button, ui) => ({
  text: button.text,
  strong: button.strong,
  glyph: button.glyph,
  label: button.label,
  off: button.off,
  run: () => ui.send(button.do),
});

function noMoves({ now, time, next, viewer }) {
  if (!time && now?.buttons?.some((button) => button.do.do === "start")) return "Your moves appear here once the game starts.";
  if (next) return next.text || "Others are playing.";
  if (time && time.at < time.length) return "To make a move, press “Back to now”.";
  return now && now.kind === "wait" && viewer !== null ? "You have nothing to decide now." : "";
}

/** The one main button and what ends something stand apart; the rest keeps its groups. */
function sortMoves(moves) {
  const all = moves.flatMap((group) => group.buttons);
  const main = all.find((button) => button.main);
  const ends = all.filter((button) => button.ends && button !== main);
  const groups = moves
    .map((group) => ({ ...group, buttons: group.buttons.filter((button) => button !== main && !button.ends) }))
    .filter((group) => group.buttons.length);
  return { groups, ends, main };
}

function mainButton(main, ui) {
  const props = {
    key: "main",
    type: "button",
    class: `btn main go${isHinted(main, ui) ? " is-hinted" : ""}`,
    disabled: Boolean(main.off),
    "aria-label": main.label,
    title: main.label || main.text, // a long one is clipped
  };
  return h(
    "button",
    { ...props, "data-main": "", onclick: () => ui.send(main.do) },
    main.glyph && glyph(main.glyph),
    h("span", {}, main.text),
    main.strong && h("b", {}, main.strong),
    ui.layout !== "narrow" && h("kbd", { "aria-hidden": "true" }, "Enter"),
  );
}

/** How many buttons a group may show: fewer where room is short, and on a phone only the first group is spread out. */
function roomFor(index, groups, ui) {
  if (ui.layout === "narrow" && index > 0) return 1;
  const isShort = ui.layout === "middle" || ui.projector;
  return isShort && countMoves(groups) > MANY_MOVES ? SOME_MOVES : MANY_MOVES;
}

function countMoves(groups) {
  return groups.reduce((sum, group) => sum + group.buttons.length, 0);
}

function moveGroup(group, index, ui) {
  return h(
    "div",
    { class: `group ${group.folded ? "is-folded" : ""}`, key: `${index} ${group.label}`, role: "group", "aria-label": group.label },
    h("span", { class: "label" }, group.label),
    h(
      "div",
      { class: "buttons" },
      group.folded ? foldedGroup(group, ui) : group.buttons.map((button) => moveButton(button, ui)),
    ),
  );
}

/** A move in a few words; all of them are in its tip. */
function moveButton(button, ui) {
  const made = actionButton(button, ui);
  if (button.label !== button.text) made.props.title = button.label;
  if (button.least) made.props.style = atLeast(button.least);
  if (button.looks) Object.assign(made.props, lookingAt(button, ui));
  return made;
}

/** Whoever looks at the button of a launch sees where its pattern lies. */
function lookingAt({ looks, match }, ui) {
  const look = () => ui.setLocal({ looked: looks, match: { id: looks, number: match } });
  const leave = () => ui.local.looked === looks && ui.setLocal({ looked: null, match: null });
  return { onpointerenter: look, onpointerleave: leave, onfocus: look, onblur: leave };
}

const atLeast = (width) => `min-width: ${Math.ceil(width)}px`;

function foldedGroup(group, ui) {
  const items = group.buttons.map((button) => entryOf(button, ui));
  const open = (event) => ui.openMenu({ anchor: event.currentTarget, label: group.label, items });
  const legal = group.buttons.some((button) => button.legal);
  const hinted = group.buttons.some((button) => isHinted(button, ui)) ? " is-hinted" : "";
  const text = ui.layout === "narrow" ? `${group.label} …` : `Choose one of ${group.buttons.length} …`;
  const label = `${group.label}: ${text}`;
  const props = { look: (legal ? "legal" : "") + hinted, label, key: "fold", "aria-haspopup": "menu" };
  return plainButton(text, open, { ...props, style: group.least ? atLeast(group.least) : null });
}

/** Whether the box to type a move is only a button, until it is wanted. */
function foldsTyping(groups, ui) {
  return !ui.local.typing && (!ui.ids || ui.layout === "narrow" || countMoves(groups) > ROOM_FOR_TYPING);
}

function typeBox(screen, wide, ui) {
  if (!wide) {
    const props = {
      key: "type-open",
      type: "button",
      class: "btn type-open",
      title: "Type a move",
      "aria-label": "Type a move",
    };
    const open = { "data-type": "", onclick: () => ui.startTyping() };
    return h("button", { ...props, ...open }, h("kbd", { "aria-hidden": "true" }, "/"));
  }
  const id = `${ui.uid}-type`;
  const submit = (event) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    const text = input.value.trim();
    if (text) ui.send({ do: "type", text });
    input.value = "";
  };
  return h(
    "form",
    { class: "type", key: "type", onsubmit: submit },
    h("label", { class: "label", for: id }, "Type a move"),
    h(
      "input",
      { id, type: "text", placeholder: example(screen), autocomplete: "off", spellcheck: "false", "data-type": "" },
    ),
  );
}

/** What the box is for, with the shortest move on the table as it can be typed. */
function example(screen) {
  const buttons = (screen.moves || []).flatMap((group) => group.buttons);
  const moves = buttons.flatMap((button) => (button.do?.move ? [button.do.move.join(" ")] : []));
  const [shortest] = moves.sort((one, other) => one.length - other.length);
  return shortest ? `Type a move: ${shortest}` : "Type a move";
}

// -- Time ------------------------------------------------------------------------------------------------------------

export function timePanel(screen, ui) {
  const time = screen.time;
  if (!time) return h("div", { class: "time idle", key: "time" });
  const past = time.at < time.length;
  return h(
    "div",
    { class: `time ${past ? "past" : ""}`, key: "time", role: "group", "aria-label": "Time", late: true },
    h(
      "div",
      { class: "time-head" },
      h("span", { class: "label" }, "Time"),
      time.lines && time.lines.length > 1 && lineSelect(time.lines, ui),
      h("span", { class: "count" }, countOf(time, ui)),
    ),
    h("div", { class: "time-row" }, undoButton(time, ui), startButton(time, ui), slider(time, ui)),
    past && !offersPresent(screen.now) && pastButtons(time, ui),
  );
}

function countOf(time, ui) {
  const [at, length] = [time.at, time.length].map((moment) => numberOf(moment, time));
  return ui.projector ? `${at} / ${length}` : [h("span", { class: "count-word" }, "move "), `${at} of ${length}`];
}

/** The number of a moment, the same on every page: moves that everybody has seen, and apart from them one's own. */
function numberOf(moment, { apart = [] }) {
  const before = apart.filter((one) => one <= moment);
  let since = 0;
  while (since < before.length && before[before.length - 1 - since] === moment - since) since += 1;
  return `${moment - before.length}${since ? `+${since}` : ""}`;
}

/** What cannot be taken back looks like it and says why; a click says it too, with its rule. */
function undoButton(time, ui) {
  const why = time.no_undo;
  const off = why ? { "aria-disabled": "true", "aria-description": why, look: "is-off" } : { disabled: !time.undo };
  const grey = time.at < time.length ? "Go back to the newest move before you undo." : "You have no move to take back yet.";
  const props = { icon: "undo", title: why || (time.undo ? "Undo  U" : grey), key: "undo", ...off };
  return plainButton("Undo", () => ui.send({ do: "undo" }), props);
}

function startButton(time, ui) {
  const props = {
    icon: "first",
    look: "quiet icon",
    label: "Go to start",
    title: "Go to start",
    disabled: time.at === 0,
  };
  return plainButton("", () => ui.send({ do: "goto", number: 0 }), { ...props, key: "start" });
}

function slider(time, ui) {
  const length = Math.max(time.length, 1);
  const part = (number) => `${(100 * number) / length}%`;
  const move = (event) => ui.scrub(Number(event.currentTarget.value));
  const at = ui.local.scrubbing ?? time.at;
  return h(
    "div",
    { class: "slider", style: `--part: ${part(at)}` },
    h("input", {
      type: "range",
      min: "0",
      max: String(length),
      step: "1",
      value: String(at),
      disabled: time.length === 0,
      "aria-label": "Moment of the game",
      "aria-valuetext": `move ${numberOf(at, time)} of ${numberOf(time.length, time)}`,
      oninput: move,
      onpointerdown: () => ui.hold(true),
      onpointerup: () => ui.hold(false),
      onpointercancel: () => ui.hold(false),
    }),
    h(
      "div",
      { class: "ticks", "aria-hidden": "true" },
      (time.turns || []).map((turn) => h("i", { style: `left: ${part(turn)}` })),
      (time.notes || []).map((noted) => h("i", { class: "noted", key: `note ${noted}`, style: `left: ${part(noted)}` })),
    ),
  );
}

/** Whether NOW already has the buttons that lead out of the past. */
function offersPresent(now) {
  return Boolean(now && (now.buttons || []).some((button) => button.do.do === "goto"));
}

function pastButtons(time, ui) {
  const now = () => ui.send({ do: "goto", number: time.length });
  return h(
    "div",
    { class: "time-row", key: "past" },
    plainButton("Back to now", now, { icon: "last", key: "now" }),
    time.branches && plainButton("Play on from here", () => ui.send({ do: "branch" }), { icon: "branch", key: "branch" }),
  );
}

function lineSelect(lines, ui) {
  const now = lines.find((line) => line.now) || lines[0];
  const choose = (event) => ui.send({ do: "line", id: Number(event.currentTarget.value) });
  const option = (line) => h("option", { key: line.id, value: String(line.id) }, line.text);
  const props = {
    class: "lines-select",
    key: "lines",
    "aria-label": "Line of play",
    value: String(now.id),
    onchange: choose,
  };
  return h("select", props, lines.map(option));
}

/** On a phone moves and time share a dock at the lower edge: moves, then undo, time and the main button. */
export function dock(screen, ui, above = null) {
  const { groups, ends, main } = sortMoves(screen.moves || []);
  const time = screen.time;
  const open = Boolean(time && (ui.local.timeOpen || time.at < time.length));
  const toggle = () => ui.setLocal({ timeOpen: !ui.local.timeOpen });
  const spoken = time ? `Time: move ${numberOf(time.at, time)} of ${numberOf(time.length, time)}` : "";
  const props = { icon: "clock", label: spoken, key: "clock", "aria-expanded": String(open) };
  return h(
    "div",
    {
      class: "dock",
      key: "dock",
      id: `${ui.uid}-moves`,
      role: "group",
      "aria-label": "Moves and time",
      tabindex: "-1",
    },
    above,
    open && timePanel(screen, ui),
    (groups.length > 0 || ends.length > 0) && h(
      "div",
      { class: "dock-moves", key: "moves" },
      groups.length > 0 && h("div", { class: "groups", key: "groups" }, groups.map((group, index) => {
        const folded = group.buttons.length > roomFor(index, groups, ui);
        return moveGroup({ ...group, folded }, index, ui);
      })),
      endButtons(ends, ui),
    ),
    h(
      "div",
      { class: "dock-row", key: "row" },
      time && !open && undoButton(time, ui),
      time && plainButton(numberOf(time.at, time), toggle, props),
      (groups.length > 0 || ends.length > 0 || main) && typeBox(screen, !foldsTyping(groups, ui), ui),
      main && mainButton(main, ui),
    ),
  );
}
