// How one looks at a map: which of its points is in the middle, and how large it is drawn. It follows whoever acts,
// until somebody pans; it can fit the whole map; else it stays where it was put. Python knows nothing of all this.

import { setProperty, zoomOf } from "./dom.js";
import { reducedMotion } from "./page.js";

const READABLE = 0.9; // pixels to a unit at which a tile's name is as large as the smallest text may be
const READABLE_HEX = 0.8; // and on a hex
const NAMELESS = 0.68; // of that: names of hexes, which grow as the map gets smaller, have room for their first word only
const GROWTH = 1.9; // the most that figures grow as the map gets smaller
const GROWTH_OF_NAMES = 2.3; // and names of hexes; where that is not enough to read one, there is none
const LARGE = 1.5; // no larger by itself
const LARGEST = 2.6;
const STEP = 1.35; // of the buttons
const WHEEL = 0.0015;
const DRAG = 5; // pixels until a press is no click any more
const EDGE = 60; // units that a tile reached by the keys has around its middle
const HALF_A_LINE = 7; // pixels of a number at the edge
const COMFORT = 58; // units from the edge within which what is followed may walk about

export const BAND = { across: 20, down: 22 }; // pixels of the edges on which the numbers of columns and rows stand

const cameras = new WeakMap(); // board -> camera

/** @returns {Camera | undefined} */
export const cameraOf = (board) => cameras.get(board);

/** One of the buttons. */
export function look(board, action) {
  const camera = cameraOf(board);
  if (action === "in" || action === "out") camera?.zoom(action === "in" ? STEP : 1 / STEP);
  else camera?.setMode(action);
}

/** What a story tells of comes into sight on a map that follows what happens; the next drawing goes on following. */
export function followStory(piece) {
  const camera = cameraOf(piece.closest(".map-board"));
  if (!camera || camera.memory.mode !== "follow") return;
  camera.reveal(...numbers(piece.dataset.middle));
  camera.seen = "";
}

/** Whether a piece can be seen: nothing of a map is seen beyond its edges. */
export function isInSight(piece) {
  const map = piece.closest(".map-board .map")?.getBoundingClientRect();
  const { left, right, top, bottom } = piece.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return !map || (map.left < x && x < map.right && map.top < y && y < map.bottom);
}

/** After a drawing: every map is looked at as before, or as what happened asks for. */
export function settleMaps({ root, local }) {
  for (const board of root.querySelectorAll(".map-board")) {
    local.maps ??= {};
    const memory = (local.maps[board.dataset.map] ??= { mode: "whole" in board.dataset ? "fit" : "follow" });
    if (!cameras.has(board)) cameras.set(board, new Camera(board, memory));
    cameras.get(board).settle();
  }
}

