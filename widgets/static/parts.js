// Every part of a scene, drawn from its data. The screen decides where a part goes; what is inside is decided here.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import {
  card,
  cornerSign,
  dial,
  die,
  isTyped,
  pieceProps,
  seatBadge,
  seatColour,
  signLine,
  stateOf,
  zoneOf,
  zoneProps,
} from "./cards.js";
import { ruleId, ruleWord } from "./rules.js";
import { atLeast, heading, partKey, ruleOf, section, zoneId } from "./section.js";
import { ring } from "./boards.js";
import { map } from "./map.js";
import { track } from "./track.js";
import { launcher } from "./launcher.js";
import { patterns } from "./patterns.js";
import { stack } from "./stack.js";
import { boards, fight, meters, plot } from "./meters.js";

export { pieceProps } from "./cards.js";

const PARTS = {
  seats,
  ring: ringPart,
  sheet,
  cards,
  hand,
  key,
  realm,
  note,
  player,
  list,
  tally,
  map: mapPart,
  track: trackPart,
  launcher,
  patterns,
  stack,
  meters,
  fight,
  plot,
  boards,
};

/** One part of the scene. A kind that is not known here breaks nothing, but it does not vanish either. */
export function drawPart(part, ui) {
  return Object.hasOwn(PARTS, part.part) ? PARTS[part.part](part, ui) : unknown(part);
}

function unknown(part) {
  console.error("tabletop: there is no such part", part);
  return h("p", { key: partKey(part), class: "fault" }, `This page can't draw a part of the table: ${part.part}.`);
}

const ROOM_FOR_BOTH = 3; // players whose strips are wide enough for a badge and a line
const ROOMY = 8; // cards that lie side by side in a hand
const allCards = (groups) => groups.flatMap((group) => group.cards || []);

function button(data, ui) {
  return h(
    "button",
    {
      type: "button",
      class: `part-button${data.legal ? " is-legal" : ""}`,
      "aria-label": data.label,
      disabled: Boolean(data.off),
      onclick: () => ui.send(data.do),
    },
    data.glyph ? glyph(data.glyph) : null,
    data.text,
    data.strong ? h("b", {}, data.strong) : null,
  );
}

// -- the players ------------------------------------------------------------------------------------------------------

function seats(part, ui) {
  const zone = zoneOf(zoneId(part), part.seats);
  const many = part.seats.length > ROOM_FOR_BOTH;
  const list = part.seats.map((seat) => seatStrip(seat, part.people?.[seat.seat], many, ui, zone));
  return section(part, ui, atLeast(part.seats.length), h("div", { class: "seats", ...zoneProps(zone, "Players") }, list));
}

function seatStrip(seat, person, many, ui, zone) {
  const rest = h("span", { class: "seat-rest", key: "rest" }, seatRest(seat, many)); // where a score would be, or below
  const look = `seat${seat.now ? " is-now" : ""}${seat.you ? " is-you" : ""}${seat.out ? " is-out" : ""}`;
  return h(
    "div",
    { ...pieceProps(seat, ui, zone, look), style: seatColour(seat.seat), "aria-current": seat.now ? "true" : null },
    h(
      "span",
      { class: "seat-top" },
      seatBadge(seat.seat),
      h(
        "span",
        { class: `seat-name${person ? " has-person" : ""}` },
        h("b", {}, seat.name),
        seat.you ? h("span", { class: "seat-you" }, " (you)") : null,
        person ? h("span", { class: "seat-person" }, ` · ${person}`) : null,
      ),
      seat.score === undefined ? rest : score(seat),
    ),
    h(
      "span",
      { class: "seat-bottom" },
      (seat.counters || []).map(counter),
      seat.score === undefined ? null : rest,
    ),
    cornerSign(seat, ui),
  );
}

function seatRest({ badge, out, line }, many) {
  if (out && !badge) return pill({ text: "out" });
  return [badge && pill(badge), line && !(badge && many) && h("span", { class: "seat-line" }, line)];
}

function score({ score: figure, of }) {
  return h("span", { class: "seat-score" }, h("b", {}, figure), of ? ` / ${of}` : null);
}

export function counter({ glyph: sign, figure, label }) {
  return h("span", { class: `counter tone-${sign}`, title: label }, glyph(sign), h("span", {}, figure));
}

function pill({ glyph: sign = "", text }) {
  return h("span", { class: "pill" }, sign ? glyph(sign) : null, h("span", { class: "pill-text" }, text));
}

// -- the board --------------------------------------------------------------------------------------------------------

