// Everything that is drawn by hand: small signs (suits, seats, icons) and the twelve landscapes of the picture cards.
// One colour per sign: it takes the colour of the text around it. Shapes are data, so that a new one is one line.

import { h } from "./dom.js";
import { LAND_SIGNS } from "./land.js";
import { WEST_SIGNS } from "./west.js";
import { DATA_SIGNS } from "./data.js";

const BOX = "0 0 24 24";
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

// name: [view box, paths]. A path is filled, with holes by the even-odd rule; one that begins with "~" is a line.
const SIGNS = {
  ...LAND_SIGNS,
  ...WEST_SIGNS,
  ...DATA_SIGNS,
  // the four suits
  heart: [
    BOX,
    [
      "M12 21.6C5.4 16.2 1.6 12.4 1.6 7.9A5.5 5.5 0 0 1 12 5.2 5.5 5.5 0 0 1 22.4 7.9c0 4.5-3.8 8.3-10.4 13.7z",
    ],
  ],
  diamond: [BOX, ["M12 1C14 4.8 17 8.8 20.2 12 17 15.2 14 19.2 12 23 10 19.2 7 15.2 3.8 12 7 8.8 10 4.8 12 1z"]],
  club: [
    BOX,
    [
      "M12 1.7a4.8 4.8 0 0 1 4.2 7.2 4.9 4.9 0 1 1-2.9 7.6c.2 2.4 1 4.3 2.6 5.8H8.1" +
        "c1.6-1.5 2.4-3.4 2.6-5.8a4.9 4.9 0 1 1-2.9-7.6A4.8 4.8 0 0 1 12 1.7z",
    ],
  ],
  spade: [
    BOX,
    [
      "M12 1.4c1.6 4 9.9 7.9 9.9 12.9a4.7 4.7 0 0 1-8.6 2.6c.2 2.3 1 4 2.5 5.4H8.2" +
        "c1.5-1.4 2.3-3.1 2.5-5.4a4.7 4.7 0 0 1-8.6-2.6C2.1 9.3 10.4 5.4 12 1.4z",
    ],
  ],

  map: [BOX, ["M2 2h9v9H2z", "M13 2h9v9h-9zM15 4v5h5V4z", "M2 13h9v9H2zM4 15v5h5v-5z", "M13 13h9v9h-9z"]],

  // what stands on a board
  crown: [BOX, ["M3 17.5 1.8 7.6l5 3.9L12 3.6l5.2 7.9 5-3.9L21 17.5z", "M3.2 19.4h17.6v2.2H3.2z"]],
  jack: [
    BOX,
    [
      "M2.6 17C2.6 11.4 7.4 8.6 13 9.4c4.6.7 7.6 3.6 8.4 7.6z",
      "M13.8 8C7.6 7.8 3.2 5.4 1.4 1.2 8.2.4 13.4 2.8 16.6 8.6z",
      "M2.6 18.8h18.8v2.9H2.6z",
    ],
  ],
  queen: [
    BOX,
    [
      "M3.6 18 2.6 9.6l5.2 3.6L12 6.6l4.2 6.6 5.2-3.6-1 8.4z",
      disc(12, 4, 2.2),
      disc(2.6, 7.4, 1.8),
      disc(21.4, 7.4, 1.8),
      "M3.6 19.8h16.8V22H3.6z",
    ],
  ],
  king: [
    BOX,
    [
      "M10.9 1h2.2v1.8h1.9V5h-1.9v2.3c4.5-2 9.9.2 8.3 5.1-.6 2-1.5 3.7-2.2 " +
        "5.6H4.8c-.7-1.9-1.6-3.6-2.2-5.6-1.6-4.9 3.8-7.1 8.3-5.1V5H9V2.8h1.9z",
      "M4.6 19.8h14.8V22H4.6z",
    ],
  ],
  castle: [
    BOX,
    [
      "M4.4 2.5h3.2v2.3h2.6V2.5h3.6v2.3h2.6V2.5h3.2v6.2l-2 1.7v6.9H6.4v-6.9l-2-1.7zM10 17.3v-3.6a2 2 0 0 1 4 0v3.6z",
      "M4.2 18.7h15.6v3H4.2z",
    ],
  ],
  shop: [
    BOX,
    [
      "M3.8 3h16.4l2.3 6.2a3 3 0 0 1-5.3 1.7 3.3 3.3 0 0 1-5.2 0 3.3 3.3 0 0 1-5.2 0A3 3 0 0 1 1.5 9.2z",
      "M3.6 13.4h16.8V21H3.6zM6 15v6h4.6v-6zM13 15v3.8h5V15z",
    ],
  ],

  // the five seats
  seat1: [BOX, [disc(12, 12, 8.4)]],
  seat2: [BOX, ["M12 1.8 22.2 12 12 22.2 1.8 12z"]],
  seat3: [BOX, ["M12 2.6 22.4 20.4H1.6z"]],
  seat4: [BOX, ["M4.2 4.2h15.6v15.6H4.2z"]],
  seat5: [BOX, ["M8.6 2.8h6.8v5.8h5.8v6.8h-5.8v5.8H8.6v-5.8H2.8V8.6h5.8z"]],

  // seeing and saying
  eye: [BOX, [`M1.4 12S5.4 5 12 5s10.6 7 10.6 7-4 7-10.6 7S1.4 12 1.4 12z${disc(12, 12, 4.6)}`, disc(12, 12, 2.4)]],
  covered: [
    BOX,
    [
      "M1.4 12S5.4 5 12 5c1.5 0 2.9.4 4.2.9L6.7 16.9C3.3 15 1.4 12 1.4 12z",
      "M9 18.6 19.2 7.7C21.4 9.6 22.6 12 22.6 12s-4 7-10.6 7c-1.1 0-2.1-.2-3-.4z",
      "~M20.2 2.6 3.8 21.4",
    ],
  ],
  tick: [BOX, ["~M4.5 12.6l5 5L19.5 6.4"]],
  stop: [BOX, ["M7.3 1h9.4L23 7.3v9.4L16.7 23H7.3L1 16.7V7.3zM5.6 10v4h12.8v-4z"]],
  question: [BOX, ["~M7.6 8.2a4.5 4.5 0 1 1 6.6 4c-1.5.8-2.2 1.7-2.2 3.2", disc(12, 20, 1.5)]],
  bulb: [
    BOX,
    [
      "M12 1.6a7.2 7.2 0 0 1 4 13.2c-.8.6-1 1.2-1 2.2H9c0-1-.2-1.6-1-2.2a7.2 7.2 0 0 1 4-13.2z",
      "M9 18.5h6v1.6a2.3 2.3 0 0 1-2.3 2.3h-1.4A2.3 2.3 0 0 1 9 20.1z",
    ],
  ],
  flag: [BOX, ["M4 2h2.2v20H4z", "M7.4 3.2c4-1.8 6.6 1.9 12.6.2v9.8c-6 1.7-8.6-2-12.6-.2z"]],

  // books, light and screen
  book: [
    BOX,
    [
      "M2 4.4C5.4 3.6 8.8 4 11.2 6v14.6C8.8 18.8 5.4 18.4 2 19.2z",
      "M22 4.4c-3.4-.8-6.8-.4-9.2 1.6v14.6c2.4-1.8 5.8-2.2 9.2-1.4z",
    ],
  ],
  "open-book": [
    BOX,
    [
      "~M12 6.4C9.4 4.6 6.2 4.2 3 5v13.6c3.2-.8 6.4-.4 9 1.4 2.6-1.8 5.8-2.2 9-1.4V5c-3.2-.8-6.4-.4-9 1.4z",
      "~M12 6.4V20",
    ],
  ],
  sun: [
    BOX,
    [
      disc(12, 12, 5),
      "~M12 1.6v2.8M12 19.6v2.8M1.6 12h2.8M19.6 12h2.8M4.7 4.7l2 2M17.3 17.3l2 2M4.7 19.3l2-2M17.3 6.7l2-2",
    ],
  ],
  moon: [BOX, ["M20.8 14.6A9.2 9.2 0 1 1 9.8 2.9a7.4 7.4 0 0 0 11 11.7z"]],
  contrast: [BOX, ["M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.4v15.2a7.6 7.6 0 0 1 0-15.2z"]],
  projector: [BOX, ["M2 3h20v13H2zM4.4 5.4v8.2h15.2V5.4z", "M11 16h2v3h5v2.2H6V19h5z"]],
  link: [
    BOX,
    [
      "~M10 14a4.3 4.3 0 0 0 6.4.4l3.2-3.2a4.3 4.3 0 0 0-6.1-6.1l-1.5 1.5",
      "~M14 10a4.3 4.3 0 0 0-6.4-.4l-3.2 3.2a4.3 4.3 0 0 0 6.1 6.1l1.5-1.5",
    ],
  ],
  save: [BOX, ["M3 3h14.5L21 6.5V21H3zM7 5v5h9V5zM6.5 13.5V21h11v-7.5z"]],
  house: [BOX, ["M12 2.4 23 11.8l-1.5 1.7-1.7-1.4V21.6h-6v-6h-3.6v6h-6v-9.5l-1.7 1.4L1 11.8z"]],

  // time
  undo: [BOX, ["~M8.6 4 4 8.6l4.6 4.6", "~M4.6 8.6h9.2a5.6 5.6 0 0 1 0 11.2H8.6"]],
  redo: [BOX, ["~M15.4 4 20 8.6l-4.6 4.6", "~M19.4 8.6h-9.2a5.6 5.6 0 0 0 0 11.2h5.2"]],
  first: [BOX, ["M4 4h3v16H4z", "M20 4v16L8.4 12z"]],
  last: [BOX, ["M17 4h3v16h-3z", "M4 4v16l11.6-8z"]],
  play: [BOX, ["M6 3v18l15-9z"]],
  pause: [BOX, ["M5 4h5v16H5z", "M14 4h5v16h-5z"]],
  clock: [BOX, [`${disc(12, 12, 10.4)}M11 5.6v7l5 3 1-1.7-4-2.4V5.6z`]],
  hourglass: [
    BOX,
    [
      "M5 1.8h14v2.4h-1.2c0 4.2-2.6 6-4.4 7.8 1.8 1.8 4.4 3.6 4.4 7.8H19v2.4H5v-2.4h1.2c0-4.2 2.6-6 " +
        "4.4-7.8-1.8-1.8-4.4-3.6-4.4-7.8H5z",
    ],
  ],
  branch: [BOX, [disc(6, 5, 3), disc(6, 19, 3), disc(18, 7, 3), "~M6 5v14M18 8c0 5-8 3-11.4 7.6"]],

  // tools and arrows
  chart: [BOX, ["M3 12h4.6v9H3z", "M9.7 4h4.6v17H9.7z", "M16.4 8.6H21V21h-4.6z"]],
  key: [BOX, [`${disc(7.6, 12, 5.6)}${disc(7.6, 12, 2.2)}`, "M12.6 10.6H23v5h-2.8v-2.2h-2v2.2h-2.6v-2.2h-3z"]],
  people: [
    BOX,
    [
      disc(8.6, 7.6, 4),
      "M1.4 20.4c0-4.8 3-7.4 7.2-7.4s7.2 2.6 7.2 7.4z",
      disc(17.4, 8.8, 3),
      "M17.8 20.4h4.8c0-4.2-2-6.8-5.2-6.8-.8 0-1.5.2-2.1.5 1.7 1.5 2.5 3.7 2.5 6.3z",
    ],
  ],
  dice: [
    BOX,
    [
      "M5.4 2h13.2A3.4 3.4 0 0 1 22 5.4v13.2a3.4 3.4 0 0 1-3.4 3.4H5.4A3.4 3.4 0 0 1 2 18.6V5.4A3.4 3.4 0 0 1 5.4 2z" +
        disc(7.4, 7.4, 1.9) +
        disc(16.6, 16.6, 1.9) +
        disc(12, 12, 1.9),
    ],
  ],
  "turn-over": [
    BOX,
    [
      "~M4.4 10.4A8 8 0 0 1 18 6.6l2 2",
      "~M20.4 3.6v5.2h-5.2",
      "~M19.6 13.6A8 8 0 0 1 6 17.4l-2-2",
      "~M3.6 20.4v-5.2h5.2",
    ],
  ],
  swap: [BOX, ["~M3.6 8.4h15.8M15.4 4l4.4 4.4-4.4 4.4", "~M20.4 16.2H4.6M8.6 11.8l-4.4 4.4 4.4 4.4"]],
  plus: [BOX, ["~M12 4v16M4 12h16"]],
  minus: [BOX, ["~M4 12h16"]],
  fit: [BOX, ["~M3.5 9V3.5H9M15 3.5h5.5V9M20.5 15v5.5H15M9 20.5H3.5V15"]],
  aim: [BOX, [disc(12, 12, 3), "~M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 1.5V5M12 19v3.5M1.5 12H5M19 12h3.5"]],
  close: [BOX, ["~M5 5l14 14M19 5 5 19"]],
  menu: [BOX, ["M3 4.8h18v2.6H3z", "M3 10.7h18v2.6H3z", "M3 16.6h18v2.6H3z"]],
  search: [BOX, ["~M10.4 3.6a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6zM15.4 15.4l5.4 5.4"]],
  "arrow-left": [BOX, ["~M20.4 12H4.2M11 5.2 4.2 12l6.8 6.8"]],
  "arrow-right": [BOX, ["~M3.6 12h16.2M13 5.2l6.8 6.8-6.8 6.8"]],

  pencil: [BOX, ["M2.6 21.4 4 15.6 15.8 3.8a2.4 2.4 0 0 1 3.4 0l1 1a2.4 2.4 0 0 1 0 3.4L8.4 20z"]],

  // words of other games
  spark: [BOX, ["M14.2 1.4 4.4 13.6h6L8.8 22.6l10.8-13h-6.6z"]],
  protocol: [BOX, ["M7.6 4.4h12v17.2h-12z", "M4 2.4h10.4v1.2H5.6v14H4z"]],
  node: [BOX, [`${disc(12, 12, 10)}${disc(12, 12, 6.4)}`, disc(12, 12, 3.2)]],
  compass: [
    BOX,
    [
      "M12 .6 14.6 9.4 23.4 12 14.6 14.6 12 23.4 9.4 14.6.6 12 9.4 9.4zM12 9.2 10.8 12 12 14.8 13.2 12z",
      "~M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
    ],
  ],

  // Facilities in the west, gates and a walking city
  flame: [
    BOX,
    [
      "M12.6.8c.7 3.6 2.6 5.2 4.6 7.7 1.6 2 2.6 4.1 2.6 6.6A7.8 7.8 0 0 1 12 22.9a7.8 7.8 0 0 1-7.8-7.8c0-3 1.4-5.2 " +
        "3.3-7.2.2 1.7.9 2.9 2 3.6C9.3 7.2 10.4 3.6 12.6.8zM12.2 12.4c-2 1.8-3.3 3.3-3.3 " +
        "5.4a3.1 3.1 0 0 0 6.2 0c0-2.2-1.6-3.3-2.9-5.4z",
    ],
  ],
  drop: [
    BOX,
    ["M12 1C15 6 19.6 10.4 19.6 15.3a7.6 7.6 0 0 1-15.2 0C4.4 10.4 9 6 12 1zM8 15.2a4 4 0 0 0 4 4v-2a2 2 0 0 1-2-2z"],
  ],
  rings: [
    BOX,
    [
      disc(12, 12, 3.4),
      "~M12 7.2c5.6 0 10.2 2.1 10.2 4.8s-4.6 4.8-10.2 4.8S1.8 14.7 1.8 12 6.4 7.2 12 7.2z",
      "~M12 1.8c2.7 0 4.8 4.6 4.8 10.2S14.7 22.2 12 22.2 7.2 17.6 7.2 12 9.3 1.8 12 1.8z",
    ],
  ],
  mast: [
    BOX,
    [
      disc(12, 6.6, 2.2),
      "M11 9.6h2l4.6 13h-2.6l-1.1-3.2h-3.8L9 22.6H6.4zM11 16.9h2l-1-3.1z",
      "~M7.6 11a6.2 6.2 0 0 1 0-8.8M16.4 2.2a6.2 6.2 0 0 1 0 8.8",
      "~M4 13.6A10.6 10.6 0 0 1 4-.4M20-.4a10.6 10.6 0 0 1 0 14",
    ],
  ],
  gate: [BOX, ["M3 22.4V11a9 9 0 0 1 18 0v11.4h-4.2V11a4.8 4.8 0 0 0-9.6 0v11.4z", disc(12, 15.4, 2.2)]],
  gates: [
    BOX,
    [
      "M1 22V12.6a6.6 6.6 0 0 1 11-4.9 6.6 6.6 0 0 1 11 4.9V22h-3.2v-9.4a3.4 3.4 0 0 0-6.2-2V22h-3.2V10.6a3.4 " +
        "3.4 0 0 0-6.2 2V22z",
    ],
  ],
  city: [
    BOX,
    [
      "M10.6 1h2.8v3.6h2.8v4H20v7.6H4V7h3.8V4.6h2.8zM7 11v2.6h2V11zM11 11v2.6h2V11zM15 11v2.6h2V11z",
      disc(6.2, 20.2, 2.6),
      disc(12, 20.2, 2.6),
      disc(17.8, 20.2, 2.6),
    ],
  ],

  // buildings in the ice
  outpost: [BOX, ["M10.9 1.6h2.2v6.2h-2.2z", "M13 1.6 19 4l-6 2.4z", "M10.2 8.8h3.6L19.4 22.4H4.6z"]],
  conduit: [BOX, ["M1.6 6.4h7v11.2h-7z", "M15.4 6.4h7v11.2h-7z", "M9.6 10h4.8v4H9.6z"]],
  archive: [BOX, ["M2 3h20v5.4H2z", "M3.6 9.8h16.8V21H3.6zM8.6 12v2.6h6.8V12z"]],
  foundry: [BOX, ["M3 2h4l.8 9.4 5.6-4v4l5.6-4v4.2H21V22H2.2z"]],
  beacon: [
    BOX,
    [
      "M10 8.4h4L17 22.4H7z",
      disc(12, 5, 2.6),
      "M1.6 1.8 7.4 4v2L1.6 8.2z",
      "M22.4 1.8 16.6 4v2l5.8 2.2z",
    ],
  ],
  depot: [BOX, ["M12 2 22.6 8V22H1.4V8zM5.6 11v9h12.8v-9zM5.6 13h12.8v2H5.6zM5.6 16.6h12.8v2H5.6z"]],
};

