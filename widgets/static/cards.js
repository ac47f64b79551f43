// Pieces and how they behave, and the pieces that lie in zones: cards, piles, dice, tokens, badges of seats.
//
// A zone is one stop of the Tab key; arrow keys walk inside it. The stop is at the piece that had the focus last:
// leaving a zone and coming back, or an update in between, loses nobody's place.

import { h, zoomOf } from "./dom.js";
import { glyph, isType, landscape } from "./glyphs.js";

// -- behaviour of every piece -----------------------------------------------------------------------------------------

const lastFocused = new Map(); // zone id -> piece id

/** A zone of these pieces: its name, and the piece at which the Tab key enters it. */
export function zoneOf(id, pieces) {
  const answering = pieces.filter((piece) => piece && answers(piece));
  const remembered = answering.find((piece) => piece.id === lastFocused.get(id));
  const enter = remembered || answering.find((piece) => stateOf(piece) === "legal") || answering[0];
  return { id, enter: enter ? enter.id : null };
}

/** What the element around a zone's pieces needs; `around` zones have no first and last piece. */
export function zoneProps(zone, label, around = false) {
  return { role: "group", "aria-label": label, "data-zone": zone.id, "data-around": around };
}

/** Whether a click on the piece says anything: a move, a refusal, a rule, or an answer to what a lesson asks. */
export function answers(piece) {
  return Boolean(piece.moves?.length || piece.also || piece.try || piece.rule || piece.point);
}

export function stateOf(piece, ui = {}) {
  if (ui.refused === piece.id) return "refused";
  return piece.state || piece.mark || (piece.moves?.length ? "legal" : "");
}

/**
 * Attributes and behaviour of a piece: the one place that knows them.
 * @returns {Record<string, any>}
 */
export function pieceProps(piece, ui, zone = null, extra = "") {
  const state = stateOf(piece, ui);
  const hinted = ui.hinted?.has(piece.id) ? " is-hinted" : "";
  const props = {
    key: piece.id,
    class: `piece${state ? ` is-${state}` : ""}${hinted}${extra ? ` ${extra}` : ""}`,
    "data-piece": piece.id,
    "aria-label": piece.label,
    title: hint(piece),
  };
  if (!answers(piece)) return { ...props, role: "img" };
  return { ...props, ...spoken(piece, state, ui), ...listeners(piece, ui, zone) };
}

/** The tooltip: what it is and, line by line, what a click can do. */
function hint(piece) {
  return [piece.label, ...(piece.texts || [])].join("\n");
}

function spoken(piece, state, ui) {
  const props = { role: "button" };
  const description = { refused: "Refused", back: "May be taken back" }[state] || NOTED[piece.sign]?.text ||
    (piece.texts || []).join(", ");
  if (description) props["aria-description"] = description;
  if (state === "selected") props["aria-pressed"] = "true";
  if (piece.moves?.length > 1 || piece.also) {
    props["aria-haspopup"] = "menu";
    props["aria-expanded"] = String(ui.menuFor === piece.id);
  }
  return props;
}

function listeners(piece, ui, zone) {
  return {
    tabindex: !zone || zone.enter === piece.id ? "0" : "-1",
    onclick: (event) => ui.act(piece, event.currentTarget),
    onfocus: (event) => enter(event.currentTarget, piece, zone),
    onblur: (event) => leave(event.currentTarget),
    onkeydown: (event) => press(event, piece, ui),
  };
}

/** The focused piece takes over the Tab stop of its zone at once, without waiting for the next drawing. */
function enter(element, piece, zone) {
  if (element.matches(":focus-visible")) {
    element.closest(".slot")?.toggleAttribute("data-reached", true); // above its neighbours
    showTip(element, hint(piece));
  }
  if (!zone) return;
  lastFocused.set(zone.id, piece.id);
  for (const other of piecesIn(element)) other.setAttribute("tabindex", other === element ? "0" : "-1");
}

function leave(element) {
  element.closest(".slot")?.toggleAttribute("data-reached", false);
  showTip(element, "");
}

/** What the page has left has no tooltip any more. */
export function dropTips(root) {
  for (const tip of root.querySelectorAll(".tip:not(:empty)")) tip.textContent = "";
}