function ringPart(part, ui) {
  return section(part, ui, "", ring(part, ui));
}

function mapPart(part, ui) {
  return section(part, ui, "", map(part, ui, zoneId(part)));
}

/** A track is read, and where it is a piece it answers as a whole. */
function trackPart(part, ui) {
  const { piece } = part;
  const zone = piece ? zoneOf(zoneId(part), [piece]) : null;
  const drawn = [part.figure && h("b", { key: "figure", class: "track-figure" }, part.figure), track(part)];
  const whole = piece ? h("div", { ...pieceProps(piece, ui, zone, "track-piece") }, drawn, cornerSign(piece, ui)) : drawn;
  return section(part, ui, "panel", heading(part, ui), whole);
}

// -- a sheet: rows of what each side has put in -----------------------------------------------------------------------

function sheet(part, ui) {
  const cells = part.rows.flatMap((row) => row.cells.filter(Boolean));
  const zone = zoneOf(zoneId(part), cells.flatMap((cell) => [...(cell.cards || []), ...(cell.dice || [])]));
  const covers = part.covers || [];
  const look = `sheet${covers.length ? "" : " is-banded"}${part.columns.length > 2 ? " is-crowded" : ""}`;
  return section(
    part,
    ui,
    "panel",
    h(
      "div",
      { class: "sheet-head" },
      part.glyph ? h("span", { class: `tone-${part.glyph}` }, glyph(part.glyph)) : null,
      h("h2", { class: "sheet-title" }, part.title),
      ruleOf(part, ui),
      part.button ? button(part.button, ui) : null,
    ),
    h(
      "div",
      zoneProps(zone, part.title || "Sheet"),
      h("table", { class: look }, h("thead", {}, sheetHeads(part, covers)), sheetBody(part, covers, ui, zone)),
    ),
  );
}

/** Dice and totals stay at the lower edge of the place, below what is scrolled. */
function sheetBody(part, covers, ui, zone) {
  const isFoot = (row) => Boolean(row.strong || row.stays);
  const draw = (row, index) =>
    covers.length ? besideRow(row, index, part, covers, ui, zone) : bandedRow(row, part, ui, zone);
  const rows = part.rows.map((row, index) => ({ foot: isFoot(row), drawn: draw(row, index) }));
  const some = (foot) => rows.filter((row) => row.foot === foot).map((row) => row.drawn);
  return [h("tbody", {}, some(false)), h("tfoot", {}, some(true))];
}

/** Heads of the columns. Where the first side is open and others are covered, its head has the corner as well. */
function sheetHeads(part, covers) {
  const first = covers.length > 0 && !isCovered(covers, 0);
  return h(
    "tr",
    {},
    first || !covers.length ? null : h("td", { key: "corner" }),
    part.columns.map((column, index) =>
      h(
        "th",
        { key: index, scope: "col", colspan: first && index === 0 ? 2 : null, class: widthOf(part, covers, index) },
        h("span", { class: "sheet-side" }, sideSign(column), h("span", { class: "side-name" }, column.title)),
      ),
    ),
  );
}

const sideSign = ({ seat, glyph: sign }) => (seat === undefined ? sign && glyph(sign) : seatBadge(seat));

const isCovered = (covers, column) => covers.some((cover) => cover.column === column);

/** Covered sides leave the width to open ones; several of them shrink to their badges. */
function widthOf(part, covers, column) {
  const open = part.columns.some((_, index) => !isCovered(covers, index));
  if (!open || !isCovered(covers, column)) return null;
  return part.columns.length > 2 ? "is-narrow is-slim" : "is-narrow";
}

/** Once everything is open both sides need the width, and the head of a row becomes a band above it. */
function bandedRow(row, part, ui, zone) {
  const look = row.strong ? "is-strong" : row.slim ? "is-slight" : null;
  return [
    h(
      "tr",
      { key: `band ${row.label}`, class: `band ${look || ""}` },
      rowHead(row, ui, { scope: "rowgroup", colspan: part.columns.length }),
    ),
    h("tr", { key: row.label, class: look }, row.cells.map((cell, column) => sheetCell(cell, column, null, ui, zone))),
  ];
}

function besideRow(row, index, part, covers, ui, zone) {
  const cells = row.cells.map((cell, column) => {
    const width = widthOf(part, covers, column);
    const cover = covers.find((one) => one.column === column && one.from <= index && index <= one.to);
    if (!cover) return sheetCell(cell, column, width, ui, zone);
    return cover.from === index ? coverCell(cover, width) : null;
  });
  return h("tr", { key: row.label, class: row.strong ? "is-strong" : null }, rowHead(row, ui, { scope: "row" }), cells);
}

