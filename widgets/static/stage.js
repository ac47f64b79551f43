// What is shown over the table while something is played back: frames around the pieces it is about, «−2» at a score,
// a card in large type, the dice of a battle. It takes no clicks, and is never read out: the sentence is.

import { h, patch, zoomOf } from "./dom.js";
import { glyph } from "./glyphs.js";
import { card, die, seatBadge, seatColour } from "./cards.js";
import { followStory, isInSight } from "./camera.js";
import { Moved } from "./scrolling.js";
import { fly, MOVE, nameOf } from "./travel.js";

const EDGE = 20; // pixels that a figure keeps from the edge of what is in sight
const ROOM = 48; // pixels that a figure beside a piece takes
const GAP = 4; // pixels between a piece and the frame around it
const STAYS = /^(seat|deck|pile|held|discard|wastes-deck)\b/; // places of which something is taken
const TOGETHER = 4; // of more things than these only the first ones travel one by one

/** The scene with the steps that a beat belongs to, in the place of what was asked there; the step at work notes what is
 * told. */
export function withSteps(scene, { steps, text }) {
  const isOn = (part) => part.steps && part.place === "beside";
  const isAsked = (part) => part.part === "list" && part.place === "beside" && !part.tab;
  if (steps) return [...scene.filter((part) => part.place !== "beside" || (part.zone !== steps.zone && !isAsked(part))), steps];
  if (steps === null) return scene.filter((part) => !isOn(part));
  const noted = (item) => (item.now ? { ...item, note: text } : item);
  return scene.map((part) => (isOn(part) ? { ...part, items: part.items.map(noted) } : part));
}

export class Stage {
  constructor(root) {
    this.root = root;
    this.shown = null; // the beat on the stage
    this.hidden = []; // pieces that are on their way
    this.flown = new Set(); // names of cards that need not glide once more
    this.ghosts = new Set();
    this.moved = new Moved();
  }

  /** Where the stage is drawn: the page keeps the place, and leaves its inside alone. */
  static place() {
    return h("div", { class: "stage", key: "stage", raw: true, "aria-hidden": "true" });
  }

  get element() {
    return this.root.querySelector(":scope > .stage");
  }

  /**
   * The first of these pieces that lies on the table.
   * @returns {HTMLElement | null}
   */
  find(ids) {
    for (const id of ids || []) {
      const piece = this.root.querySelector(`.mat [data-piece="${CSS.escape(id)}"]`);
      if (piece?.getBoundingClientRect().width) return piece;
    }
    return null;
  }

  /** A box of the window, in the measures of the table. */
  inTable(box) {
    const frame = this.root.getBoundingClientRect();
    const zoom = zoomOf(this.root);
    const [left, top] = [(box.left - frame.left) / zoom, (box.top - frame.top) / zoom];
    return { left, top, width: box.width / zoom, height: box.height / zoom };
  }

  /** That part of the table which is in sight, in its own measures: the bar below may lie over it. */
  inSight() {
    const mat = this.root.querySelector(".mat")?.getBoundingClientRect();
    if (!mat) return null;
    const bar = this.root.querySelector(".bar, .dock")?.getBoundingClientRect();
    const top = Math.max(mat.top, 0);
    const covered = bar && bar.left < mat.right ? bar.top : mat.bottom; // it may also stand beside the table
    const bottom = Math.max(Math.min(mat.bottom, window.innerHeight, covered), top + 120);
    return this.inTable({ left: mat.left, top, width: mat.width, height: bottom - top });
  }

  // -- what stands there ---------------------------------------------------------------------------------------------

  show(beat, ui) {
    this.shown = { beat, ui };
    const { element } = this;
    if (!element) return;
    const told = this.find(beat.pieces);
    if (told) followStory(told);
    if (told && placeOf(told)) this.moved.show(told, this.root);
    const still = { ...ui, motion: false, refused: null };
    const nodes = [
      ...(beat.pieces || []).map((id) => this.frame(id)),
      ...(beat.deltas || []).map((delta) => this.delta(delta)),
      this.middle(beat, ui, still),
    ];
    patch(element, nodes.filter(Boolean));
    for (const ghost of this.ghosts) element.append(ghost);
  }

