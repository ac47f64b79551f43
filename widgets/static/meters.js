// The numbers of a player, the dice of a fight, a card with its blocks, and the boards of the others.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { cornerSign, die, pieceProps, seatBadge, seatColour, zoneOf, zoneProps } from "./cards.js";
import { heading, section, zoneId } from "./section.js";
import { dataToken } from "./tokens.js";

// -- meters -----------------------------------------------------------------------------------------------------------

export function meters(part, ui) {
  const { who, stats, meters: tracks } = part;
  const zone = zoneOf(zoneId(part), [who, ...stats, ...tracks]);
  return section(
    part,
    ui,
    "panel",
    h(
      "div",
      { class: `meters${part.tight ? " is-tight" : ""}`, key: "meters", style: seatColour(who.seat), ...zoneProps(zone, part.title || who.name) },
      h(
        "div",
        { ...pieceProps(who, ui, zone, "meters-who") },
        seatBadge(who.seat),
        h("b", {}, who.you ? `You · ${who.name}` : who.name),
        who.line && h("span", { class: "part-note" }, who.line),
        cornerSign(who, ui),
      ),
      h("div", { class: "stats", key: "stats" }, stats.map((one) => stat(one, ui, zone))),
      h("div", { class: "meter-rows", key: "rows" }, tracks.map((one) => meter(one, ui, zone))),
    ),
  );
}

function stat(one, ui, zone) {
  return h("div", { ...pieceProps(one, ui, zone, "stat") }, h("b", {}, one.figure), h("span", {}, one.text), cornerSign(one, ui));
}

function meter(one, ui, zone) {
  const box = (_, index) => h("i", { key: index, class: index < one.level ? "is-full" : null });
  return h(
    "div",
    { ...pieceProps(one, ui, zone, "meter") },
    glyph(one.glyph),
    h("span", { class: "meter-name" }, one.text),
    h("span", { class: "meter-boxes", "aria-hidden": "true" }, Array.from({ length: one.levels }, box)),
    h("b", {}, String(one.level)),
    cornerSign(one, ui),
  );
}

// -- a fight ----------------------------------------------------------------------------------------------------------

export function fight(part, ui) {
  const zone = zoneOf(zoneId(part), [...part.dice, ...part.frames]);
  const note = ({ text, rule }, index) => h("p", { key: index, class: "fight-note" }, text, " ", rule && ui.ruleLink(rule));
  return section(
    part,
    ui,
    "panel",
    h("div", { class: "fight-head", key: "head" }, heading(part, ui), part.button && oddsButton(part.button, ui)),
    h(
      "div",
      { class: "fight", key: "fight", ...zoneProps(zone, part.title || "Fight") },
      h("div", { class: "fight-dice", key: "dice" }, part.dice.map((one) => die(one, ui, zone))),
      part.faces && h("p", { class: "fight-faces", key: "faces" }, part.faces.map(face)),
      h("div", { class: "frames", key: "frames" }, part.frames.map((one) => frame(one, ui, zone))),
    ),
    (part.notes || []).map(note),
  );
}

function oddsButton({ text, label, do: act }, ui) {
  return h("button", { key: "odds", type: "button", class: "part-button", "aria-label": label, title: label, onclick: () => ui.send(act) }, glyph("chart"), text);
}

/** A sign on the dice, with its name. */
const face = ({ glyph: sign, text }) => h("span", { key: sign }, glyph(sign), text);

/** The faces that a frame takes, and what it does with them. */
function frame(one, ui, zone) {
  const needed = (name, index) => h("span", { key: index, class: "frame-face" }, glyph(name));
  return h(
    "div",
    { ...pieceProps(one, ui, zone, `combat-frame${one.used ? " is-used" : ""}${one.needs.length ? "" : " is-bare"}`) },
    one.needs.length > 0 && h("span", { key: "needs", class: "frame-needs" }, one.needs.map(needed), one.repeat && h("b", {}, "★ any number")),
    h("span", { class: "frame-text" }, one.text),
    one.used && h("span", { key: "used", class: "frame-used" }, glyph("tick"), "used"),
    cornerSign(one, ui),
  );
}

// -- a card with blocks -----------------------------------------------------------------------------------------------

