// The ring: a round board of spaces with home in the middle. Everything is measured in a square of 640 units around its
// middle, so the board has any size its cell allows; decks and dice are laid over the drawing at the same places.

import { h } from "./dom.js";
import { mark } from "./glyphs.js";
import { card, die, NOTED, pieceProps, seatColour, seatSign, stateOf, zoneOf, zoneProps } from "./cards.js";

const SIDE = 640;
const OUTER = 312; // radii, from the rim inwards
const NUMBERS = 293;
const SIGNS = 263;
const GATES = 248;
const INNER = 229;
const TOKENS = 199;
const AT_HOME = 94;
const HOME = 62;
const TOKEN_ROOM = 15; // degrees that a token needs for itself on the ring
/** @type {[number, number][]} */
const PILES = [
  [-87, -90],
  [87, -90],
  [-87, 88],
  [87, 88],
];

/** @type {[number, number]} */
const DICE = [0, 150];

/** The whole part: the drawing, what lies on it, and the discard pile in its corner. */
export function ring(part, ui) {
  const { middle = [], discard, dice = [] } = part;
  const lying = zoneOf("ring:lying", [...middle, discard, ...dice]);
  const large = ui.phone || ui.projector ? " is-large" : "";
  return h(
    "div",
    { class: `ring-board${large}` },
    h("svg", { class: "ring", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "group" }, drawing(part, ui)),
    h(
      "div",
      { class: "ring-things", ...zoneProps(lying, "Decks and dice") },
      middle.slice(0, PILES.length).map((pile, index) => lay(PILES[index], card(pile, ui, lying), pile.id)),
      dice.length ? lay(DICE, dice.map((one) => die(one, ui, lying)), "dice") : null,
      discard ? h("div", { class: "ring-discard" }, card({ size: "mini", ...discard }, ui, lying)) : null,
    ),
  );
}

/** Lay something over the drawing, its middle at a point of the board. */
function lay([x, y], things, key) {
  const percent = (value) => `${(((value + SIDE / 2) / SIDE) * 100).toFixed(2)}%`;
  return h("div", { key, class: "ring-place", style: `left:${percent(x)};top:${percent(y)}` }, things);
}

function drawing(part, ui) {
  const { spaces } = part;
  const around = zoneOf("ring:spaces", spaces);
  const inside = zoneOf("ring:tokens", [part.home, ...part.tokens]);
  const tiles = spaces.map((space, index) => sector(space, index, spaces.length, ui, around));
  const tokens = standing(part).map((one) => token(one, ui, inside));
  return h(
    "g",
    { transform: `translate(${SIDE / 2} ${SIDE / 2})` },
    ground(),
    h("g", { key: "spokes" }, spaces.map((space, index) => spoke(space, index, spaces.length))),
    h("g", { key: "spaces", ...zoneProps(around, "Spaces, in order", true) }, tiles),
    h("g", { key: "frames" }, spaces.map((space, index) => frame(space, index, spaces.length, ui))),
    h("path", { key: "gap", class: "ring-focus ring-focus-gap" }),
    h("path", { key: "focus", class: "ring-focus" }),
    h("g", { key: "inside", ...zoneProps(inside, "Home and tokens") }, home(part.home, ui, inside), tokens),
  );
}

// -- geometry ---------------------------------------------------------------------------------------------------------

const radians = (degrees) => (degrees * Math.PI) / 180;
const middleOf = (index, count) => (index * 360) / count;

/**
 * The point at an angle (0 is up, clockwise) and a radius.
 * @returns {[number, number]}
 */
function at(angle, radius) {
  return [radius * Math.sin(radians(angle)), -radius * Math.cos(radians(angle))];
}

const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A sector between two radii; its straight sides keep `gap` units from the neighbours' at every radius. */
function sectorPath(index, count, inner, outer, gap) {
  const from = middleOf(index - 0.5, count);
  const to = middleOf(index + 0.5, count);
  const shift = (radius) => (Math.asin(gap / 2 / radius) * 180) / Math.PI;
  const corner = (angle, way, radius) => text(at(angle + way * shift(radius), radius));
  return (
    `M${corner(from, 1, outer)}A${outer} ${outer} 0 0 1 ${corner(to, -1, outer)}` +
    `L${corner(to, -1, inner)}A${inner} ${inner} 0 0 0 ${corner(from, 1, inner)}z`
  );
}

// -- the board --------------------------------------------------------------------------------------------------------