  /** The same again, where the table has been scrolled or laid out anew. */
  again() {
    if (this.shown) this.show(this.shown.beat, this.shown.ui);
  }

  frame(id) {
    const piece = this.find([id]);
    if (!piece || !isInSight(piece)) return null;
    const { left, top, width, height } = this.inTable(piece.getBoundingClientRect());
    const sight = this.inSight();
    if (top + height > sight.top + sight.height + GAP || top < sight.top - GAP || !isShownInPlace(piece)) return null;
    const style = `left:${left - GAP}px;top:${top - GAP}px;width:${width + 2 * GAP}px;height:${height + 2 * GAP}px`;
    return h("div", { class: "stage-frame", key: `frame ${id}`, style });
  }

  /** «−2» at the figure that changes, not over it; where that is out of sight, at the edge that is next to it. */
  delta({ piece: id, text }) {
    const piece = this.find([id]);
    if (!piece) return null;
    const figure = piece.querySelector(".seat-score, .player-points > b, .track-figure, .meter-boxes");
    const score = figure?.getClientRects().length ? figure : piece; // boxes give way where there is little room
    const { left, top, width, height } = this.inTable(score.getBoundingClientRect());
    const inPanel = score.matches(".player-points > b, .track-figure"); // there is room behind it; a seat's figure is at the edge
    const start = left > ROOM ? left - 6 : left + width / 2; // at the edge of a phone there is no room before it
    const above = piece.matches(".stat"); // such figures stand side by side: before one is another that has not changed
    const beside = inPanel ? `left:${left + width + 2}px` : `left:${start}px;translate:-100% -50%`;
    const place = above ? `left:${left + width / 2}px;translate:-50% -100%` : beside;
    const sight = this.inSight();
    const at = above ? top : top + height / 2;
    const middle = Math.max(sight.top + EDGE, Math.min(at, sight.top + sight.height - EDGE));
    const look = `stage-delta ${text.startsWith("+") ? "is-gain" : "is-loss"}`;
    return h("div", { class: look, key: `delta ${id}`, style: `top:${middle}px;${place}` }, text);
  }

  /** Cards and dice stand in the middle of that part of the table which is in sight. */
  middle(beat, ui, still) {
    const { cards = [], throws = [] } = beat;
    const sight = this.inSight();
    if (!sight || (!cards.length && !throws.length)) return null;
    const style = `left:${sight.left}px;top:${sight.top}px;width:${sight.width}px;height:${sight.height}px`;
    return h(
      "div",
      { class: "stage-middle", key: "middle", style },
      throws.length > 0 && thrown(throws, ui, still),
      cards.length > 0 && h("div", { class: "stage-cards", key: "cards" }, cards.map((one) => card(one, still))),
    );
  }

  // -- what travels --------------------------------------------------------------------------------------------------

  /** Large cards come from where they lay; what is not shown large goes straight to where it will lie. */
  async enter({ travel = [], cards = [] }, gone) {
    const large = [...(this.element?.querySelectorAll(".stage-cards > .slot") || [])];
    const ways = travel.slice(0, Math.max(TOGETHER, large.length));
    const comes = (index) => cards.length && ways[index] && this.find(ways[index].from);
    large.forEach((slot, index) => comes(index) && (slot.style.visibility = "hidden"));
    for (const [index, way] of ways.entries()) {
      const from = this.find(way.from);
      if (!from || gone()) continue;
      if (cards.length) await this.rise(large[index], from);
      else await this.carry(way, from.getBoundingClientRect(), gone);
    }
  }

  async rise(slot, from) {
    if (!slot) return;
    this.takeAway(from);
    slot.style.visibility = "";
    await ended(fly(slot, from.getBoundingClientRect(), slot.getBoundingClientRect()));
  }