function rowHead(row, ui, props) {
  return h(
    "th",
    { key: "head", ...props },
    h("span", { class: "row-label" }, ruleWord(row.label, row.rule, ui)),
    row.note ? h("span", { class: `row-note${isFull(row.note) ? " is-full" : ""}` }, row.note) : null,
  );
}

/** "2 of 2": no more fits. */
const isFull = (note) => /^(\d+) of \1$/.test(note);

function sheetCell(cell, column, width, ui, zone) {
  if (!cell) return h("td", { key: column });
  const cards = (cell.cards || []).map((one) => card({ size: "mini", ...one }, ui, zone));
  const dice = (cell.dice || []).map((one) => die(one, ui, zone));
  const waiting = (cell.dice || []).some((one) => stateOf(one, ui) === "legal");
  return h(
    "td",
    { key: column, class: width },
    h(
      "div",
      { class: "cell" },
      cards.length ? h("span", { class: "cell-pieces" }, cards) : null,
      dice.length ? h("span", { class: `cell-dice${waiting ? " is-waiting" : ""}` }, dice) : null,
      cell.text ? h("span", { class: `cell-text${cell.text.length < 9 ? " is-short" : ""}` }, cell.text) : null,
      cell.figure ? h("span", { class: `cell-figure${cell.figure.length > 3 ? " is-range" : ""}` }, cell.figure) : null,
    ),
  );
}

/** What another seat has put in and nobody may see yet: not even how much of it there is. */
function coverCell(cover, width) {
  return h(
    "td",
    {
      key: `cover ${cover.column}`,
      class: `cover ${width || ""}`,
      rowspan: cover.to - cover.from + 1,
      style: seatColour(cover.seat),
    },
    h("div", { class: "cover-text" }, glyph("covered"), h("span", {}, cover.text)),
  );
}

// -- cards in the open, and in hand -----------------------------------------------------------------------------------

function cards(part, ui) {
  const zone = zoneOf(zoneId(part), [part.pile, ...part.cards]);
  const row = part.cards.map((one) => card(one, ui, zone));
  const lying = row.length ? row : h("p", { key: "empty", class: "empty" }, part.empty || "There is nothing here.");
  const pile = part.pile ? h("div", { key: "pile", class: "row-pile" }, pileHead(part), card(part.pile, ui, zone)) : null;
  const name = part.title || "Cards";
  const prices = part.cards.some((one) => one.face === "text" && isTyped(one));
  const look = `card-row${pile ? " has-pile" : ""}${prices ? " has-prices" : ""}`;
  if (!row.length && !pile) return section(part, ui, "panel", heading(part, ui), lying);
  return section(
    part,
    ui,
    part.bare ? "is-bare" : "panel",
    part.bare ? null : heading(part, ui),
    h("div", { class: look, ...zoneProps(zone, name) }, pile, lying),
  );
}

function pileHead(part) {
  return part.bare && part.title ? h("h2", { class: "part-label" }, part.title) : null;
}

function hand(part, ui) {
  const cards = allCards(part.groups);
  const zone = zoneOf(zoneId(part), cards);
  const fanned = cards.length > ROOMY && !ui.phone; // they overlap then, and an outline stays inside its card
  const groups = part.groups.filter((group) => group.cards.length).map((group) => handGroup(group, ui, zone));
  return section(
    part,
    ui,
    "",
    h(
      "div",
      { class: "hand-head" },
      h("h2", { class: "part-label" }, glyph("eye"), part.title || "Your hand"),
      part.note ? h("p", { class: "hand-note" }, part.note) : null,
      ruleOf(part, ui),
    ),
    groups.length
      ? h("div", { class: `hand-cards${fanned ? " is-fanned" : ""}`, ...zoneProps(zone, part.title || "Your hand") }, groups)
      : h("p", { class: "empty" }, part.empty || "No cards in hand."),
  );
}

const isText = (one) => one.face === "text" && (one.size || "text") === "text";

function handGroup(group, ui, zone) {
  const look = `hand-group${group.label ? " is-named" : ""}${group.cards.some(isText) ? " is-text" : ""}`;
  return h(
    "div",
    { key: group.label, class: look, style: `--n:${group.cards.length}` },
    group.label ? h("div", { class: "part-label" }, group.label) : null,
    h("div", { class: "hand-row" }, group.cards.map((one) => card({ size: "hand", ...one }, ui, zone))),
  );
}

// -- the small ones ---------------------------------------------------------------------------------------------------