const DOT = [BOX, [disc(12, 12, 4)]];
const SUITS = new Set(["heart", "diamond", "club", "spade"]);
const TYPES = new Set(["flame", "drop", "rings", "mast"]);

/** Whether a sign is the type of a card: inks for paper, as suits are. */
export const isType = (name) => TYPES.has(name);

/**
 * A sign as an inline picture; without a label it is decoration, and silent.
 * @param {string} name
 * @param {{ size?: number, label?: string, class?: string }} how
 */
export function glyph(name, { size, label, class: extra } = {}) {
  const [box, paths] = Object.hasOwn(SIGNS, name) ? SIGNS[name] : DOT;
  const kind = SUITS.has(name) ? " glyph-suit" : TYPES.has(name) ? ` glyph-type glyph-${name}` : "";
  const props = { class: `glyph${kind}${extra ? ` ${extra}` : ""}`, viewBox: box, focusable: "false" };
  if (size) Object.assign(props, { width: size, height: size, style: `width:${size}px;height:${size}px` });
  if (label) Object.assign(props, { role: "img", "aria-label": label });
  else props["aria-hidden"] = "true";
  return h("svg", props, label && h("title", {}, label), strokes(paths));
}

/** The same sign as part of a larger drawing: centred on a point, `size` wide. */
export function mark(name, x, y, size, extra = "") {
  const [, paths] = Object.hasOwn(SIGNS, name) ? SIGNS[name] : DOT;
  const scale = size / 24;
  const props = {
    class: `glyph-in${SUITS.has(name) ? " glyph-suit" : ""} ${extra}`,
    transform: `translate(${(x - size / 2).toFixed(2)} ${(y - size / 2).toFixed(2)}) scale(${scale.toFixed(4)})`,
    "aria-hidden": "true",
  };
  return h("g", props, strokes(paths));
}