/** Rim, mat and the compass rose under everything. */
function ground() {
  return h(
    "g",
    { key: "ground", "aria-hidden": "true" },
    h("circle", { class: "ring-shade", cy: 5, r: OUTER + 4 }),
    h("circle", { class: "ring-rim", r: OUTER + 4 }),
    h("circle", { class: "ring-mat", r: INNER - 4 }),
    h("circle", { class: "ring-line", r: INNER - 12 }),
    [45, 135, 225, 315].map((angle) => point(angle, 128, 20)),
    [0, 90, 180, 270].map((angle) => point(angle, 206, 26)),
    h("circle", { class: "ring-line", r: HOME + 10 }),
  );
}

/** One point of the rose, half of it shaded, as on old maps. */
function point(angle, length, width) {
  const tip = text(at(angle, length));
  const foot = (way) => text(at(angle + way * width, 78));
  return [
    h("path", { class: "rose-light", d: `M0 0L${foot(-1)}L${tip}z` }),
    h("path", { class: "rose-dark", d: `M0 0L${foot(1)}L${tip}z` }),
  ];
}

const hasGate = (space) => space.gate !== null && space.gate !== undefined;

function spoke(space, index, count) {
  if (!hasGate(space)) return null;
  const [x1, y1] = at(middleOf(index, count), HOME + 6);
  const [x2, y2] = at(middleOf(index, count), INNER - 4);
  return h("line", { key: `spoke ${space.id}`, class: "ring-spoke", style: seatColour(space.gate), x1, y1, x2, y2 });
}

/** A space: its tile, number and kind, the gate if it has one, and its outline where it may be used. */
function sector(space, index, count, ui, zone) {
  const angle = middleOf(index, count);
  const [x, y] = at(angle, NUMBERS);
  const [liftX, liftY] = at(angle, 5);
  const props = pieceProps(space, ui, zone, `space space-${space.kind}`);
  const size = Math.min(25, 700 / count + 4);
  return h(
    "g",
    {
      ...props,
      title: null,
      style: `--lift-x:${liftX.toFixed(1)}px;--lift-y:${liftY.toFixed(1)}px`,
      onfocus: props.onfocus && inTurn(props.onfocus, showFocus),
      onblur: props.onblur && inTurn(props.onblur, hideFocus),
    },
    h("title", {}, props.title),
    h("path", { class: "space-tile", d: sectorPath(index, count, INNER, OUTER, 2.4) }),
    h("text", { class: "space-number", x: x.toFixed(1), y: y.toFixed(1), dy: "0.35em" }, space.n),
    space.kind === "plain" ? null : mark(space.kind, ...at(angle, SIGNS), size, "space-sign"),
    hasGate(space) ? gate(space.gate, index, count) : null,
    h("path", { class: "space-outline", d: sectorPath(index, count, INNER + 2, OUTER - 2, 6.4) }),
  );
}

function gate(seat, index, count) {
  return h(
    "g",
    { class: "space-gate", style: seatColour(seat) },
    h("path", { d: sectorPath(index, count, INNER + 0.6, GATES, 3.4) }),
    mark(seatSign(seat), ...at(middleOf(index, count), (INNER + GATES) / 2), 11),
  );
}

const FRAMES = new Set(["selected", "happened", "refused", ...Object.keys(NOTED)]);

/** Frames that lie over the neighbours: chosen, just happened, refused, or noted by a lesson. */
function frame(space, index, count, ui) {
  const framed = stateOf(space, ui);
  const state = framed === "refused" || !space.sign ? framed : space.sign;
  if (!FRAMES.has(state)) return null;
  const [x, y] = at(middleOf(index, count), OUTER + 7);
  const sign = { selected: "tick", refused: "stop" }[state] || NOTED[state]?.glyph;
  return h(
    "g",
    { key: `${state} ${space.id}`, class: `space-frame frame-${state}`, "aria-hidden": "true" },
    h("path", { d: sectorPath(index, count, INNER - 3, OUTER + 3, -4) }),
    sign ? [h("circle", { cx: x, cy: y, r: 14 }), mark(sign, x, y, state === "refused" ? 24 : 17)] : null,
  );
}

/** What a piece does by itself, and then what a space does on top of it. */
const inTurn = (first, then) => (event) => {
  first(event);
  then(event.currentTarget);
};

/** The focus rings are drawn over all spaces, along the edge of the one that has the focus. */
function showFocus(space) {
  if (!space.matches(":focus-visible")) return;
  const edge = space.querySelector(".space-tile").getAttribute("d");
  for (const path of focusPaths(space)) path.setAttribute("d", edge);
}

function hideFocus(space) {
  for (const path of focusPaths(space)) path.removeAttribute("d");
}

const focusPaths = (space) => space.closest("svg").querySelectorAll(".ring-focus");

// -- home and tokens --------------------------------------------------------------------------------------------------

