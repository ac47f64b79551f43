// A map of tiles that grows while it is played on. Everything is measured in units, 96 to a square; places keep their
// coordinates when the map grows, so that what has not changed is not drawn again. Which part of it is seen, and how
// large, is the camera's (camera.js): it owns the world's transform.

import { h } from "./dom.js";
import { glyph, mark } from "./glyphs.js";
import { isFigure, NOTED, pieceProps, seatColour, seatSign, stateOf, zoneOf, zoneProps } from "./cards.js";
import { BAND, cameraOf, look } from "./camera.js";
import { camp, landOf, railway, shapeOf } from "./land.js";
import { districtFace, hexBack } from "./hexes.js";

const SIDE = 96;
const HALF = SIDE / 2;
const HEX = 62; // radius of a hex, drawn around the middle of such a square
const ABOVE = 26; // room for the names of records
const MARGIN = 10;

/** @type {Record<string, { hexes: boolean, ground: string, plate: string }>} */
const SHAPES = {
  squares: {
    hexes: false,
    ground: "M9 2H87a7 7 0 0 1 7 7V87a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z",
    plate: "M2.6 70.5H93.4V87a6.4 6.4 0 0 1-6.4 6.4H9A6.4 6.4 0 0 1 2.6 87z",
  },
  hexes: { hexes: true, ground: hexagon(HEX), plate: "M12 70.5H84a4 4 0 0 1 4 4V86L70 96H26L8 86V74.5a4 4 0 0 1 4-4z" },
};

function hexagon(radius) {
  const corner = (number) => {
    const turn = (Math.PI / 3) * (number + 0.5);
    return `${(HALF + radius * Math.cos(turn)).toFixed(1)} ${(HALF + radius * Math.sin(turn)).toFixed(1)}`;
  };
  return `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}z`;
}

/** The whole board: the drawing, and buttons for how one looks at it. */
export function map(part, ui, id) {
  const { tiles, gaps = [], tokens = [], open = [], ways = [] } = part;
  const plan = { part, spot: spotter(part), shape: SHAPES[part.shape || "squares"] };
  const lying = zoneOf(`${id}:tiles`, [...tiles, ...gaps]);
  const standing = zoneOf(`${id}:tokens`, tokens);
  const around = zoneProps(lying, "Tiles");
  const bounds = boundsOf(part, plan.spot);
  const centre = part.follow && plan.spot(part.follow).map((number) => number + HALF);
  return h(
    "div",
    { class: "map-board", "data-map": id, "data-bounds": bounds.join(" "), "data-follow": centre?.join(" "), "data-side": plan.shape.hexes ? null : SIDE, "data-whole": plan.shape.hexes },
    h(
      "svg",
      { class: "map", role: "group", "aria-label": part.title || "Map" },
      h(
        "g",
        { class: "map-world" },
        layer("open", null, open.map((place) => openPlace(place, plan))),
        layer("tiles", { ...around, "data-grid": true }, [
          ...gaps.map((one) => square(one, plan, ui, lying, `tile is-gap${one.grows ? " grows-there" : ""}`, noLand(plan))),
          ...tiles.map((one) => tile(one, plan, ui, lying)),
        ]),
        layer("ways", null, ways.map((way, index) => wayLine(way, index, plan))),
        lines(part, plan, bounds),
        h("path", { key: "gap", class: "ring-focus ring-focus-gap map-focus" }),
        h("path", { key: "focus", class: "ring-focus map-focus" }),
        layer("tokens", zoneProps(standing, "On the map"), placed(tokens, plan).map((one) => token(one, plan, ui, standing))),
        layer("costs", null, tiles.map((one) => costOf(one, plan))),
      ),
      part.columns && rulers(part, plan),
    ),
    tools(part),
  );
}

/** Things that lie on the same level; those without attributes of their own are for the eye alone. */
function layer(name, props, things) {
  return h("g", { key: name, class: `map-${name}`, ...(props || { "aria-hidden": "true" }) }, things);
}

/** From a place to the upper left corner of its square, in units. */
function spotter({ shape, grow = "left" }) {
  const way = grow === "left" ? -1 : 1;
  if (shape !== "hexes") return ([column, row]) => [way * column * SIDE, row * SIDE];
  const wide = Math.sqrt(3) * (HEX + 2);
  return ([column, row]) => [Math.round(way * (column + row / 2) * wide), Math.round(row * 1.5 * (HEX + 2))];
}

/**
 * Left, top, width and height of all that can be seen.
 * @returns {[number, number, number, number]}
 */
