// Hands on a launcher: dragging by mouse and touch, click and click, and keys. All of them end in the same two messages:
// a move that is possible, or one that is tried and refused with its reason. Where patterns are launched, tokens stay
// where they are: a hand that goes over them marks those that it means.

import { zoomOf } from "./dom.js";
import { MOVE } from "./travel.js";

const DRAG = 6; // pixels until a press is no click any more

let drag = null; // the press that may become a drag, of the whole page: there is one hand
let justDragged = false; // what ends a drag is no click
const plans = new WeakMap(); // the launcher of each table, as it was drawn last

/** The behaviour of a slot on top of that of every piece. */
export function handle(props, slot, plan, ui) {
  plans.set(ui, plan);
  if (!props.onclick) return props;
  const { onclick, onfocus, onkeydown } = props;
  return {
    ...props,
    onpointerdown: (event) => press(event, slot, plan, ui),
    onpointermove: (event) => follow(event, ui),
    onpointerup: (event) => release(event, ui),
    onpointercancel: (event) => release(event, ui, true),
    onpointerenter: (event) => event.pointerType === "mouse" && !drag && aimAt(slot.at, plan, ui),
    onpointerleave: () => !drag && plan.held && aimAt(null, plan, ui),
    onfocus: (event) => (onfocus?.(event), aimAt(slot.at, plan, ui)),
    onclick: (event) => click(event, slot, plan, ui, onclick),
    onkeydown: (event) => key(event, slot, plan, ui, onkeydown),
  };
}

/** Where the held token would go; without one there is nothing to aim at. */
function aimAt(at, { held }, ui) {
  if (held && !ui.local.dropped && (ui.local.aim || null) !== at) ui.setLocal({ aim: at });
}

// -- click and click ---------------------------------------------------------------------------------------------------

/** Another token is taken instead; where nothing can be taken, the held one tries to go there. */
function click(event, slot, plan, ui, act) {
  if (justDragged) return void (justDragged = false);
  const { held, part } = plan;
  const first = part.slots.find((one) => one.id === ui.local.chosen); // an empty slot may be chosen before its token
  if (!held && first && slot.ends?.[first.id]) return putThere(slot, first, ui);
  if (part.marks && slot.token && !slot.point && (plan.marked.length || !slot.moves?.length)) return mark(slot.at, ui);
  const isOther = held && slot !== held && !slot.ends?.[held.id];
  if (isOther && !(slot.token && slot.choose)) return tryThere(part, held, slot, ui);
  if (!held) ui.local.aim = null;
  else if (slot.ends?.[held.id]) return putThere(slot, held, ui);
  act(event);
}

function tryThere({ slots, shifts }, held, slot, ui) {
  if (!shifts) return;
  const [onto, over] = shifts;
  const order = slots.indexOf(held) < slots.indexOf(slot) ? [held.at, slot.at] : [slot.at, held.at];
  const move = slot.token ? [over, ...order] : [onto, held.at, slot.at];
  putDown(ui);
  ui.send({ do: "move", move });
}

/** Until the table answers, the token lies where it was put. The move leaves first: Python thinks while the page draws. */
function putThere(slot, held, ui) {
  ui.send({ do: "move", move: slot.ends[held.id][0] });
  ui.setLocal({ aim: slot.at, dropped: true });
}

function putDown(ui) {
  ui.setLocal({ chosen: null, aim: null });
}

// -- keys --------------------------------------------------------------------------------------------------------------

/** Enter puts the held token down where the focus is; Escape brings both back. */
function key(event, slot, plan, ui, press) {
  const { held, part } = plan;
  if (part.marks && slot.token && !slot.point && (event.key === " " || (event.key === "Escape" && plan.marked.length))) {
    event.key === " " ? mark(slot.at, ui) : ui.setLocal({ marked: [] });
    event.preventDefault();
    return event.stopPropagation();
  }
  const isElsewhere = held && slot !== held;
  if (event.key === "Escape" && held) {
    putDown(ui);
    elementOf(event.currentTarget, held.at)?.focus({ preventScroll: true });
    event.preventDefault();
    return event.stopPropagation();
  }
  if ((event.key === "Enter" || event.key === " ") && isElsewhere) {
    event.preventDefault();
    event.stopPropagation();
    return slot.ends?.[held.id] ? putThere(slot, held, ui) : tryThere(part, held, slot, ui);
  }
  press(event);
}

/** Mark a token, or let go of its mark. */
function mark(at, ui) {
  const marked = ui.local.marked || [];
  ui.setLocal({ marked: marked.includes(at) ? marked.filter((one) => one !== at) : [...marked, at] });
}

const elementOf = (element, at) => element.closest(".launcher").querySelector(`[data-slot="${at}"]`);