class Camera {
  constructor(board, memory) {
    this.board = board;
    this.memory = memory; // what stays when the board is taken away: mode, scale, x and y of the middle
    this.pressed = new Map(); // pointer id -> where it is
    this.drawing = board.querySelector(".map");
    this.world = board.querySelector(".map-world");
    const listen = (name, run, options) => board.addEventListener(name, run, options);
    listen("pointerdown", (event) => this.press(event));
    listen("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) listen(name, (event) => this.release(event));
    listen("click", (event) => this.click(event), { capture: true });
    listen("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.settle()).observe(board);
  }

  // -- what there is to see ------------------------------------------------------------------------------------------

  /** What there is room for, beside the numbers at the edges. */
  get size() {
    const { across, down } = this.band;
    return { width: this.drawing.clientWidth - down, height: this.drawing.clientHeight - across };
  }

  get band() {
    return this.drawing.querySelector(".map-rulers") ? BAND : { across: 0, down: 0 };
  }

  get bounds() {
    const [left, top, width, height] = numbers(this.board.dataset.bounds);
    return { left, top, width, height };
  }

  /** At which scale everything is in sight. */
  get fitting() {
    const { bounds, size } = this;
    return Math.min(size.width / bounds.width, size.height / bounds.height);
  }

  /** The scale at which names can be read; on a projector they are larger. */
  get readable() {
    const readable = "whole" in this.board.dataset ? READABLE_HEX : READABLE;
    return readable * (parseFloat(getComputedStyle(this.board).getPropertyValue("--k")) || 1);
  }

  limit(scale) {
    const { readable } = this;
    return Math.max(Math.min(this.fitting, readable), Math.min(scale, (readable / READABLE) * LARGEST));
  }

  // -- looking -------------------------------------------------------------------------------------------------------

  /** Look anew where the map, its place or what is followed has changed. */
  settle() {
    const { size, memory } = this;
    if (size.width <= 0 || size.height <= 0 || !this.board.isConnected) return;
    const { bounds, follow } = this.board.dataset;
    const seen = JSON.stringify([size, bounds, follow, memory.mode]);
    if (seen === this.seen) return;
    const first = !this.seen;
    this.seen = seen;
    this.keepCorner(size);
    if (first || !this.isComfortable()) this.aim();
    else if (!this.board.matches(":hover")) this.memory.y = this.wholeRows(this.memory.y);
    this.show(!first);
  }

  /** Where a board grows or shrinks, what is seen of it stays where it was. */
  keepCorner(size) {
    const { memory, was } = this;
    this.was = size;
    if (!was || memory.x === undefined || memory.mode === "fit") return;
    memory.x += (size.width - was.width) / 2 / memory.shown;
    memory.y += (size.height - was.height) / 2 / memory.shown;
  }

  /**
   * Whether what is followed can still be seen well: then nothing moves under the pointer. While that is over the map,
   * it is enough that it can be seen at all.
   */
  isComfortable() {
    const { memory, size, board } = this;
    if (memory.mode !== "follow" || this.aimed !== "follow" || !board.dataset.follow) return false;
    const [x, y] = numbers(board.dataset.follow);
    const margin = board.matches(":hover") ? 0 : COMFORT;
    const near = (way, room) => Math.abs(way) <= room / 2 / memory.shown - margin;
    return near(x - memory.x, size.width) && near(y - memory.y, size.height);
  }

  /** The middle and the scale as the mode wants them. */
  aim() {
    this.aimed = this.memory.mode;
    const { memory, bounds, board } = this;
    const middle = { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 };
    if (memory.mode === "free") return;
    const whole = Math.min(this.fitting, (this.readable / READABLE) * LARGE);
    if (memory.mode === "fit" || !board.dataset.follow) {
      Object.assign(memory, middle, { shown: this.limit(memory.scale ?? whole) });
      return;
    }
    const [x, y] = numbers(board.dataset.follow);
    const shown = this.limit(memory.scale ?? Math.max(this.readable, whole));
    const fits = (length, room) => length * shown <= room;
    memory.shown = shown;
    memory.x = fits(bounds.width, this.size.width) ? middle.x : x;
    memory.y = fits(bounds.height, this.size.height) ? middle.y : this.wholeRows(y);
  }

  /** The middle next to this one with which the lowest row in sight is whole: the names of tiles are at their feet. */
  wholeRows(y) {
    const { shown } = this.memory;
    const side = Number(this.board.dataset.side);
    const half = this.size.height / 2 / shown;
    return side && this.bounds.height > 2 * half ? Math.round((y + half) / side) * side - half : y;
  }

  setMode(mode) {
    this.memory.mode = mode;
    if (mode === "fit") this.memory.scale = null;
    this.seen ??= "";
    this.settle();
  }

  /** Larger or smaller; the point stays where it is, else the middle does, and what is followed is followed on. */
  zoom(factor, point = null) {
    const { memory } = this;
    const scale = this.limit(memory.shown * factor);
    if (Math.abs(scale - memory.shown) < 0.001) return false;
    if (point) {
      const { size, band } = this;
      const shift = 1 / memory.shown - 1 / scale;
      memory.x += (point.x - band.down - size.width / 2) * shift;
      memory.y += (point.y - band.across - size.height / 2) * shift;
    }
    if (point || memory.mode === "fit") memory.mode = "free";
    memory.shown = memory.scale = scale;
    this.show(!point);
    return true;
  }

  /** A point of the map comes into sight, at once: whoever has the focus must not wait for it. */
  reveal(x, y) {
    const { memory, size } = this;
    const [across, down] = [size.width / 2 / memory.shown - EDGE, size.height / 2 / memory.shown - EDGE];
    memory.x = Math.max(x - Math.max(across, 0), Math.min(memory.x, x + Math.max(across, 0)));
    memory.y = Math.max(y - Math.max(down, 0), Math.min(memory.y, y + Math.max(down, 0)));
    this.show(false);
  }

  /** Never beyond the edges; a map that is smaller than its place is seen as a whole. */
  clamp() {
    const { memory, bounds, size } = this;
    const within = (value, start, length, room) => {
      const half = room / 2 / memory.shown;
      const [one, other] = [start + half, start + length - half];
      return Math.max(Math.min(one, other), Math.min(value, Math.max(one, other)));
    };
    memory.x = within(memory.x, bounds.left, bounds.width, size.width);
    memory.y = within(memory.y, bounds.top, bounds.height, size.height);
  }

  show(gliding) {
    this.clamp();
    const { memory, size, board, readable } = this;
    const { x, y, shown } = memory;
    const far = shown < readable * 0.98;
    setProperty(board, "data-gliding", gliding && !reducedMotion());
    setProperty(board, "data-far", far);
    setProperty(board, "data-farther", shown < readable * NAMELESS);
    setProperty(board, "data-farthest", shown * GROWTH_OF_NAMES < readable);
    board.style.setProperty("--grow-name", far ? Math.min(readable / shown, GROWTH_OF_NAMES).toFixed(2) : "1");
    board.style.setProperty("--grow", far ? Math.min(readable / shown, GROWTH).toFixed(2) : "1");
    const { across, down } = this.band;
    const [left, top] = [down + size.width / 2 - x * shown, across + size.height / 2 - y * shown];
    this.world.style.transform = `translate(${left}px, ${top}px) scale(${shown})`;
    this.layRulers(left, top);
    for (const button of board.querySelectorAll("[data-look]")) {
      const { look } = button.dataset;
      if (look === "fit" || look === "follow") setProperty(button, "aria-pressed", String(memory.mode === look));
    }
  }

  /** The numbers of columns and rows stay at the edges of the frame, each before its tiles. */
  layRulers(left, top) {
    const { size, band: { across }, memory: { shown } } = this;
    for (const number of this.drawing.querySelectorAll("[data-column]")) {
      number.style.transform = `translate(${left + Number(number.dataset.column) * shown}px, 0px)`;
    }
    for (const number of this.drawing.querySelectorAll("[data-row]")) {
      const down = top + Number(number.dataset.row) * shown;
      number.style.transform = `translate(0px, ${down}px)`;
      const isWhole = down >= across + HALF_A_LINE && down <= across + size.height - HALF_A_LINE;
      number.style.visibility = isWhole ? "" : "hidden"; // above stands the name of the far side
    }
  }

  // -- hands ---------------------------------------------------------------------------------------------------------

  /** A point of the window, in the measures of the board. */
  point({ clientX, clientY }) {
    const { left, top } = this.board.getBoundingClientRect();
    return { x: (clientX - left) / zoomOf(this.board), y: (clientY - top) / zoomOf(this.board) };
  }

  press(event) {
    if (event.button > 0 || event.target.closest(".map-tools")) return;
    if (!this.pressed.size) this.dragged = false;
    this.pressed.set(event.pointerId, this.point(event));
    this.from = this.point(event);
  }

  drag(event) {
    const before = this.pressed.get(event.pointerId);
    if (!before) return;
    const now = this.point(event);
    if (!this.dragged && distance(now, this.from) < DRAG) return;
    if (!this.dragged) this.board.setPointerCapture(event.pointerId); // not before: a click must still find its tile
    this.dragged = true;
    const others = [...this.pressed].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pressed.set(event.pointerId, now);
    if (others.length) return this.pinch(before, now, others[0]);
    const { memory } = this;
    memory.mode = "free";
    memory.x -= (now.x - before.x) / memory.shown;
    memory.y -= (now.y - before.y) / memory.shown;
    this.show(false);
  }

  /** Two fingers: the map grows as they part. */
  pinch(before, now, other) {
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.zoom(distance(now, other) / (distance(before, other) || 1), between);
  }

  release(event) {
    this.pressed.delete(event.pointerId);
  }

  /** What ends a drag is no click. */
  click(event) {
    if (!this.dragged || event.target.closest(".map-tools")) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** The wheel is the page's; with Ctrl, as a pinch on a touchpad has it, it is the map's. */
  wheel(event) {
    if (!event.ctrlKey) return;
    if (this.zoom(Math.exp(-event.deltaY * WHEEL), this.point(event))) event.preventDefault();
  }
}

const numbers = (text) => text.split(" ").map(Number);
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