/** A tooltip goes with its piece, and says what that piece is now; one whose piece was taken away is gone. */
export function settleTips(root) {
  const reached = document.activeElement;
  for (const tip of root.querySelectorAll(".tip:not(:empty)")) {
    const stays = reached.matches(".piece") && reached.closest(".part") === tip.parentNode;
    if (stays) showTip(reached, reached.getAttribute("title") || reached.getAttribute("aria-label"));
    else tip.textContent = "";
  }
}

/** A tooltip for the keyboard: the browser shows `title` to the mouse alone. */
function showTip(element, text) {
  const tip = element.closest(".part")?.querySelector(":scope > .tip");
  if (!tip) return;
  tip.textContent = text;
  if (!text) return;
  tip.style.translate = "none";
  const piece = element.getBoundingClientRect();
  const box = tip.getBoundingClientRect(); // where "0 0" is depends on what the page around has put the table into
  const above = piece.top - box.height - 14;
  const left = Math.max(4, Math.min(piece.left + piece.width / 2 - box.width / 2, window.innerWidth - box.width - 4));
  const down = (above > 4 ? above : piece.bottom + 14) - box.top;
  tip.style.translate = `${(left - box.left) / zoomOf(tip)}px ${down / zoomOf(tip)}px`;
}

function press(event, piece, ui) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const element = event.currentTarget;
  if (event.key === "Escape") showTip(element, "");
  if (event.key === "Enter" || event.key === " ") ui.act(piece, element);
  else if (event.key === "t" && piece.back) ui.turn(piece.id);
  else if (event.key === "?") ui.ask(piece);
  else if (!walk(element, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Move the focus inside the zone; false where the key means nothing there. */
function walk(element, key) {
  const list = piecesIn(element);
  const ways = element.closest("[data-grid]") ? GRID_STEPS : STEPS;
  const target = ways[key]?.(list, element);
  if (!target) return false;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

const STEPS = {
  ArrowRight: (list, element) => neighbour(list, element, 1),
  ArrowLeft: (list, element) => neighbour(list, element, -1),
  ArrowDown: (list, element) => nearest(list, element, 1) || neighbour(list, element, 1),
  ArrowUp: (list, element) => nearest(list, element, -1) || neighbour(list, element, -1),
  Home: (list) => list[0],
  End: (list) => list.at(-1),
};

/** On a map each arrow means its own direction; at the edge one stays. */
const GRID_STEPS = {
  ...STEPS,
  ArrowRight: (list, element) => toward(list, element, 1, 0),
  ArrowLeft: (list, element) => toward(list, element, -1, 0),
  ArrowDown: (list, element) => toward(list, element, 0, 1),
  ArrowUp: (list, element) => toward(list, element, 0, -1),
};

/** The nearest piece in a direction, rather straight ahead than aside. */
function toward(list, element, x, y) {
  const middle = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [fromX, fromY] = middle(element);
  let best = element;
  let shortest = Infinity;
  for (const other of list) {
    const [toX, toY] = middle(other);
    const ahead = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y + (toY - fromY) * x);
    if (ahead > 4 && aside <= ahead && ahead + 2 * aside < shortest) [best, shortest] = [other, ahead + 2 * aside];
  }
  return best;
}

function piecesIn(element) {
  const around = element.closest("[data-zone]");
  return around ? [...around.querySelectorAll("[data-piece][tabindex]")] : [element];
}

function neighbour(list, element, step) {
  const index = list.indexOf(element) + step;
  const around = element.closest("[data-zone]")?.hasAttribute("data-around");
  return around ? list[(index + list.length) % list.length] : list[index];
}

/** The piece in the next row up or down that lies closest; none in a zone that goes around. */
function nearest(list, element, way) {
  if (element.closest("[data-around]")) return null;
  const from = element.getBoundingClientRect();
  let best = null;
  let shortest = Infinity;
  for (const other of list) {
    const to = other.getBoundingClientRect();
    const down = way * (to.top + to.bottom - from.top - from.bottom);
    const length = down + Math.abs(to.left + to.right - from.left - from.right) / 2;
    if (down > from.height && length < shortest) [best, shortest] = [other, length];
  }
  return best;
}

/** What a lesson has noted at a piece. */
export const NOTED = {
  right: { glyph: "tick", text: "Right" },
  said: { glyph: "bulb", text: "Your answer" },
};

/** The small sign at a piece's corner that says its state without colour. */
export function cornerSign(piece, ui) {
  const state = stateOf(piece, ui);
  const noted = NOTED[piece.sign];
  if (state === "refused") return h("span", { key: "sign", class: "corner corner-refused" }, glyph("stop"));
  if (state === "selected") return h("span", { key: "sign", class: "corner corner-selected" }, glyph("tick"));
  if (state === "unsure") return h("span", { key: "sign", class: "corner corner-unsure" }, "?");
  if (noted) return h("span", { key: "sign", class: `corner corner-${piece.sign}` }, glyph(noted.glyph));
  if (state === "happened") return h("span", { key: "news", class: "news" });
  return null;
}

// -- cards ------------------------------------------------------------------------------------------------------------

const FACES = { suit: suitFace, picture: pictureFace, back: backFace, text: textFace, empty: emptyFace };
const COURT = { J: "jack", Q: "queen", K: "king" };

/** Whether a card shows types: its own, or those it costs. */
export function isTyped({ suit, body }) {
  return isType(suit) || Boolean(body && body.some((line) => isType(line.glyph)));
}

/** A card, or a pile of them where it has a count, with its note below. */
export function card(card, ui, zone = null) {
  const face = Object.hasOwn(FACES, card.face) ? card.face : "back";
  const size = card.size || (face === "text" ? "text" : face === "back" ? "zone" : "hand");
  const pile = card.count > 1 ? " is-pile" : card.count === 0 ? " is-gone" : "";
  const turned = Boolean(card.back && ui.local?.turned?.[card.id]);
  const shown = turned ? otherSide(card) : card;
  const counted = card.count === undefined ? "" : " has-count";
  const look = `card card-${face}${inkOf(shown)}${counted}`;
  const piece = h(
    "div",
    { ...pieceProps(card, ui, zone, look), "aria-keyshortcuts": card.back ? "T" : null },
    FACES[face](shown, size, turned && ui.motion),
    counted && h("span", { key: "count", class: "card-count" }, String(card.count)),
    cornerSign(card, ui),
  );
  const more = `${pile}${isTyped(card) ? " is-typed" : ""}${card.note ? " has-note" : ""}`;
  return h(
    "div",
    { key: card.id, class: `slot slot-${size}${more}`, style: toneOf(shown) },
    card.back ? h("div", { key: "sides", class: "card-sides" }, piece, foot(shown, turned, ui)) : piece,
    card.note ? h("div", { key: "note", class: "slot-note" }, card.note) : null,
  );
}

/** Light inks of a game are used as they are, its dark one with light text on it. */
function inkOf({ tone = "" }) {
  return /^value\d$/.test(tone) ? " is-pale" : DEEP.has(tone) ? " is-deep" : "";
}

const DEEP = new Set(["facility", "blue", "green", "violet", "white", "copper", "amber", "danger"]);

/** A card as it looks from behind; its foot leads back to the front. */
function otherSide(card) {
  const { figure, glyph: sign, name, tone, body, house } = card.back;
  return { ...card, figure, glyph: sign, name, tone, body, house, foot: { ...card, text: "" } };
}

/** What is on the other side, as a button beside the piece: reading is not moving. The key T does the same. */
function foot({ foot: { figure, glyph: sign, name, tone }, id }, turned, ui) {
  const ink = inkOf({ tone });
  return h(
    "button",
    {
      key: "foot",
      type: "button",
      class: `card-foot${ink}`,
      style: ink ? `--tone:var(--${tone})` : undefined,
      tabindex: "-1",
      "aria-label": `Turn over: ${name}`,
      "aria-pressed": String(turned),
      title: `Turn over: ${name}  T`,
      onclick: () => ui.turn(id),
    },
    figure ? h("b", { class: "foot-figure" }, figure) : glyph(sign),
    h("b", {}, name),
    glyph("turn-over"),
  );
}

/** The colour of a card's back or head, by the name of a token; anything else is left to the style sheet. */
function toneOf({ tone, suit }) {
  const name = String(tone || suit || "");
  if (!/^[a-z]+\d?$/.test(name)) return undefined;
  return `--tone:var(--${name})${name.startsWith("seat") ? ";--on-tone:var(--on-seat)" : ""}`;
}

function suitFace({ rank = "", suit, worth }, size) {
  const court = COURT[rank];
  return h(
    "span",
    { key: "face", class: `face face-suit${rank.length > 2 ? " is-long" : ""}` },
    h("span", { class: "card-index" }, h("b", {}, rank), suit ? glyph(suit) : null),
    h(
      "span",
      { class: `card-heart${court ? " is-court" : ""}` },
      court && size !== "mini" ? glyph(court, { class: "card-hat" }) : null,
      glyph(suit || "crown", { class: "card-pip" }),
    ),
    worth && size !== "mini" ? h("span", { class: "card-worth" }, worth) : null,
  );
}

function pictureFace({ figure, name, art, hue }, size) {
  return h(
    "span",
    { key: "face", class: "face face-picture" },
    landscape(art, hue),
    h("b", { class: "card-figure" }, figure),
    size === "mini" ? null : h("span", { class: "card-name" }, name),
  );
}

function backFace({ emblem, tone, name }) {
  const disc = h("span", { class: "card-emblem" }, glyph(emblem || tone || "crown"));
  const plate = name ? h("span", { class: "card-plate" }, name) : null;
  return h("span", { key: "face", class: `face face-back${name ? " is-named" : ""}` }, disc, plate);
}

/** Where a card belongs that is not laid yet. */
function emptyFace() {
  return h("span", { key: "face", class: "face face-empty" });
}

function textFace(card, size, turning) {
  if (size === "strip") return stripFace(card);
  if (size === "zone") return h("span", { key: "face", class: "face face-value" }, h("b", {}, card.figure));
  const { figure, glyph: sign, name, body = [], house, back } = card;
  return h(
    "span",
    { key: `face ${figure ? "" : name}`, class: `face face-text${turning ? " is-turning" : ""}` },
    h(
      "span",
      { class: "card-head" },
      figure ? h("b", { class: "card-figure" }, figure) : sign ? glyph(sign, { class: "card-sign" }) : null,
      h("span", { class: "card-name" }, name),
      house ? glyph("house", { label: "We added this card: it isn't in the original game", class: "card-house" }) : null,
    ),
    h("span", { class: "card-body" }, body.map(ability)),
    back ? h("span", { class: "card-foot is-room", "aria-hidden": "true" }, "\u00a0") : null,
  );
}

/** One line: the value or sign, the name, and how many of its kind are there. */
function stripFace({ figure, glyph: sign, name, dots, of }) {
  return h(
    "span",
    { key: "face", class: "face-strip" },
    figure ? h("b", { class: "card-figure" }, figure) : sign ? glyph(sign) : null,
    h("span", { class: "strip-name" }, name),
    dots && of ? setDots(dots, of) : dots > 1 ? h("span", { class: "strip-times" }, `× ${dots}`) : null,
  );
}

/** A dot for each card that a set needs, filled as far as they are there; more than a set is a number. */
function setDots(dots, of) {
  const ring = (_, index) => h("i", { class: index < dots ? "is-there" : null });
  const more = dots > of ? h("span", { class: "strip-times" }, `× ${dots}`) : null;
  return h("span", { class: "strip-dots" }, Array.from({ length: of }, ring), more);
}

function ability({ glyph: sign, name, signs, text }) {
  const head = name ? h("b", {}, sign ? glyph(sign) : null, name) : null;
  const look = `card-ability${isType(sign) ? " is-typed" : ""}`;
  return h("span", { class: look }, head, signs ? signLine(signs) : null, h("span", {}, text));
}

// What a sign on a card stands for, for a hand that rests on it; signs with several meanings have their sentence only.
const SIGN_WORDS = {
  food: "Food", wood: "Wood", metal: "Metal", gold: "Gold", vp: "Points (VP)", dice: "Job dice", discard: "Discard", scrap: "Scrap",
  pain: "Pain", exhaustion: "Exhaustion", climb: "Climbing", sail: "Sailing", train: "Ride the railway", scope: "Telescope",
};

/** A job as on printed cards: numbers and signs in a row. Whoever listens hears its sentence instead. */
export function signLine(signs) {
  const one = (sign, key) => isFigure(sign) ? h("b", { key }, sign) : h("span", { key, title: SIGN_WORDS[sign] ?? null }, glyph(sign));
  const drawn = signs.map(one);
  return h("span", { key: "signs", class: "sign-line", "aria-hidden": "true" }, drawn);
}

/** Whether a sign is a number, an X or a stop, and not the name of a drawing. */
export const isFigure = (sign) => /^[\d+−–×?:>›≤/X]/.test(sign);

// -- dice, tokens, badges ---------------------------------------------------------------------------------------------

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

const isWord = (figure) => /^[a-z]{2,}$/.test(figure); // the name of a sign

/** A die: pips for 1 to 6, a sign, else its figure; dashed with a question mark before it is rolled. */
export function die(die, ui, zone = null) {
  const { figure = "", seat } = die;
  const look = `die${figure ? "" : " die-open"}${seat === undefined || seat === null ? "" : " die-seat"}`;
  const props = pieceProps(die, ui, zone, look);
  // A new figure is a new face, so that the roll is played again.
  const roll = figure && ui.motion ? " die-roll" : "";
  const face = h("span", { key: `face ${figure}`, class: `die-face${roll}` }, dieFace(figure));
  return h("div", { ...props, style: seatColour(seat) }, face, cornerSign(die, ui));
}

function dieFace(figure) {
  const pips = PIPS[figure];
  if (isWord(figure)) return glyph(figure);
  if (!pips) return h("b", {}, figure || "?");
  const dots = pips.map((place) => h("circle", { cx: 7 + 9 * (place % 3), cy: 7 + 9 * Math.floor(place / 3), r: 2.9 }));
  return h("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" }, dots);
}

/** A seat's colour as the style of an element; seats count from 0, colours from 1. */
export function seatColour(seat) {
  return Number.isInteger(seat) && seat >= 0 ? `--seat:var(--seat${(seat % 5) + 1})` : undefined;
}

/** The name of a seat's sign. */
export function seatSign(seat) {
  return `seat${(seat % 5) + 1}`;
}

export function seatBadge(seat) {
  return h("span", { class: "seat-badge", style: seatColour(seat) }, glyph(seatSign(seat)));
}

// -- a dial -----------------------------------------------------------------------------------------------------------

const ARC = 270; // degrees of the dial that carry levels, open below

/** Levels around a centre: filled up to the one it stands at. */
export function dial(dial, ui, zone = null) {
  const { level, levels, seat, text } = dial;
  const each = ARC / levels;
  const segment = (_, index) => {
    const from = index * each - ARC / 2;
    const [x, y] = around(38, from + each / 2);
    return h(
      "g",
      { key: index, class: index < level ? "level is-there" : "level" },
      h("path", { d: sector(46, 30, from + 2.4, from + each - 2.4) }),
      h("text", { x, y: y + 4 }, String(index + 1)),
    );
  };
  const node = h(
    "div",
    { ...pieceProps(dial, ui, zone, "dial"), style: seatColour(seat) },
    h(
      "svg",
      { viewBox: "-50 -50 100 90", "aria-hidden": "true", focusable: "false" },
      Array.from({ length: levels }, segment),
      h("text", { class: "dial-figure", x: 0, y: 10 }, level ? String(level) : "–"),
    ),
    h("span", { class: "dial-text" }, text),
    cornerSign(dial, ui),
  );
  return dial.lines?.length ? h("div", { key: "dial", class: "dial-table" }, node, dialLines(dial.lines)) : node;
}

/** What each level gives; those that would be given now stand out. */
function dialLines(lines) {
  const line = ({ text, counts }, index) =>
    h("li", { key: index, class: counts ? "counts" : null }, h("b", {}, String(index + 1)), h("span", {}, text));
  return h("ol", { class: "dial-lines" }, lines.map(line));
}

/** A point at an angle from the top, clockwise. */
function around(radius, degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [radius * Math.sin(turn), -radius * Math.cos(turn)].map((number) => Number(number.toFixed(2)));
}

function sector(outer, inner, from, to) {
  const [a, b, c, d] = [around(outer, from), around(outer, to), around(inner, to), around(inner, from)];
  return `M${a}A${outer} ${outer} 0 0 1 ${b}L${c}A${inner} ${inner} 0 0 0 ${d}Z`;
}