function boundsOf({ tiles, gaps = [], open = [], records, columns, far, shape }, spot) {
  const corners = [...[...tiles, ...gaps].map((one) => one.at), ...open].map(spot);
  const [across, down] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const over = shape === "hexes" ? HEX + 4 - HALF : MARGIN;
  const above = records?.length || (far && !columns) ? ABOVE : over;
  const [left, top] = [Math.min(...across) - over, Math.min(...down) - above];
  return [left, top, Math.max(...across) + SIDE + over - left, Math.max(...down) + SIDE + over - top];
}

// -- tiles ------------------------------------------------------------------------------------------------------------

function tile(one, plan, ui, zone) {
  const isUp = one.terrain?.length > 0 || Boolean(one.district);
  return square(one, plan, ui, zone, isUp ? "tile" : "tile is-back-up", isUp ? face(one, plan) : back(one, plan));
}

/** A piece that has a place of the map for itself. */
function square(one, plan, ui, zone, look, inside) {
  const [x, y] = plan.spot(one.at);
  const props = pieceProps(one, ui, zone, look);
  return h(
    "g",
    {
      ...props,
      title: null,
      style: `transform:translate(${x}px,${y}px)`,
      "data-middle": `${x + HALF} ${y + HALF}`,
      onfocus: props.onfocus && inTurn(props.onfocus, (element) => showFocus(element, x, y)),
      onblur: props.onblur && inTurn(props.onblur, hideFocus),
    },
    h("title", {}, props.title),
    inside,
    h("path", { key: "edge", class: "tile-edge", d: plan.shape.ground }),
    frame(one, plan, ui),
  );
}

function face(one, plan) {
  if (one.district) return districtFace(one, plan);
  const inside = [
    one.camp && camp(),
    one.railway && railway(...besides(one, plan)),
    one.name && plate(one.name, plan),
    (one.stars || []).slice(0, 3).map((number, index) => star(number, 79 - 24 * index)),
    one.job?.length > 0 && jobLine(one.job),
  ];
  return [...landOf(one.terrain, plan.shape), h("g", { key: "things" }, inside)];
}

/** Whether the tiles to the left and to the right go on with the railway. */
function besides({ at: [column, row] }, { part }) {
  const way = part.grow === "down" ? -1 : 1;
  const goesOn = (other) => part.tiles.some(({ railway, at }) => railway && at[0] === other && at[1] === row);
  return [goesOn(column + way), goesOn(column - way)];
}

const LONG = 12; // letters of a name that fit in their own width

function plate(name, { shape }) {
  const squeezed = name.length > LONG ? { textLength: shape.hexes ? 72 : 84, lengthAdjust: "spacingAndGlyphs" } : {};
  return h(
    "g",
    { key: "plate", class: "tile-plate" },
    h("path", { d: shape.plate }),
    h("text", { x: HALF, y: 84.8, ...squeezed }, name),
  );
}

function star(number, x) {
  return h(
    "g",
    { key: `star ${number}`, class: "tile-star" },
    shapeOf("star", x, 17, 31, "red-star"),
    h("text", { x, y: 22 }, number),
  );
}

/** What can be done there, as short as it gets: signs, and words of a letter or two. */
function jobLine(words) {
  let right = 9;
  const drawn = words.map((word) => {
    const width = isFigure(word) ? 5 + 7 * word.length : 16;
    const x = right + width / 2;
    right += width;
    return isFigure(word) ? h("text", { x, y: 20.6 }, word) : mark(word, x, 16, 14);
  });
  const paper = h("rect", { x: 6, y: 6, width: right - 3, height: 20, rx: 4 });
  return h("g", { key: "job", class: "tile-job" }, paper, drawn);
}

/** Face down: brown, with the number of its star; a district has no star. */
function back(one, plan) {
  const { stars } = one;
  const { shape } = plan;
  if (!stars) return hexBack(one, plan);
  return [
    h("path", { key: "ground", class: "ground land-back", d: shape.ground }),
    h("path", { key: "line", class: "back-line", transform: "translate(4.3 4.3) scale(.91)", d: shape.ground }),
    h("path", { key: "fold", class: "back-fold", d: "M48 14v68M14 48h68" }),
    stars.length > 0 && h(
      "g",
      { key: "star", class: "back-star grows" },
      shapeOf("star", HALF, 46, 46, "red-star"),
      h("text", { x: HALF, y: 51 }, stars[0]),
    ),
  ];
}

