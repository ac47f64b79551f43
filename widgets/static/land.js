// What a map is made of, drawn by hand: the signs of terrains and of what stands on them, and the pictures of tiles.

import { h } from "./dom.js";
import { DATA_SIGNS } from "./data.js";

const BOX = "0 0 24 24";
const wheel = (x) => `M${x - 3.2} 19.2a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z`;

/** As in glyphs.js: the view box and the paths of a sign. */
export const LAND_SIGNS = {
  forest: [BOX, ["M12 1l5.6 7.6h-2.7l4.6 6.2h-3.2l4.1 5.4h-6.9V23h-3v-2.8H3.6l4.1-5.4H4.5l4.6-6.2H6.4z"]],
  prairie: [
    BOX,
    [
      "M10.4 22C10.2 15.4 7.8 10.4 2.8 7.4c.9 5.2 2.6 10 4.4 14.6z" +
      "M13.2 22c.8-7.6 1-13.6-1.2-20-2.2 6-2.4 12.6-1.4 20z" +
      "M16.8 22c1.9-4.3 3.6-8.6 4.2-12.6-3.8 2.8-5.8 6.8-6.2 12.6z",
    ],
  ],
  mountain: [BOX, ["M1 21 8.8 4.6l4.3 7.6 2.4-3.4L23 21z"]],
  water: [
    BOX,
    [7.4, 13, 18.6].map((y) => `~M2 ${y}c3.3-3 6.7-3 10 0s6.7 3 10 0`),
  ],
  river: [BOX, ["M1 9.6c5-5 9 3 13-.6s5.4-3.6 9-1.6v8c-4-2.2-6 2-10 2s-8-2.6-12 1z"]],
  village: [BOX, ["M1.6 12.6 8 5.6l6.4 7V21.8h-4.2v-5.4H5.8v5.4H1.6z", "M11.2 6.6 15 2.6l7.4 7.4V21.8h-6.4v-10z"]],
  meeple: [
    BOX,
    [
      "M12 1.6a4.2 4.2 0 0 1 3.7 6.2c3 .9 6.1 2.6 6.1 4.4 0 1.4-2.4 1.8-4.6 1.9.7 2.6 2.4 5 2.4 7.3h-5.4L12 17.2" +
      "l-2.2 4.2H4.4c0-2.3 1.7-4.7 2.4-7.3-2.2-.1-4.6-.5-4.6-1.9 0-1.8 3.1-3.5 6.1-4.4A4.2 4.2 0 0 1 12 1.6z",
    ],
  ],
  bandit: [
    BOX,
    [
      "M6.8 8.6 8.4 3.2c1.2-.9 2.4.5 3.6.5s2.4-1.4 3.6-.5l1.6 5.4c2.9.4 5 1.1 5 2 0 1.2-4.6 2.2-10.2 2.2S1.8 11.8" +
      " 1.8 10.6c0-.9 2.1-1.6 5-2z",
      "M5.8 14.6c4 1 8.4 1 12.4 0l-1.6 4.2L12 22.8l-4.6-4z",
    ],
  ],
  bot: DATA_SIGNS.bot,
  star: [BOX, ["M12 1.4l3.2 6.9 7.5.8-5.6 5.1 1.6 7.4-6.7-3.8-6.7 3.8 1.6-7.4L1.3 9.1l7.5-.8z"]],
  wagon: [BOX, ["M3 11.8C2.2 5.8 6 2.6 12 2.6s9.8 3.2 9 9.2z", "M1.8 13.2h20.4v3H1.8z", wheel(6.6), wheel(17.4)]],
  camp: [BOX, ["M12 2.6 23 21.4h-7.8L12 13.6l-3.2 7.8H1z"]],
  railway: [
    BOX,
    ["M1 7h22v2.4H1zM1 14.6h22V17H1z", "M3.4 4.6h2.6v14.8H3.4zM10.7 4.6h2.6v14.8h-2.6zM18 4.6h2.6v14.8H18z"],
  ],
};

