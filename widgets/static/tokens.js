// Data tokens and the patterns that they make: letter, shape and colour together, drawn once for every theme.

import { h } from "./dom.js";

const RING = "M20 3.6a16.4 16.4 0 1 0 0 32.8 16.4 16.4 0 0 0 0-32.8z";

// By letter: the name, the shape in a box of 40, and where the letter stands in it.
const TOKENS = {
  E: ["ember", "M21.4 2.4c.6 5.6 4 8.2 6.8 12 2.6 3.4 4.6 7 4.6 11A12.6 12.6 0 0 1 20 38 12.6 12.6 0 0 1 7.2 25.4c0-5 2.6-8.8 5.8-12.2.2 3 1.2 5 2.8 6.2C15.4 13 17 6.6 21.4 2.4z", 31],
  W: ["ward", "M20 2.6 35 11.3V28.7L20 37.4 5 28.7V11.3z", 25.8],
  L: ["lore", "M5.6 5.6h28.8v28.8H5.6z", 25.8],
  F: ["flux", "M3.4 13.4c5.6-5.8 11-5.8 16.6-.6s11 5.2 16.6-.6v15c-5.6 5.8-11 5.8-16.6.6s-11-5.2-16.6.6z", 25.4],
  O: ["open", RING, 25.8],
  X: ["corrupted", "M20 1.8 24 9.4l7.6-3.6-.8 8.4 7.8 3.4-6 5.8 3.6 7.6-8.4-.2-2 7.6-6.4-5.4-7 4-.8-8-8-1.4 4.6-6.6-5.4-6.2 8-2.2.8-8.2 6.8 4z", 26],
  N: ["inari", "M2.6 5.6C13 8.6 27 8.6 37.4 5.6l-1 5.2-2.2.5v3.1h2.6v4.2h-2.6v18h-5.4v-18H11.2v18H5.8v-18H3.2v-4.2h2.6v-3.1l-2.2-.5z", 31],
  C: ["catie", "M5.4 3.4l8.4 5a18 18 0 0 1 12.4 0l8.4-5v14.8A16.4 16.4 0 0 1 20 37.4 16.4 16.4 0 0 1 5.4 18.2z", 28],
};
TOKENS.D = TOKENS.C;

const CRACK = "M22.6 4.6 18.4 14l5 4.4-4.2 6.4 3 4.4-2.4 6.4";
const SIDES = { C: "M28.4 26h4v-4h3.4v4h4v3.4h-4v4h-3.4v-4h-4z", D: "M35.4 20.6 28 30.4h4.6l-1.6 7.8 7.4-10h-4.6z" }; // recovers, or deals damage
const WORDS = { ember: "Ember", ward: "Ward", lore: "Lore", flux: "Flux", open: "Open", corrupted: "Corrupted", inari: "Inari", catie: "Catie" };

export const nameOfToken = (letter) => WORDS[TOKENS[letter]?.[0]] || "";

/** The shape of a token, its letter, and what lies over both, in a box of 40. */
function shapes(letter) {
  const [name, path, baseline] = TOKENS[letter];
  return [
    h("path", { key: "shape", class: "token-shape", d: path }),
    name === "open" && h("path", { key: "ring", class: "token-ring", d: "M20 7.4a12.6 12.6 0 1 0 0 25.2 12.6 12.6 0 0 0 0-25.2z" }),
    name === "corrupted" && h("path", { key: "crack", class: "token-crack", d: CRACK }),
    h("text", { key: "letter", class: "token-letter", x: 20, y: baseline }, letter === "D" ? "C" : letter),
    SIDES[letter] && h("path", { key: "side", class: "token-side", d: SIDES[letter] }),
  ];
}

/** A token as a picture that is as large as its place. */
export function dataToken(letter, extra = "") {
  if (!Object.hasOwn(TOKENS, letter)) return null;
  const look = `data-token data-${TOKENS[letter][0]}${extra}`;
  return h("svg", { key: `token ${letter}`, class: look, viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" }, shapes(letter));
}

// -- patterns ---------------------------------------------------------------------------------------------------------

const BOX = 14;

/** A pattern in small: a square for each cell, with its letter. Core data shows which data that is. */
export function patternPicture({ cells, core = "" }) {
  const wide = Math.max(...cells.map((row) => row.length));
  const box = `0 0 ${wide * BOX} ${cells.length * BOX}`;
  const squares = cells.flatMap((row, y) => [...row].map((cell, x) => cell !== "." && pictureCell(cell, x, y, core)));
  const style = `--wide:${wide};--high:${cells.length}`;
  return h("svg", { key: "picture", class: "pattern-picture", viewBox: box, style, "aria-hidden": "true", focusable: "false" }, squares);
}

function pictureCell(cell, x, y, core) {
  const kind = cell === "@" ? `core data-${TOKENS[core]?.[0] || "any"}` : `data-${TOKENS[cell]?.[0] || "any"}`;
  return h(
    "g",
    { key: `${x} ${y}`, class: `picture-cell ${kind}`, transform: `translate(${x * BOX} ${y * BOX})` },
    cell === "@" && h("title", {}, `@: your core data${core ? `, ${nameOfToken(core)}` : ""}`),
    h("rect", { class: "token-shape", x: 1, y: 1, width: BOX - 2, height: BOX - 2, rx: cell === "O" ? 6 : 3 }),
    h("text", { class: "token-letter", x: BOX / 2, y: 10.6 }, cell),
  );
}

const CELL_WORDS = { "@": "core", "?": "any", O: "open", C: "Catie" };

/** The same in words: «Ember Ward over Lore Flux». */
export function patternWords({ cells }) {
  const word = (cell) => (cell === "." ? "nothing" : CELL_WORDS[cell] || nameOfToken(cell));
  return cells.map((row) => [...row].map(word).join(" ")).join(" over ");
}