/** A place without a tile: nothing to be seen but where it is. */
function noLand({ shape }) {
  return h("path", { key: "ground", class: "open-place", transform: "translate(5 5) scale(.9)", d: shape.ground });
}

/** Where land may still come. */
function openPlace(place, { spot, shape }) {
  const [x, y] = spot(place);
  const smaller = `translate(${x + 5} ${y + 5}) scale(.9)`;
  return h("path", { key: place.join(" "), class: "open-place", transform: smaller, d: shape.ground });
}

const CORNERS = { selected: "tick", refused: "stop", right: NOTED.right.glyph, said: NOTED.said.glyph };

const ON_TOP = `translate(${HALF - 12} -12)`; // of a hex, where the sign covers no letter of its name

/** The frame of a tile by its state, inside it so that it touches no neighbour, and the sign that goes with it. */
function frame(one, { shape }, ui) {
  const state = stateOf(one, ui);
  const sign = state === "refused" || !one.sign ? state : one.sign;
  const inside = { transform: "translate(1.9 1.9) scale(.96)", d: shape.ground };
  return [
    h("path", { key: "frame-gap", class: "tile-frame tile-gap", ...inside }),
    h("path", { key: "frame", class: `tile-frame tile-line${sign === state ? "" : ` is-${sign}`}`, ...inside }),
    CORNERS[sign] && h(
      "g",
      { key: `corner ${sign}`, class: `tile-corner corner-${sign}`, transform: one.district ? ON_TOP : null },
      h("circle", { cx: 12, cy: 12, r: 11 }),
      mark(CORNERS[sign], 12, 12, 14),
    ),
  ];
}

const ROOM_BESIDE_JOB = 30; // units that the line of a job leaves in its row