  /** From the middle to where they will lie, once they have been read. */
  async leave({ travel = [], cards = [] }, gone) {
    if (!cards.length) return;
    const large = [...(this.element?.querySelectorAll(".stage-cards > .slot") || [])];
    for (const [index, way] of travel.entries()) {
      const slot = large[index] || large.at(-1);
      if (gone() || !slot || !this.find(way.to)) continue;
      const box = slot.getBoundingClientRect();
      if (large[index]) slot.style.visibility = "hidden";
      await this.carry(way, box, gone);
      if (index >= TOGETHER) break;
    }
  }

  /** A copy of what is on its way, from a box to the piece where it will lie. */
  async carry(way, box, gone) {
    const to = this.find(way.to);
    const from = this.find(way.from);
    if (!to || !this.element || gone()) return;
    const ghost = document.createElement("div");
    ghost.className = "stage-ghost";
    if (way.card) patch(ghost, card(way.card, { local: {}, motion: false, send() {} }));
    else if (from) ghost.append((from.closest(".slot") || from).cloneNode(true));
    this.takeAway(from);
    if (way.card) this.flown.add(nameOf(way.card.id));
    this.ghosts.add(ghost);
    this.element.append(ghost);
    const start = this.inTable(box);
    const own = this.inTable(ghost.getBoundingClientRect());
    const end = this.inTable(to.getBoundingClientRect());
    const small = Math.min(1, end.width / (own.width || 1), end.height / (own.height || 1));
    const at = ({ left, top }, scale) => `translate(${left}px, ${top}px) scale(${scale})`;
    const centre = {
      left: end.left + (end.width - own.width * small) / 2,
      top: end.top + (end.height - own.height * small) / 2,
    };
    const steps = [{ transform: at(start, start.width / (own.width || 1)) }, { transform: at(centre, small) }];
    await ended(ghost.animate(steps, { ...MOVE, fill: "forwards" }));
  }

  /** What is on its way no longer lies where it was; a deck, a pile or a hand stays. */
  takeAway(piece) {
    const slot = piece?.closest(".slot");
    if (!slot?._key || STAYS.test(slot._key)) return;
    slot.style.visibility = "hidden";
    this.hidden.push(slot);
    this.flown.add(nameOf(slot._key));
  }

  /** Every movement comes to its end at once. */
  hurry() {
    for (const movement of this.element?.getAnimations({ subtree: true }) || []) movement.finish();
  }

  clear() {
    for (const slot of this.hidden) slot.style.visibility = "";
    for (const ghost of this.ghosts) ghost.remove();
    this.hidden = [];
    this.ghosts.clear();
    this.shown = null;
    this.moved.back();
    if (this.element) patch(this.element);
  }
}

/** The place beside the board that a piece lies in: it scrolls by itself. */
const placeOf = (piece) => piece.closest(".centre > .beside");

/** Whether it is in sight there, and not cut off by the edge of its place. */
function isShownInPlace(piece) {
  const place = placeOf(piece)?.getBoundingClientRect();
  const { top, bottom } = piece.getBoundingClientRect();
  return !place || (top >= place.top - GAP && bottom <= place.bottom + GAP);
}

/** @param {Animation | null} animation */
async function ended(animation) {
  await animation?.finished.catch(() => null);
}

/** What each side has rolled; the dice of a tie stay beside those that are rolled again. */
function thrown(throws, ui, still) {
  const row = ({ seat, name, dice, figure, total, rolling, note, won }, index) =>
    h(
      "div",
      {
        class: `stage-throw${won ? " is-won" : ""}${note ? " is-void" : ""}`,
        key: `${index} ${seat} ${note || ""}`,
        style: seatColour(seat),
      },
      h("span", { class: "throw-name" }, seatBadge(seat), h("b", {}, name), won && glyph("crown")),
      h("span", { class: "throw-dice" }, dice.map((one) => die(one, rolling ? ui : still))),
      h("span", { class: "throw-figure" }, figure || ""),
      h("span", { class: "throw-total" }, note || total || ""),
    );
  return h("div", { class: "stage-throws panel", key: "throws" }, throws.map(row));
}
