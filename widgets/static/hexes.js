// The tiles of a city: districts as hexes with their two values, backs, and what lies on them.

import { h } from "./dom.js";
import { mark } from "./glyphs.js";

const HALF = 48;
const NAME_Y = 28; // the baseline of the name, below the two corners: no outline lies over it
const FIRST_Y = 23; // the baseline of the first of two lines
const LONG = 11; // letters of a name that fit in their own width
const SHORT = 9; // letters of a name on a map that is seen from afar
const LONGEST = 19; // letters that can still be read when they are squeezed
const VALUES = [["entry", 34], ["stationary", 62]];

/** A district face up: ground, picture, name above, values below. */
export function districtFace({ district, name = "", values = [], marks = [] }, { shape }) {
  const squeezed = name.length > LONG ? { textLength: 84, lengthAdjust: "spacingAndGlyphs" } : {};
  return [
    h("path", { key: "ground", class: `ground district-${district}`, d: shape.ground }),
    h("path", { key: "line", class: "district-line", transform: "translate(3.4 3.4) scale(.93)", d: shape.ground }),
    h("text", { key: "name", class: "district-name", x: HALF, y: NAME_Y, ...squeezed }, clipped(name)),
    h("text", { key: "short", class: "district-name is-short", y: name.length > SHORT ? FIRST_Y : NAME_Y }, inTwoLines(name)),
    values.map((value, index) => disc(value, index)),
    marksOf(marks),
  ];
}

/** A name as far as it can be read, with the number that tells it from its equals; the tile itself says all of it. */
function clipped(name) {
  if (name.length <= LONGEST) return name;
  const [number = ""] = name.match(/ \d+$/) || [];
  return `${name.slice(0, LONGEST - 1 - number.length).trimEnd()}…${number}`;
}

/** A name as it is read from afar: its first word, and below it what tells it from others. */
function inTwoLines(name) {
  const [first, ...rest] = name.length <= SHORT ? [name] : name.split(" ");
  const lines = [first, rest.join(" ")].filter(Boolean);
  return lines.map((line, index) => h("tspan", { key: index, x: HALF, dy: index ? "0.86em" : 0 }, line.slice(0, LONG)));
}

/** What it costs to enter, in purple, and to stay, in red; the first stands on the left. */
function disc(value, index) {
  const [kind, x] = VALUES[index];
  return h(
    "g",
    { key: kind, class: `district-value is-${kind}` },
    h("circle", { cx: x, cy: 87, r: 11 }),
    h("text", { x, y: 91.8 }, value),
  );
}

/** Face down: dark, with the sign of the game. */
export function hexBack({ marks = [] }, { shape }) {
  return [
    h("path", { key: "ground", class: "ground district-back", d: shape.ground }),
    h("path", { key: "line", class: "back-line", transform: "translate(4.8 4.8) scale(.9)", d: shape.ground }),
    h("g", { key: "sign", class: "back-sign" }, mark("soul", HALF, HALF, 30)),
    marksOf(marks),
  ];
}

/** Finds, relays and dice in a row at the right edge, each with its sign. */
function marksOf(marks) {
  const one = ({ glyph: sign, figure, text }, index) =>
    h(
      "g",
      { key: `mark ${index}`, class: `tile-mark mark-${sign}`, transform: `translate(${84 - 25 * index} 40)` },
      h("title", {}, text),
      h("rect", { x: -11, y: -11, width: 22, height: 22, rx: 5, transform: sign === "find" ? "rotate(45)" : null }),
      figure ? h("text", { y: 4.8 }, figure) : mark(sign, 0, 0, 15),
    );
  return marks.slice(0, 3).map(one);
}