/** What it takes to get there, at the corner and above all that stands on it. */
function costOf(one, { spot, shape }) {
  if (!one.cost) return null;
  const [x, y] = spot(one.at);
  const width = Math.max(24, 12 + 7.6 * one.cost.length);
  const look = `map-cost grows${one.dear ? " is-dear" : ""}`;
  const isTaken = one.terrain?.length && (one.stars?.length || (one.job?.length && width > ROOM_BESIDE_JOB));
  const corner = [94 - width / 2, isTaken ? 40 : 14];
  const [right, below] = shape.hexes ? [width / 2 - 2, HALF] : corner; // at the side of a hex: above it has its name
  const [toX, toY] = shape.hexes ? [0, 0] : [HALF - right, HALF - below];
  const fromAfar = `--to-x:${toX}px;--to-y:${toY}px`; // where there is room for nothing else
  return h(
    "g",
    { key: one.id, style: `transform:translate(${x + right}px,${y + below}px);${fromAfar}` },
    h(
      "g",
      { class: look },
      h("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }),
      h("text", { y: 4.8 }, one.cost),
    ),
  );
}

// -- the focus --------------------------------------------------------------------------------------------------------

/** What a piece does by itself, and then what a tile does on top of it. */
const inTurn = (first, then) => (event) => {
  first(event);
  then(event.currentTarget);
};

/** The rings are drawn over all tiles; a tile that is reached by the keys comes into sight. */
function showFocus(element, x, y) {
  if (!element.matches(":focus-visible")) return;
  cameraOf(element.closest(".map-board"))?.reveal(...element.dataset.middle.split(" ").map(Number));
  for (const path of focusPaths(element)) {
    path.setAttribute("d", element.querySelector(".tile-edge").getAttribute("d"));
    path.setAttribute("transform", `translate(${x} ${y})`);
  }
}

function hideFocus(element) {
  for (const path of focusPaths(element)) path.removeAttribute("d");
}

const focusPaths = (element) => element.closest("svg").querySelectorAll(".map-focus");

// -- what stands there ------------------------------------------------------------------------------------------------

/** Where meeples stand in their square by how many they are: [x, width] of each, in one row or two. */
const ROWS = { 1: [[48]], 2: [[31, 65]], 3: [[24, 48, 72]], 4: [[31, 65], [31, 65]], 5: [[24, 48, 72], [36, 60]] };
const SIZES = { 1: 44, 2: 36, 3: 30, 4: 28, 5: 27 };


/** The same in a hex, whose name is above and whose values are below: no outline touches another. */
const HEX_ROWS = { 1: [[48]], 2: [[27, 69]], 3: [[18, 48, 78]], 4: [[28, 68], [28, 68]], 5: [[19, 48, 77], [33, 63]] };
const HEX_SIZES = { 1: 38, 2: 32, 3: 24, 4: 21, 5: 21 };
const HEX_OUTLINES = { 1: 23, 2: 20, 3: 14.4, 4: 12.4, 5: 12.4 };
/** The same beside what it takes to get there, which stands at the left side. */
const ASIDE_ROWS = { 1: [[60]], 2: [[48, 82]], 3: [[46, 76], [61]], 4: [[46, 76], [46, 76]], 5: [[38, 63, 88], [51, 76]] };
const ASIDE_SIZES = { 1: 36, 2: 28, 3: 21, 4: 21, 5: 21 };
const ASIDE_OUTLINES = { 1: 22, 2: 16, 3: 12.4, 4: 12.4, 5: 12.4 };

const isFigureOf = ({ kind }) => kind === "meeple" || kind === "bot";

/** Every token with its place in its square: meeples above, what threatens them or rolls along below. */
function placed(tokens, { shape: { hexes }, part }) {
  const squares = new Map();
  const costly = new Set(part.tiles.filter((tile) => tile.cost).map((tile) => String(tile.at)));
  for (const one of tokens) squares.set(String(one.at), [...(squares.get(String(one.at)) || []), one]);
  return tokens.map((one) => {
    const here = squares.get(String(one.at));
    const meeples = here.filter(isFigureOf);
    const things = here.filter((other) => !isFigureOf(other));
    if (!isFigureOf(one)) return { token: one, ...amongThings(things.indexOf(one), things.length) };
    const among = hexes ? amongOnHex : amongMeeples;
    return { token: one, ...among(meeples.indexOf(one), meeples.length, hexes ? costly.has(String(one.at)) : things.length > 0) };
  });
}

function amongMeeples(index, count, crowded) {
  const rows = ROWS[Math.min(count, 5)];
  const first = rows[0].length;
  const row = index < first ? 0 : 1;
  const x = rows[row]?.[row ? index - first : index] ?? 48;
  const size = SIZES[Math.min(count, 5)];
  if (rows.length > 1) return { x, y: (crowded ? 20 : 28) + 27 * row, size };
  return { x, y: crowded ? 30 : 44, size: Math.min(size, crowded ? 36 : 44) };
}

function amongOnHex(index, count, aside) {
  const number = Math.min(count, 5);
  const [first, second] = (aside ? ASIDE_ROWS : HEX_ROWS)[number];
  const row = index < first.length ? 0 : 1;
  const x = (row ? second?.[index - first.length] : first[index]) ?? HALF;
  const [size, outline] = aside ? [ASIDE_SIZES[number], ASIDE_OUTLINES[number]] : [HEX_SIZES[number], HEX_OUTLINES[number]];
  return { x, y: second ? 41 + 25 * row : 53, size, outline, most: (2 * outline) / size };
}

const amongThings = (index, count) => ({ x: count === 1 ? 28 : 26 + (44 * index) / (count - 1), y: 60, size: 28 });

function token({ token: one, x, y, size, outline = size / 2 + 4, most = 1.4 }, { spot }, ui, zone) {
  const [left, top] = spot(one.at);
  const props = pieceProps(one, ui, zone, `token map-token map-${one.kind}${one.lying ? " is-lying" : ""}`);
  return h(
    "g",
    {
      ...props,
      title: null,
      style: `${seatColour(one.seat) || ""};--most:${most};transform:translate(${left + x}px,${top + y}px)`,
      "data-middle": `${left + HALF} ${top + HALF}`,
    },
    h("title", {}, props.title),
    h("circle", { class: "token-focus", r: outline + 4 }),
    h("circle", { class: "token-outline", r: outline }),
    h("g", { class: "grows" }, (FIGURES[one.kind] || disc)(one, size)),
  );
}

const FIGURES = { meeple, bandits, wagon, bot, disc };

function meeple({ seat = 0, lying }, size) {
  return [
    lying ? null : h("ellipse", { class: "token-shade", cy: size * 0.42, rx: size * 0.38, ry: size * 0.1 }),
    h(
      "g",
      { class: "meeple", style: `transform:rotate(${lying ? 90 : 0}deg)` },
      shapeOf("meeple", 0, 0, size, "meeple-edge"),
      shapeOf("meeple", 0, 0, size, "meeple-body"),
      mark(seatSign(seat), 0, size * 0.08, size * 0.34, "meeple-sign"),
    ),
  ];
}

function bandits({ figure = "1" }) {
  const width = 36 + 7 * (figure.length - 1);
  return [
    h("rect", { class: "bandit-pill", x: -width / 2, y: -12, width, height: 24, rx: 12 }),
    mark("bandit", 11 - width / 2, 0, 17, "bandit-sign"),
    h("text", { class: "bandit-count", x: 8, y: 4.8 }, figure),
  ];
}

function wagon(_, size) {
  return shapeOf("wagon", 0, 0, size + 2, "wagon-body");
}

/** A machine without a seat of its own: among figures it is one of them. */
function bot(_, size) {
  return [
    h("ellipse", { class: "token-shade", cy: size * 0.42, rx: size * 0.38, ry: size * 0.1 }),
    shapeOf("bot", 0, 0, size, "wagon-body"),
  ];
}

function disc({ glyph: sign, figure, seat }, size) {
  return [
    h("circle", { class: seat === undefined ? "disc-body" : "disc-body of-seat", r: size / 2 }),
    sign && mark(sign, 0, figure ? -4 : 0, size * (figure ? 0.5 : 0.64), "disc-sign"),
    figure && h("text", { class: "disc-figure", y: sign ? 11 : 4.8 }, figure),
  ];
}

// -- lines ------------------------------------------------------------------------------------------------------------

/** Through the middles of tiles. */
function wayLine({ at, seat, planned }, index, { spot }) {
  const d = `M${at.map((place) => spot(place).map((number) => number + HALF).join(" ")).join("L")}`;
  const look = `way${planned ? " is-planned" : ""}${seat === undefined ? "" : " of-seat"}`;
  const both = [h("path", { class: "way-gap", d }), h("path", { class: "way-line", d })];
  return h("g", { key: index, class: look, style: seatColour(seat) }, both);
}

/** Numbers of columns and rows, at the edges of the frame however the map is moved (`layRulers`). */
function rulers({ tiles, far }, { spot }) {
  const numbers = (axis) => [...new Set(tiles.map((one) => one.at[axis]))];
  const column = (number) =>
    h("g", { key: number, "data-column": spot([number, 0])[0] + HALF }, h("text", { y: 15 }, String(number)));
  const row = (number) =>
    h("g", { key: number, "data-row": spot([0, number])[1] + HALF }, h("text", { x: BAND.down / 2, y: 5 }, String(number).replace("-", "−")));
  return h(
    "g",
    { key: "rulers", class: "map-rulers", "aria-hidden": "true" },
    h("g", { key: "rows" }, h("rect", { width: BAND.down, height: "100%" }), numbers(1).map(row)),
    h("g", { key: "columns" }, h("rect", { width: "100%", height: BAND.across }), numbers(0).map(column)),
    h("rect", { key: "corner", class: "ruler-corner", width: far ? 18 + 7 * far.length : BAND.down, height: BAND.across }),
    far && h("text", { key: "far", class: "map-far", x: 6, y: 15 }, `◂ ${far}`),
  );
}

/** Records, and what lies beyond where no column is numbered. */
function lines({ records = [], columns, far, grow = "left" }, { spot }, [left, top, , height]) {
  const edge = (column) => spot([column, 0])[0] + (grow === "left" ? -1 : SIDE + 1);
  return h(
    "g",
    { key: "lines", class: "map-lines", "aria-hidden": "true" },
    records.map(({ column, text, seat }, index) =>
      h(
        "g",
        { key: `record ${index}`, class: `map-record${seat === undefined ? "" : " of-seat"}`, style: seatColour(seat) },
        h("path", { d: `M${edge(column)} ${top + 8}V${top + height - MARGIN / 2}` }),
        h("text", { x: edge(column) + 6, y: top + 18 }, text),
      )
    ),
    far && !columns && h("text", { key: "far", class: "map-far", x: left + 6, y: top + 18 }, `◂ ${far}`),
  );
}

// -- the buttons ------------------------------------------------------------------------------------------------------

const TOOLS = [
  ["follow", "aim", "Follow the action"],
  ["fit", "fit", "Show the whole map"],
  ["in", "plus", "Zoom in"],
  ["out", "minus", "Zoom out"],
];

function tools(part) {
  const button = ([action, sign, label]) =>
    h(
      "button",
      {
        key: action,
        type: "button",
        class: "btn icon",
        "aria-label": label,
        title: label,
        "data-look": action,
        onclick: (event) => look(event.currentTarget.closest(".map-board"), action),
      },
      glyph(sign),
    );
  const shown = TOOLS.filter(([action]) => action !== "follow" || part.follow);
  return h("div", { class: "map-tools buttons", role: "group", "aria-label": "Map view" }, shown.map(button));
}