function strokes(paths) {
  return paths.map((path) => {
    const line = path.startsWith("~");
    return h("path", { class: line ? "glyph-line" : "glyph-fill", d: line ? path.slice(1) : path });
  });
}

// -- landscapes -------------------------------------------------------------------------------------------------------

// Each picture is 60 x 40, back to front. The first letter of a shape is its tone: 1 light to 4 dark, w paper, l an ink
// line; the sky is drawn first for all.
const stamp = (path) => (x, y, size) =>
  `M${x} ${y}${path.replaceAll(/-?\d*\.?\d+/g, (number) => ` ${(number * size).toFixed(2)}`)}`; // relative steps only
const fir = stamp("m0-9l2.6 4.2h-1.1l2.3 4.6h-7.6l2.3-4.6h-1.1z");
const palm = stamp(
  "q-.6-1.8-4.4-.4q1.4-2.8 4.2-1.2q-1.2-2.4-3.6-2.6q3.6-1.4 4.4 1.8" +
    "q1-3 4.4-1.4q-2.6 0-3.4 2.2q3-1 4 1.8q-3.4-1.6-5.6-.2z",
);
const roof = (x, y, w, t) => `M${x - 1} ${y}l${w / 2 + 1} ${-t}l${w / 2 + 1} ${t}z`;
const wall = (x, y, w, t) => `M${x} ${y}h${w}v${t}h${-w}z`;