function home(place, ui, zone) {
  if (!place) return null;
  const props = pieceProps(place, ui, zone, "home");
  return h(
    "g",
    { ...props, title: null },
    h("title", {}, props.title),
    h("circle", { class: "home-focus", r: HOME + 8 }),
    h("circle", { class: "home-outline", r: HOME + 4 }),
    h("circle", { class: "home-disc", r: HOME }),
    h("circle", { class: "home-line", r: HOME - 6 }),
    mark(place.glyph || "castle", 0, -14, 36, "home-sign"),
    h("text", { class: "home-text", y: 27 }, place.text ?? "Home"),
    noted(place, 44, -44),
  );
}

/** What a lesson has noted at home or at a token. */
function noted({ sign }, x, y) {
  if (!NOTED[sign]) return null;
  const props = { key: "noted", class: `space-frame frame-${sign}`, "aria-hidden": "true" };
  return h("g", props, h("circle", { cx: x, cy: y, r: 12 }), mark(NOTED[sign].glyph, x, y, 15));
}

/** Where each token stands: before its space, moved aside as far as its neighbours need room. */
function standing({ spaces, tokens }) {
  const placed = tokens.map((token) => {
    const out = token.at >= 0 && token.at < spaces.length;
    const aim = out ? middleOf(token.at, spaces.length) : homeAngle(token, spaces, tokens.length);
    return { token, out, aim, angle: aim };
  });
  makeRoom(placed.filter((one) => one.out));
  gather(placed.filter((one) => !one.out));
  return placed;
}

/** At home a token waits at the beginning of its own way out. */
function homeAngle(token, spaces, count) {
  const gate = spaces.findIndex((space) => space.gate === token.seat);
  return gate < 0 ? (token.seat * 360) / Math.max(count, 1) : middleOf(gate, spaces.length);
}

/** Between the decks, each of the four sides of home has room for two. */
function gather(waiting) {
  const sides = [[], [], [], []];
  for (const one of waiting) {
    const wanted = ((Math.round(one.aim / 90) % 4) + 4) % 4;
    const side = [0, 1, 3, 2].map((step) => sides[(wanted + step) % 4]).find((tokens) => tokens.length < 2);
    (side || sides[wanted]).push(one);
  }
  sides.forEach((tokens, number) => {
    tokens.forEach((one, index) => {
      one.angle = number * 90 + (index - (tokens.length - 1) / 2) * 34;
    });
  });
}

function makeRoom(placed) {
  if (placed.length < 2) return;
  placed.sort((one, other) => one.angle - other.angle || one.token.seat - other.token.seat);
  for (let round = 0; round < 40; round += 1) {
    placed.forEach((one, index) => {
      const next = placed[(index + 1) % placed.length];
      const turn = index + 1 < placed.length ? 0 : 360;
      const missing = TOKEN_ROOM - (next.angle + turn - one.angle);
      if (missing <= 0.01) return;
      one.angle -= missing / 2;
      next.angle += missing / 2;
    });
  }
}

const shownAngles = new Map(); // token id -> the angle it was last drawn at, not cut at 360

/** The nearest angle that looks the same, so that a token never walks the long way round. */
function unwound(id, angle) {
  const before = shownAngles.get(id) ?? angle;
  const near = angle + Math.round((before - angle) / 360) * 360;
  shownAngles.set(id, near);
  return near;
}

function token({ token, out, aim, angle }, ui, zone) {
  const radius = out ? TOKENS : AT_HOME;
  const turn = unwound(token.id, angle);
  const lean = out ? leaning(angle, aim) : 0;
  const props = pieceProps(token, ui, zone, "token");
  const rotate = (degrees) => `rotate(${degrees.toFixed(2)}deg)`;
  const way = `${rotate(turn)} translate(0,${-radius}px) ${rotate(lean)}`; // from home it walks along an arc
  const style = `${seatColour(token.seat)};transform:${way};--upright:${rotate(-turn - lean)}`;
  const shape = "M0-31 11-16A19.4 19.4 0 1 1-11-16z";
  return h(
    "g",
    { ...props, title: null, style },
    h("title", {}, props.title),
    h("circle", { class: "token-focus", r: 31 }),
    h("circle", { class: "token-outline", r: 27 }),
    h("path", { class: "token-edge", d: shape }),
    h("path", { class: "token-body", d: shape }),
    h("g", { class: "token-sign" }, mark(seatSign(token.seat), 0, 0, 19), noted(token, 20, -20)),
  );
}

/** How far a token that stands aside turns to point at the middle of its space's edge. */
function leaning(angle, aim) {
  const [x, y] = at(aim - angle, INNER);
  return (Math.atan2(x, -TOKENS - y) * 180) / Math.PI;
}
