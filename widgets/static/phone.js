// A phone: what must stay in sight where there is room for one thing only. A strip with the scores and what happened
// last, the board under it, and a sheet from below for whatever the table answers.

import { h, setProperty } from "./dom.js";
import { seatBadge } from "./cards.js";
import { counter } from "./parts.js";
import { plainButton, whyPanel } from "./panels.js";

// -- The strip -------------------------------------------------------------------------------------------------------

/** The score of every seat, or of all together, and the last event in one line. A seat is pointed at here as on its plate. */
export function strip(screen, ui) {
  const seats = seatsOf(screen.scene || []);
  const event = lastEvent(screen);
  const team = (screen.scene || []).find((part) => part.part === "track" && part.figure);
  const means = (screen.scene || []).filter((part) => part.means).flatMap((part) => part.seats).find((one) => one.you);
  if (!seats.length && !team && !event) return null;
  const seat = (one) =>
    h(
      "li",
      { key: one.seat, class: one.now ? "is-now" : null, title: one.name },
      one.point ? h("button", { type: "button", key: "point", "aria-label": `Point to ${one.name}`, onclick: () => ui.send({ do: "point", piece: one.id }) }, chip(one)) : chip(one),
    );
  const chip = (one) => [
    seatBadge(one.seat),
    one.you && seats.length > 1 ? h("small", { key: "you" }, "you") : null,
    h("b", { key: "score", "aria-label": `${one.name}: ${one.score}${one.of ? ` of ${one.of}` : ""}` }, one.score),
  ];
  return h(
    "div",
    { class: `strip-bar${means ? " has-means" : ""}`, key: "strip", role: "group", "aria-label": "Scores and latest event" },
    means && h("div", { class: "strip-means", key: "means" }, (means.counters || []).map(counter)),
    h("ul", {}, seats.map(seat), team && h("li", { key: "team" }, team.title, h("b", {}, team.figure))),
    event && h("p", { key: "event" }, event),
  );
}

/** All seats of a scene that show a score, in their order. */
function seatsOf(scene) {
  const found = scene.flatMap((part) => part.seats || (part.who ? [part.who] : []));
  return found.filter((one) => one.score !== undefined).sort((one, other) => one.seat - other.seat);
}

function lastEvent({ log }) {
  const newest = (log || [])[0];
  if (!newest) return "";
  return newest.lines ? newest.lines[newest.lines.length - 1].text : newest.text;
}

// -- What comes first ------------------------------------------------------------------------------------------------

/** Whether any piece in a part of the scene has a move, a way of several moves, or is to be pointed at. */
export function mayBeUsed(thing) {
  if (Array.isArray(thing)) return thing.some(mayBeUsed);
  if (!thing || typeof thing !== "object") return false;
  return Boolean(thing.moves?.length || thing.route?.length || thing.point) || Object.values(thing).some(mayBeUsed);
}

/** Whether the board is a map alone: then it stays, and all around it keeps its order whatever is decided. */
export const mapStays = ({ board }) => board.length === 1 && board[0].part === "map";

/** Whether the board comes first, and stays: unless a battle is fought, or all that can be done lies beside it. */
export function boardLeads({ board, beside, hand }) {
  if (!board.length || beside.some((part) => part.part === "sheet")) return false;
  return !mayBeUsed(beside) || mayBeUsed(board) || mayBeUsed(hand);
}

const HALF = 0.58; // of what is left between the strip and the dock: the board may take so much, and stays

/** Whether the board may stay in sight is a matter of room; nothing that is reached may lie under what stays. */
export function settlePhone(table) {
  const { root, ui } = table;
  if (ui.layout !== "narrow") return;
  const height = (selector) => (ui.flat ? 0 : table.find(selector)?.offsetHeight || 0); // beside the table nothing covers it
  const [board, dock, strip] = [height(".shelf.leads"), height(".dock"), height(".strip-bar")];
  const room = parseFloat(root.style.getPropertyValue("--app")) - strip - dock;
  const stays = board > 0 && board <= room * HALF;
  setProperty(root, "data-stays", stays);
  root.style.setProperty("--strip", `${strip}px`);
  root.style.setProperty("--stays", `${strip + (stays ? board : 0) + 8}px`);
  root.style.setProperty("--dock", `${dock + 8}px`);
  watchTask(table);
  bringForward(table);
}

/** The dock says the task while its own words are out of sight, and not twice. */
function watchTask(table) {
  const words = table.find(".pane.task .goal");
  if (words === table.taskWords) return;
  table.taskWords = words;
  table.taskSight ??= new IntersectionObserver((seen) => {
    setProperty(table.root, "data-task-seen", seen[seen.length - 1].intersectionRatio > 0.9);
  }, { threshold: [0, 0.9] });
  table.taskSight.disconnect();
  if (words) table.taskSight.observe(words);
}

/** Rows that scroll sideways begin with what may be used, or what a hint has marked. */
function bringForward(table) {
  const { at } = table.screen;
  if (table.forwardAt === at) return;
  table.forwardAt = at;
  for (const row of table.root.querySelectorAll(".hand-cards, .card-row, .dock .groups")) {
    if (row.scrollWidth <= row.clientWidth + 1) continue;
    const wanted = [...row.querySelectorAll(".is-hinted")].concat([...row.querySelectorAll(".is-legal, .btn.legal")]);
    const box = row.getBoundingClientRect();
    const places = wanted.map((one) => one.getBoundingClientRect());
    if (!places.length || places.some(({ left, right }) => left >= box.left - 2 && right <= box.right + 2)) continue;
    row.scrollLeft += places[0].left - box.left - 16;
  }
}

// -- The sheet -------------------------------------------------------------------------------------------------------

const NO_ANSWER = new Set(["open", "close", "search", "hello", "project", "library"]);

/** What the table answers comes from below and can be put away; the next thing one tries may bring it back. */
export function answerSheet(screen, ui) {
  const { why } = screen;
  if (!why || ui.local.putAway === JSON.stringify(why)) return null;
  const close = () => ui.closeSheet();
  return h(
    "div",
    { class: "answer-sheet", key: "sheet", tabindex: "-1", "data-land": "sheet" },
    whyPanel(screen, ui),
    plainButton("", close, { icon: "close", look: "quiet icon", label: "Close", key: "close-sheet" }),
  );
}

/** What was put away may be said again once something else was tried. */
export function tryAgain(message, local) {
  if (!NO_ANSWER.has(message.do)) local.putAway = local.answered = null;
}