// -- the picture of a terrain -----------------------------------------------------------------------------------------

// Signs in a field of 96 x 74, back to front: which, the middle, the width, and how dark (1 to 3).
const PICTURES = {
  forest: [["forest", 24, 35, 32, 2], ["forest", 73, 33, 34, 1], ["forest", 49, 44, 40, 3]],
  prairie: [[22, 42, 24], [52, 35, 28], [77, 46, 22], [40, 60, 18]].map((place) => ["prairie", ...place, 2]),
  mountain: [["mountain", 34, 41, 58, 3], ["mountain", 68, 47, 44, 2]],
  village: [["village", 49, 41, 50, 2]],
};
const SNOW = { 34: "M27.3 38 34 22.4 39 32.6l-3.4 3-3-2.6-2.8 3z", 68: "m61.5 42 5-9 4.3 8-2.6 2-2.6-2.4z" };
const WAVES = [26, 41, 56].map((y) => `M10 ${y}q9.5-8 19 0t19 0 19 0 19 0`).join("");
const RIVER = "M2.6 58C22 44 34 68 52 56S78 44 93.4 51V67C78 59 70 72 54 70S24 60 2.6 73z";
const SPLIT = "M93.3 12V87a6.3 6.3 0 0 1-6.3 6.3H9z"; // the lower right half of a square

/** The ground and the picture of a tile; two terrains share it, and a river runs through the other one. */
export function landOf(terrain, shape) {
  const [base, other] = terrain[0] === "river" && terrain[1] ? [terrain[1], "river"] : terrain;
  const ground = h("path", { key: "ground", class: `ground land-${base}`, d: shape.ground });
  if (!other) return [ground, land(base, "base")];
  if (other === "river") return [ground, land(base, "base"), land("river", "river")];
  const half = shape.hexes ? null : h("path", { key: "half", class: `ground land-${other}`, d: SPLIT });
  return [
    ground,
    half,
    h("g", { key: "one", transform: "translate(3 2) scale(.56)" }, land(base, "base")),
    h("g", { key: "other", transform: "translate(40 30) scale(.56)" }, land(other, "other")),
  ];
}

function land(terrain, key) {
  if (terrain === "water") return h("path", { key, class: "waves", d: WAVES });
  if (terrain === "river") return h("path", { key, class: "river", d: RIVER });
  const signs = (PICTURES[terrain] || []).map(([name, x, y, size, tone]) => [
    h("path", { class: `land tone-${tone}`, transform: at(x, y, size), d: LAND_SIGNS[name][1].join("") }),
    terrain === "mountain" && h("path", { class: "snow", d: SNOW[x] }),
  ]);
  return h("g", { key, class: `land-${terrain}` }, signs);
}

/** A sign as a shape of its own colours, its middle at a point. */
export function shapeOf(name, x, y, size, look) {
  return h("path", { class: look, transform: at(x, y, size), d: LAND_SIGNS[name][1].join("") });
}

function at(x, y, size) {
  const scale = size / 24;
  return `translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${scale.toFixed(3)})`;
}

// -- railways and camps -----------------------------------------------------------------------------------------------

/** A piece of railway, as far as the neighbours to the left and to the right go on with it. */
export function railway(left, right) {
  const [from, to] = [left ? 2.7 : 14, right ? 93.3 : 82];
  return h(
    "g",
    { key: "railway", class: "rail", transform: "translate(0 -1)" },
    h("path", { class: "rail-bed", d: `M${from} 57H${to}V74H${from}z` }),
    h("path", { class: "rail-sleepers", d: `M${from + 3} 65.5H${to}` }),
    h("path", { class: "rail-lines", d: `M${from} 61.5H${to}M${from} 69.5H${to}` }),
  );
}

export function camp() {
  return h(
    "g",
    { key: "camp", class: "camp" },
    h("path", { class: "camp-cloth", d: "M34 73 52 42 70 73z" }),
    h("path", { class: "camp-door", d: "m47.5 73 4.5-14 4.5 14z" }),
  );
}