/** The key card lies folded behind a button: the room belongs to what is going on. */
function key(part, ui) {
  const rows = h("dl", { class: "key-rows" }, part.rows.map((row, index) => keyRow(row, index, ui)));
  return section(
    part,
    ui,
    "is-folded",
    h(
      "details",
      { onkeydown: closeOnEscape },
      h("summary", { class: "part-button" }, glyph("protocol"), part.title || "Key"),
      h("div", { class: "key-sheet panel" }, rows),
    ),
  );
}

function closeOnEscape(event) {
  const details = event.currentTarget;
  if (event.key !== "Escape" || !details.open) return;
  details.open = false;
  details.querySelector("summary").focus();
  event.stopPropagation();
}

function keyRow(row, index, ui) {
  return h(
    "div",
    { key: index, class: "key-row" },
    h("dt", {}, row.glyph ? h("span", { class: `tone-${row.glyph}` }, glyph(row.glyph)) : null, row.figure || null),
    h("dd", {}, row.text, " ", row.rule ? ui.ruleLink(row.rule) : null),
  );
}

function realm(part, ui) {
  const zone = zoneOf(zoneId(part), allCards(part.rows));
  const rows = part.rows.map((row) => realmRow(row, ui, zone));
  return section(part, ui, "panel", heading(part, ui), h("div", zoneProps(zone, part.title || "Territories"), rows));
}

function realmRow(row, ui, zone) {
  const lying = row.cards.map((one) => card({ size: "mini", ...one }, ui, zone));
  return h(
    "div",
    { key: row.seat, class: "realm-row" },
    h("span", { class: "realm-name" }, seatBadge(row.seat), h("b", {}, row.name)),
    h("span", { class: "realm-cards" }, lying.length ? lying : h("span", { class: "realm-none" }, "none")),
  );
}

function note(part, ui) {
  const rule = part.rule ? ui.ruleLink(part.rule) : null;
  return section(part, ui, "", h("p", { class: "note-text" }, part.text, " ", rule));
}

// -- one player, with all that lies before them -----------------------------------------------------------------------

function player(part, ui) {
  const strips = part.rows.flatMap((row) => [...row.cards, row.slot]);
  const zone = zoneOf(zoneId(part), [part.who, part.dial, ...strips, ...part.piles.flatMap((pile) => pile.cards)]);
  const bare = part.dial ? "" : " has-no-dial";
  return section(
    part,
    ui,
    `panel${part.who.now ? " is-now" : ""}${bare}`,
    h(
      "div",
      { class: `player${bare}`, style: seatColour(part.who.seat), ...zoneProps(zone, part.title || part.who.name) },
      playerHead(part, ui, zone),
      part.dial ? dial(part.dial, ui, zone) : null,
      h(
        "div",
        { class: "player-rows" },
        part.rows.map((row) => stripRow(row, ui, zone)),
        part.note ? h("p", { class: "player-note" }, part.note, " ", part.rule ? ui.ruleLink(part.rule) : null) : null,
        part.reckoning ? reckoning(part.reckoning, ui) : null,
      ),
      h("div", { class: "player-piles" }, part.piles.map((pile, number) => heap(pile, number, ui, zone))),
    ),
  );
}

/** A sum in one line; every addend opens its rule. */
function reckoning({ text, addends, total }, ui) {
  const terms = addends.flatMap((one, index) => [index ? " + " : " ", ruleWord(one.text, one.rule, ui)]);
  const sum = h("b", { key: "sum" }, ruleWord(total.text, total.rule, ui));
  return h("p", { key: "reckoning", class: "player-note" }, text, terms, " = ", sum);
}

function playerHead({ who, unit }, ui, zone) {
  const share = Math.max(0, Math.min(1, Number(who.score) / Number(who.of) || 0));
  return h(
    "div",
    { ...pieceProps(who, ui, zone, "player-who"), "aria-current": who.now ? "true" : null },
    h("span", { class: "player-name" }, seatBadge(who.seat), h("b", {}, who.you ? `You, ${who.name}` : who.name)),
    h(
      "span",
      { class: "player-points" },
      h("b", {}, who.score),
      h("span", {}, who.of ? `of ${who.of} ${unit || "points"}` : unit, who.line ? h("span", {}, who.line) : null),
    ),
    h("span", { class: "player-bar" }, h("i", { style: `width:${(100 * share).toFixed(1)}%` })),
    cornerSign(who, ui),
  );
}