export function plot(part, ui) {
  const blocks = part.sections.flatMap((one) => one.blocks);
  const zone = zoneOf(zoneId(part), [part.card, ...blocks, ...(part.stats || [])]);
  const title = [h("b", {}, part.name), part.code && h("span", {}, part.code)];
  return section(
    part,
    ui,
    "",
    h(
      "div",
      { class: "plot", key: "plot", ...zoneProps(zone, part.title || part.name) },
      part.card ? h("div", { ...pieceProps(part.card, ui, zone, "plot-head") }, title, cornerSign(part.card, ui)) : h("div", { class: "plot-head" }, title),
      h(
        "div",
        { class: "plot-body", key: "body" },
        part.sections.map(({ label, blocks: own }) =>
          h("div", { key: label, class: "plot-section" }, h("span", { class: "part-label" }, label), own.map((one) => block(one, ui, zone)))
        ),
      ),
      part.stats?.length > 0 && h("div", { class: "plot-stats", key: "stats" }, part.stats.map((one) => stat(one, ui, zone))),
    ),
  );
}

function block(one, ui, zone) {
  return h(
    "div",
    { ...pieceProps(one, ui, zone, `block${one.now ? " is-true" : ""}`) },
    one.now && h("span", { key: "now", class: "block-now" }, glyph("play", { label: "True now" })),
    h("span", {}, one.head && h("b", {}, `${one.head} `), one.text),
    cornerSign(one, ui),
  );
}

// -- the boards of the others -----------------------------------------------------------------------------------------

/** A line for each player; its button opens the whole board below it. */
export function boards(part, ui) {
  const zone = zoneOf(zoneId(part), part.boards.map((board) => board.who));
  const open = part.boards.find((board) => board.who.id === ui.local.board);
  return section(
    part,
    ui,
    "",
    h("div", { class: "boards", key: "boards", ...zoneProps(zone, part.title || "Players") }, part.boards.map((one) => boardLine(one, open, ui, zone))),
    open && openBoard(open, ui),
  );
}

function boardLine({ who, counters = [] }, open, ui, zone) {
  const isOpen = open?.who === who;
  const toggle = () => ui.setLocal({ board: isOpen ? null : who.id });
  const label = `${isOpen ? "Close" : "Open"} ${who.name}'s board`;
  return h(
    "div",
    { key: who.id, class: "board-line", style: seatColour(who.seat) },
    h(
      "div",
      { ...pieceProps(who, ui, zone, `board-who${who.now ? " is-now" : ""}`), "aria-current": who.now ? "true" : null },
      seatBadge(who.seat),
      h("b", {}, who.name),
      who.line && h("span", { class: "seat-line" }, who.line),
      h("span", { class: "counters", key: "counters" }, counters.map((one) => h("span", { key: one.label, class: "counter", title: one.label }, glyph(one.glyph), h("span", {}, one.figure), one.what && h("span", { key: "what", class: "counter-what" }, one.what)))),
      cornerSign(who, ui),
    ),
    h(
      "button",
      { key: "open", type: "button", class: "btn icon board-open", "aria-expanded": String(isOpen), "aria-label": label, title: label, onclick: toggle },
      glyph("grid"),
    ),
  );
}

function openBoard({ who, tokens, columns, lines = [] }, ui) {
  const close = () => ui.setLocal({ board: null });
  const cell = (letter, index) => h("span", { key: index, class: `mini-slot${letter === "#" ? " is-locked" : ""}` }, letter === "#" ? glyph("lock") : dataToken(letter));
  return h(
    "div",
    { key: `open ${who.id}`, class: "board-open-sheet panel", role: "group", "aria-label": `${who.name}'s board`, style: seatColour(who.seat), onkeydown: (event) => event.key === "Escape" && (event.stopPropagation(), close()) },
    h("div", { class: "mini-launcher", style: `--columns:${columns}`, "aria-hidden": "true" }, [...tokens].map(cell)),
    h("ul", {}, lines.map((text, index) => h("li", { key: index }, text))),
    h("button", { key: "close", type: "button", class: "btn icon quiet", "aria-label": "Close", onclick: close }, glyph("close")),
  );
}

