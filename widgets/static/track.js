// A track: a row of spaces along which something is counted, with stretches that have something in common.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { seatBadge, seatColour } from "./cards.js";

const ROOM_FOR_ALL = 13; // spaces of which each can show its name,
const NAMES = 7; // and how many names a longer track has

export function track({ label, spaces, stretches = [], trackers, finish, piece }) {
  const said = piece ? { "aria-hidden": "true" } : { role: "img", "aria-label": finish ? `${label} ${finish}` : label };
  const space = (name, index) => spaceOf(name, index, { spaces, stretches, trackers });
  return h(
    "div",
    { class: "track-row", ...said, title: finish },
    h("div", { class: "track-heads", key: "heads" }, stretches.map((one) => stretchHead(one, spaces.length))),
    h("div", { class: "track-spaces", key: "spaces" }, spaces.map(space)),
  );
}

function stretchHead({ first, last, text, glyph: sign, figure, tone = "calm", now }, count) {
  const style = `left:${((100 * first) / count).toFixed(2)}%;width:${((100 * (last - first + 1)) / count).toFixed(2)}%`;
  const words = [sign && glyph(sign), h("b", {}, figure ?? text)];
  return h("span", { key: `${first} ${text}`, class: `track-head is-${tone}${now ? " is-deciding" : ""}`, style, title: text }, words);
}

/** A space: its shade, whoever stands on it, and its name below, where there is room for it. */
function spaceOf(name, index, { spaces, stretches, trackers }) {
  const tone = stretches.find(({ first, last }) => first <= index && index <= last)?.tone || "calm";
  const here = trackers.filter((one) => one.at === index);
  const now = here.some((one) => one.seat === undefined);
  const seats = here.filter((one) => one.seat !== undefined);
  const last = spaces.length - 1;
  const every = spaces.length > ROOM_FOR_ALL ? Math.ceil(spaces.length / NAMES) : 1;
  const crowded = trackers.some(({ at, seat }) => seat === undefined && at !== index && Math.abs(at - index) < every);
  const named = now || (!crowded && (index === last || (index % every === 0 && last - index >= every)));
  return h(
    "span",
    { key: index, class: `track-space is-${tone}${now ? " is-now" : ""}${index === last ? " is-last" : ""}` },
    h("span", { class: "track-cell" }, now && spaces.length <= ROOM_FOR_ALL ? h("b", {}, name) : null),
    seats.length > 0 && h(
      "span",
      { class: "track-seats" },
      seats.map(({ seat }) => h("span", { key: seat, class: "track-seat", style: seatColour(seat) }, seatBadge(seat))),
    ),
    named && h("span", { class: "track-name" }, name),
  );
}