function stripRow(row, ui, zone) {
  const empty = !row.cards.length && !row.slot;
  return h(
    "div",
    { key: row.label, class: "strip-row" },
    h("span", { class: "strip-label" }, row.label),
    h(
      "span",
      { class: "strips" },
      row.cards.map((one) => card(one, ui, zone)),
      row.slot ? card(row.slot, ui, zone) : null,
      empty ? h("span", { key: "none", class: "strip-none" }, "none yet") : null,
    ),
  );
}

/** A pile with its name; several cards are fanned, an empty one is a dashed frame. */
function heap(pile, number, ui, zone) {
  const lying = pile.cards.map((one) => card(one, ui, zone));
  return h(
    "div",
    { key: pile.title.replace(/ \d+$/, "") || number, class: "heap", style: `--n:${pile.cards.length}` },
    h("span", { class: "heap-cards" }, lying.length ? lying : h("span", { key: "none", class: "heap-none" })),
    h("span", { class: "heap-title" }, pile.title),
  );
}

// -- lists and sums ---------------------------------------------------------------------------------------------------

function list(part, ui) {
  const zone = zoneOf(zoneId(part), part.items);
  const look = part.items.some((one) => one.note) ? "items are-noted" : "items";
  return section(
    part,
    ui,
    `panel${part.across ? " is-across" : ""}${part.steps ? " is-steps" : ""}`,
    part.title && !part.tab ? h("h2", { class: "part-label" }, part.title) : null,
    part.lead ? h("p", { class: "list-lead" }, part.lead) : null,
    part.figure ? h("b", { class: "list-figure" }, part.figure) : null,
    h("div", { class: look, ...zoneProps(zone, part.title || "List") }, part.items.map((one) => item(one, ui, zone))),
    h("p", { class: "list-note" }, part.note ? `${part.note} ` : null, part.rule ? ui.ruleLink(part.rule) : null),
  );
}

function item(one, ui, zone) {
  const edge = `${one.glyph === "tick" ? " is-done" : ""}${one.tone ? " has-edge" : ""}${one.signs ? " has-signs" : ""}`;
  const look = `item${one.now ? " is-current" : ""}${one.note ? " has-note" : ""}${one.glyph ? " has-glyph" : ""}${edge}`;
  const props = pieceProps(one, ui, zone, look);
  return h(
    "div",
    { ...props, style: itemStyle(one) },
    one.glyph ? glyph(one.glyph) : null,
    one.figure ? h("b", { class: "item-figure" }, one.figure) : null,
    h("span", { class: "item-text" }, one.text),
    one.signs ? signLine(one.signs) : null,
    one.boxes ? h("span", { class: "boxes" }, Array.from({ length: one.boxes }, (_, n) => box(n < one.ticked))) : null,
    one.note ? h("span", { class: "item-note" }, one.note) : null,
    one.cite ? h("span", { class: "item-cite" }, ui.titleOf(one.cite), ruleId(one.cite, ui)) : null,
    cornerSign(one, ui),
  );
}

function itemStyle({ depth, tone }) {
  const inset = depth ? `--depth:${Math.min(depth, 4)}` : "";
  return [inset, /^[a-z]+$/.test(tone || "") ? `--tone:var(--${tone})` : ""].filter(Boolean).join(";") || undefined;
}

const box = (ticked) => h("i", { class: ticked ? "is-ticked" : null });

function tally(part, ui) {
  const zone = zoneOf(zoneId(part), part.rows.map((row) => row.piece));
  const choosing = part.rows.some((row) => row.piece);
  return section(
    part,
    ui,
    choosing ? "panel is-asking" : "panel",
    part.title ? h("h2", { class: "part-label" }, part.title) : null,
    h(
      "table",
      { class: choosing ? "tally is-choice" : "tally" },
      h("thead", {}, h("tr", {}, h("td", {}), part.columns.map((column) => tallyHead(column, ui)))),
      h("tbody", choosing ? { "data-zone": zone.id } : {}, part.rows.map((row) => tallyRow(row, ui, zone))),
    ),
    part.note ? h("p", { class: "list-note" }, part.note) : null,
  );
}

function tallyHead(column, ui) {
  return h("th", { key: column.title, scope: "col" }, ruleWord(column.title, column.rule, ui));
}

function tallyRow(row, ui, zone) {
  const label = row.piece
    ? h("div", pieceProps(row.piece, ui, zone, "item"), row.label, cornerSign(row.piece, ui))
    : ruleWord(row.label, row.rule, ui);
  return h(
    "tr",
    { key: row.label, class: row.strong ? "is-strong" : null },
    h("th", { scope: "row" }, label),
    row.figures.map((figure, column) => h("td", { key: column }, figure)),
  );
}