// -- what others do ------------------------------------------------------------------------------------------------------

const lying = new WeakMap(); // launcher -> its tokens as they were drawn last

/** After a drawing: two tokens that have changed places, or one that has slid, glide there, unless they were seen to. */
export function settleLaunchers({ root, ui }) {
  for (const board of root.querySelectorAll(".launcher")) {
    const before = lying.get(board) || "";
    const now = board.dataset.tokens;
    lying.set(board, now);
    const changed = [...now].flatMap((letter, index) => (letter === before[index] ? [] : [index]));
    const [a, b] = changed;
    if (!ui.motion || changed.length !== 2 || now[a] !== before[b] || now[b] !== before[a]) continue;
    const slots = board.querySelectorAll("[data-slot]");
    for (const [to, from] of [[slots[a], slots[b]], [slots[b], slots[a]]]) {
      const token = to.querySelector(".data-token");
      if (token) glideFrom(token, from, to);
    }
  }
}

function glideFrom(token, from, to) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [x, y] = [start.left - end.left, start.top - end.top].map((way) => way / zoomOf(to));
  token.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], MOVE);
}

// -- dragging ----------------------------------------------------------------------------------------------------------

function press(event, slot, { part }, ui) {
  justDragged = false;
  if (event.button > 0 || !slot.token || slot.point || ui.playback.busy) return;
  if (!part.marks && !slot.choose && !part.shifts) return;
  drag = { marks: part.marks, id: event.pointerId, piece: slot.id, at: slot.at, x: event.clientX, y: event.clientY, going: false, from: event.currentTarget };
}

function follow(event, ui) {
  if (drag?.id !== event.pointerId) return;
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
  if (!drag.going && far < DRAG) return;
  if (drag.marks) return sweep(event, ui);
  if (!drag.going) begin(ui, event);
  carry(event);
  const over = slotUnder(event)?.dataset.slot || null;
  const aim = over === drag.at ? null : over;
  if ((ui.local.aim || null) !== aim) ui.setLocal({ aim });
}

/** The hand goes over tokens: all of them are marked, beginning with the first. */
function sweep(event, ui) {
  if (!drag.going) {
    drag.going = true;
    drag.from.setPointerCapture(event.pointerId);
    ui.setLocal({ marked: [drag.at] });
  }
  const at = slotUnder(event)?.dataset.slot;
  const marked = ui.local.marked || [];
  if (at && !marked.includes(at) && plans.get(ui).part.slots.some((slot) => slot.at === at && slot.token)) mark(at, ui);
}

function begin(ui, event) {
  drag.going = true;
  drag.from.setPointerCapture(event.pointerId);
  const ghost = ghostOf(drag.from);
  ghost.replaceChildren(drag.from.querySelector(".data-token").cloneNode(true));
  const { width } = drag.from.getBoundingClientRect();
  ghost.style.width = `${width / zoomOf(ghost)}px`;
  ghost.toggleAttribute("data-going", true);
  ui.setLocal({ chosen: drag.piece, aim: null });
}

/** The token under the hand; it lies in a slot as soon as it could. */
function carry({ clientX, clientY }) {
  const ghost = ghostOf(drag.from);
  const { left, top } = ghost.parentElement.getBoundingClientRect();
  const zoom = zoomOf(ghost);
  ghost.style.transform = `translate(${(clientX - left) / zoom}px, ${(clientY - top) / zoom}px) translate(-50%, -50%)`;
}

const ghostOf = (element) => element.closest(".launcher").querySelector(".launcher-ghost");

/** @returns {HTMLElement | null} */
function slotUnder({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest("[data-slot]") || null;
}

/** Let go: over a slot that is the move, or it is tried; elsewhere the token goes back. */
function release(event, ui, isGivenUp = false) {
  if (drag?.id !== event.pointerId) return;
  const { going, from, at, marks } = drag;
  drag = null;
  if (!going) return;
  justDragged = true;
  setTimeout(() => (justDragged = false)); // no click follows where the hand was let go elsewhere
  if (marks) return isGivenUp && ui.setLocal({ marked: [] });
  const ghost = ghostOf(from);
  ghost?.toggleAttribute("data-going", false);
  ghost?.replaceChildren();
  const over = slotUnder(event);
  const slot = over?.closest(".launcher") === from.closest(".launcher") ? over : null;
  if (isGivenUp || !slot || slot.dataset.slot === at) return putDown(ui);
  drop(slot.dataset.slot, ui);
}

function drop(at, ui) {
  const { held, part } = plans.get(ui);
  const slot = part.slots.find((one) => one.at === at);
  if (!held) return;
  if (slot.ends?.[held.id]) putThere(slot, held, ui);
  else tryThere(part, held, slot, ui);
}