const LANDS = {
  hills: [
    `w${disc(45, 6, 5)}`,
    "1M0 21Q11 10 24 18T46 14T60 18V40H0z",
    "2M0 28Q12 17 28 25T60 20V40H0z",
    "3M0 33Q18 24 34 31T60 28V40H0z",
    "4M0 38Q24 31 60 36V40H0z",
    "lM14 26q3-2 6-1M38 29q4-2 8-2M22 34q4-1 7 0",
  ],
  shore: [
    `w${disc(41, 1, 4.4)}`,
    "2M0 18H60V40H0z",
    "1M60 12Q50 10 45 14L41 18H60z",
    "3M60 8Q53 8 50 13L47 18 50 21 60 23z",
    "wM24 9V19H17Q22 15 24 9z",
    "wM25.4 7V19H33Q28 14 25.4 7z",
    "4M15 20.4H35L32 24H18z",
    "1M0 40V33Q14 27 32 33T60 34V40z",
    "lM6 25h8M40 26h9M28 29h8M4 22h5",
  ],
  jungle: [
    "1M0 20Q4 9 11 13 15 5 23 10 30 3 37 10 44 4 49 12 57 8 60 18V40H0z",
    "2M0 28Q6 18 13 22 19 14 26 21 34 15 40 22 48 15 60 25V40H0z",
    "4M15.3 40Q17.5 31 14.5 22.5L16 22Q19.5 31 18 40z",
    `3${palm(15.4, 22.6, 2.1)}`,
    "4M44.3 40Q43 34 45 27.5L46.5 28Q45 34 46.8 40z",
    `3${palm(45.8, 28, 1.9)}`,
    "4M0 40Q2 32 8 34 12 30 17 35 24 31 29 36 34 32 40 36 50 31 60 36V40z",
  ],
  forest: [
    `w${disc(47, 2, 4.4)}`,
    "1M0 24Q18 14 34 20T60 16V40H0z",
    "2" + fir(8, 29, 1.3) + fir(20, 27, 1.4) + fir(33, 26, 1.4) + fir(45, 25, 1.4) + fir(55, 27, 1.3),
    "2M0 27H60V40H0z",
    "3" + fir(14, 35, 1.9) + fir(39, 34, 1.9) + fir(57, 35, 1.8),
    "4" + fir(3, 38.5, 2) + fir(26, 38.5, 2.4) + fir(48.5, 38.5, 2.2),
    "4M0 37Q30 34 60 37V40H0z",
  ],
  peaks: [
    "1M0 30L9 16 17 24 27 9 38 23 48 12 60 26V40H0z",
    "2M0 34L12 22 20 29 33 8 47 27 53 22 60 29V40H0z",
    "wM33 8L39.5 16.8 36.4 19 33.5 16.2 30.4 19.6 26.9 17.8z",
    "wM12 22L15.2 24.8 12.6 26.6 9.4 24.6z",
    "3M0 37L14 30 26 35 42 28 60 36V40H0z",
    "4M0 39Q30 34 60 38.5V40H0z",
    "lM34 20l3 6M30.5 23l-3 6M45 15l2 4",
  ],
  meadow: [
    `w${disc(47, 9, 4)}`,
    "1M0 20Q20 13 60 19V40H0z",
    "2M0 26Q30 18 60 25V40H0z",
    "4M14.6 30V18H16.8V30z",
    "3M15.7 4.5C21 4.5 24.5 8.5 24 13.2 26 17 22 20.8 18 20.2 15.5 22.5 9 21.5 8.6 17.6 5.6 14 8 9 10.4 8.6 11 6 " +
      "13.5 4.5 15.7 4.5z",
    "3M0 33Q28 25 60 32V40H0z",
    `w${disc(33, 33, 1.3)}${disc(41, 36, 1.5)}${disc(50, 33.5, 1.3)}${disc(24, 36.5, 1.5)}${disc(9, 35, 1.4)}` +
      `${disc(55, 37.5, 1.3)}`,
    "lM12 11q3-2 6 0M13 15.5q4-2 7 0M36 22.5q6-1 11 0",
  ],
  desert: [
    `w${disc(42, 11, 6)}`,
    "1M0 24Q16 18 30 23T60 21V40H0z",
    "2M0 30Q14 19 26 24 40 30 60 26V40H0z",
    "3M26 24Q20 30 30 33 44 37 60 33V40H14Q24 31 26 24z",
    "4M10.6 36V19.5a1.7 1.7 0 0 1 3.4 0V27h2.4V22.5a1.4 1.4 0 0 1 2.8 0V29.6H14V36zM10.6 31.5H5.6V25a1.4 1.4 0 0 " +
      "1 2.8 0v4h2.2z",
    "4M0 38Q20 33 38 36.5T60 37.5V40H0z",
    "lM34 28q6 3 14 2M40 33q6 1.5 12 .5",
  ],
  marsh: [
    `w${disc(40, 9, 3.8)}`,
    "1M0 17Q14 12 28 16T60 14V24H0z",
    "2M0 21H60V40H0z",
    "wM8 26H31V27.2H8zM33 30.5H56V31.7H33zM4 34H22V35.2H4z",
    "3M36 24Q46 20 60 22.5V27Q46 28 36 24z",
    "4M0 40Q6 34 16 37 24 33 34 38 46 33 60 38V40z",
    "lM10 38V17M14.5 38V12.5M19 38V20M47 37.5V19M52 37.5V15",
    "4M9 14.5h2v6H9zM13.5 10h2v6h-2zM18 17.5h2v5h-2zM46 16.5h2v5.5h-2zM51 12.5h2v5.5h-2z",
  ],
  town: [
    "1M0 24Q16 14 32 20T60 17V40H0z",
    "w" + wall(6, 24, 11, 14) + wall(33, 22, 12, 16) + wall(45, 27, 10, 11),
    "1" + wall(20, 15, 8, 23),
    "4" + roof(6, 24, 11, 7) + roof(20, 15, 8, 12) + roof(33, 22, 12, 8) + roof(45, 27, 10, 6),
    "3" + wall(9, 28, 2.4, 3.4) + wall(13, 28, 2.4, 3.4) + wall(36, 26.5, 2.4, 3.6) + wall(40.5, 26.5, 2.4, 3.6),
    "3" + wall(22.7, 19, 2.6, 4) + wall(22.4, 30, 3.2, 8) + wall(48.5, 31, 2.6, 7),
    "3M0 37Q30 33.5 60 37V40H0z",
  ],
  isle: [
    `w${disc(48, 9, 4)}`,
    "2M0 22H60V40H0z",
    "1M11 27Q28 13 49 27 30 31 11 27z",
    "3M17 25.2Q28 15.5 43 25.2 30 28 17 25.2z",
    "4M27.3 24Q29.5 18 26.5 11.5L28 11Q32 18 30.3 24z",
    `4${palm(27.5, 11.6, 2.1)}`,
    "wM8 33H26V34.2H8zM36 31H54V32.2H36zM28 36.5H46V37.7H28z",
    "lM4 29h5M51 28h6",
  ],
  valley: [
    `w${disc(30, 10, 5)}`,
    "1M0 20L14 12 30 20 46 11 60 18V40H0z",
    "2M0 12Q14 16 23 25T33 40H0z",
    "2M60 12Q46 16 38 25T28 40H60z",
    "3M0 24Q14 27 21 34L24 40H0zM60 24Q46 27 40 33L36 40H60z",
    "wM30 20.5Q33 24 30 27T29 33 25 40H36Q35.5 34 34 31.5T34 26.5 30 20.5z",
    "4" + fir(8, 33, 1.1) + fir(14, 37, 1.3) + fir(51, 33, 1.1) + fir(46, 37, 1.3) + fir(3, 38, 1.3) + fir(57, 38, 1.4),
  ],
  ruins: [
    `w${disc(50, 3, 4.4)}`,
    "1M0 24Q18 16 36 22T60 19V40H0z",
    "2M0 31Q26 24 60 30V40H0z",
    "w" + wall(9, 17, 5, 17) + wall(20, 12, 5, 22) + wall(31, 12, 5, 22) + "M47 34V22L49.5 20 52 23.5V34z",
    "4M18 9.5H38V13H18zM7.5 16.5 12 14.5 15.5 17V18.5H7.5zM7.5 33H15.5V35.5H7.5zM18.5 33H26.5V35.5H18.5zM29.5 " +
      "33H37.5V35.5H29.5zM45.5 33H53.5V35.5H45.5z",
    "lM10.8 19.5V32M22 14.5V32M33 14.5V32M49.5 23.5V32M23.4 14.5V32M34.4 14.5V32M12.2 19.5V32",
    "3M0 38Q16 33.5 30 37T60 36V40H0z",
  ],
};

/** A little landscape in the tones of one hue (0 to 11). */
export function landscape(art, hue = 0) {
  const shapes = Object.hasOwn(LANDS, art) ? LANDS[art] : LANDS.hills;
  const props = {
    class: "land",
    viewBox: "0 -12 60 52",
    preserveAspectRatio: "xMidYMax slice",
    "aria-hidden": "true",
    focusable: "false",
    style: `--hue:${(Number(hue) || 0) * 30 + 25}deg`,
  };
  return h("svg", props, h("path", { class: "land-0", d: "M0-12H60V40H0z" }), shapes.map(drawShape));
}

function drawShape(shape) {
  return h("path", { class: `land-${shape[0]}`, d: shape.slice(1) });
}
