// The tiles of a city: districts as hexes with their two values, backs, and what lies on them.

import { h } from "./dom.js";
import { mark } from "./glyphs.js";

const HALF = 48;
const NAME_Y = 28; // the baseline of the name, below the two corners: no outline lies over it
const LONG = 11; // letters of a name that fit in their own width
const VALUES = [["entry", 34], ["stationary", 62]];

/** A district face up: ground, picture, name above, values below. */
export function districtFace({ district, name = "", values = [], marks = [] }, { shape }) {
  const squeezed = name.length > LONG ? { textLength: 84, lengthAdjust: "spacingAndGlyphs" } : {};
  return [
    h("path", { key: "ground", class: `ground district-${district}`, d: shape.ground }),
    h("path", { key: "line", class: "district-line", transform: "translate(3.4 3.4) scale(.93)", d: shape.ground }),
    h("text", { key: "name", class: "district-name", x: HALF, y: NAME_Y, ...squeezed }, name),
    values.map((value, index) => disc(value, index)),
    marksOf(marks),
  ];
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
