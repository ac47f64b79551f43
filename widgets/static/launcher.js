// The launcher: slots in rows, on which tokens are slid and switched, and the outlines of what can be launched.
//
// A token is held from the press of a hand or of the Space bar until it is put down (`local.chosen` is its piece), and
// `local.aim` is the slot that it would go to. What could be launched then lights up at once: it is in `reach`.
// Where patterns are launched, a hand that goes over tokens marks them (`local.marked`) for the pattern it presses next.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { cornerSign, pieceProps, zoneOf, zoneProps } from "./cards.js";
import { section, zoneId } from "./section.js";
import { dataToken, nameOfToken } from "./tokens.js";
import { lookedAt, markedOn, matchOf, onMarked } from "./patterns.js";
import { outline } from "./outlines.js";
import { handle } from "./handling.js";

export function launcher(part, ui) {
  const zone = zoneOf(zoneId(part), part.slots);
  const plan = planOf(part, ui);
  const rows = Math.ceil(part.slots.length / part.columns);
  const size = `--columns:${part.columns};--rows:${rows}`;
  const busy = `${plan.held ? " is-holding" : ""}${plan.aimed ? " is-aiming" : ""}${part.marks ? " is-marking" : ""}`;
  return section(
    part,
    ui,
    "",
    head(part, ui),
    h(
      "div",
      { class: "launcher-room", key: "room", style: size },
      h(
        "div",
        { class: `launcher${busy}`, key: "grid", "data-tokens": lettersOf(part, plan), ...zoneProps(zone, part.title || "Launcher"), "data-grid": true },
        part.slots.map((slot) => slotPiece(slot, plan, ui, zone)),
        outlines(plan, part, rows, ui),
        h("div", { class: "launcher-ghost", key: "ghost", raw: true, "aria-hidden": "true" }),
      ),
    ),
    part.drawn ? drawnTokens(part, ui) : foot(plan),
  );
}

/** What was drawn and waits for its slot: a token is pressed, and then the slot that it goes to. */
function drawnTokens(part, ui) {
  const zone = zoneOf(`${zoneId(part)}:drawn`, part.drawn);
  const one = (token) => h("span", { ...pieceProps(token, ui, zone, "drawn-token") }, dataToken(token.token), cornerSign(token, ui));
  return h(
    "div",
    { class: "launcher-foot launcher-drawn", key: "drawn" },
    h("b", { key: "label" }, "Drawn:"),
    h("span", { class: "drawn", key: "tokens", ...zoneProps(zone, "Drawn tokens") }, part.drawn.map(one)),
  );
}

/** What is held, where it would go, how the tokens would lie then, and what is outlined. */
function planOf(part, ui) {
  const { chosen, aim } = ui.local;
  const held = part.slots.find((slot) => slot.id === chosen && slot.token) || null;
  const aimed = held && part.slots.find((slot) => slot.at === aim && slot.ends?.[held.id]);
  const tokens = Object.fromEntries(part.slots.map((slot) => [slot.at, slot.token]));
  if (aimed) [tokens[held.at], tokens[aimed.at]] = [tokens[aimed.at], tokens[held.at]];
  const looked = lookedAt(ui);
  const ready = aimed ? reachOf(part, held, aimed) : [];
  const marked = markedOn(part, ui);
  const lit = held ? ready : marked.length ? [{ slots: marked, isMarked: true }, ...onMarked(part, marked, ui)] : looked ? matchOf(looked, ui) : part.lit || [];
  return { part, held, aimed: aimed || null, tokens, lit, ready, marked };
}

/** All slots in a row, a letter for each. */
const lettersOf = ({ slots }, { tokens }) => slots.map(({ at, lock }) => tokens[at] || (lock ? "#" : ".")).join("");

/** What could be launched once the held token lies there. */
function reachOf({ reach = [] }, held, { at }) {
  const found = reach.find(({ from, to }) => (from === held.at && to === at) || (from === at && to === held.at));
  return found?.lit || [];
}

function head(part, ui) {
  const zone = zoneOf(`${zoneId(part)}:stores`, part.stores || []);
  const store = (one) => h("span", { ...pieceProps(one, ui, zone, "store") }, one.text, h("b", {}, one.figure), cornerSign(one, ui));
  return h(
    "div",
    { class: "launcher-head", key: "head" },
    part.title && h("h2", { class: "part-label" }, part.title),
    part.core && h("span", { class: "launcher-core", title: `Core data: ${nameOfToken(part.core)}` }, "core", dataToken(part.core)),
    part.figure && h("span", { class: "launcher-figure" }, part.figure),
    h("span", { class: "stores", ...zoneProps(zone, "Bag and dump") }, (part.stores || []).map(store)),
  );
}

// -- slots ------------------------------------------------------------------------------------------------------------

function slotPiece(slot, plan, ui, zone) {
  const { held, aimed, tokens, part } = plan;
  const isTarget = Boolean(held && slot.ends?.[held.id]);
  const gains = isTarget ? reachOf(part, held, slot).length : 0;
  const look = [
    "launcher-slot",
    slot.light && "is-light",
    slot.lock && "is-locked",
    slot.token && slot.choose && "is-loose",
    held === slot && "is-held",
    aimed === slot && "is-aimed",
    isTarget && "is-target",
    plan.marked.includes(slot.at) && "is-marked",
  ].filter(Boolean).join(" ");
  const props = handle(pieceProps(slot, ui, zone, look), slot, plan, ui);
  if (isTarget && gains) props["aria-description"] = [props["aria-description"], thenReady(reachOf(part, held, slot))].filter(Boolean).join(". ");
  if (plan.marked.includes(slot.at)) props["aria-pressed"] = "true";
  const token = tokens[slot.at];
  return h(
    "div",
    { ...props, "data-slot": slot.at },
    slot.light && h("span", { key: "light", class: "light-mark" }),
    slot.lock && glyph("lock"),
    token && dataToken(token, held && (aimed || held) === slot ? " is-lifted" : ""),
    isTarget && gains > 0 && aimed !== slot && h("span", { key: "gain", class: "slot-gain", "aria-hidden": "true" }, String(gains)),
    cornerSign(slot, ui),
  );
}

// -- what lights up ---------------------------------------------------------------------------------------------------

/** The outlines around slots, each with its pill; that of a pattern which can be launched is a button. */
function outlines({ lit, held }, part, rows, ui) {
  const place = Object.fromEntries(part.slots.map((slot, number) => [slot.at, [number % part.columns, Math.floor(number / part.columns)]]));
  const drawn = lit.map((one) => ({ ...one, cells: one.slots.map((at) => place[at]) }));
  const box = `0 0 ${part.columns} ${rows}`;
  return [
    h(
      "svg",
      { key: "outlines", class: "launcher-lines", viewBox: box, preserveAspectRatio: "none", "aria-hidden": "true" },
      drawn.map(({ cells, slots, isMarked }, index) => line(cells, `${index} ${slots}`, isMarked ? " is-mark" : held ? " is-coming" : "")),
    ),
    stacked(drawn.filter((one) => one.pill)).map((one, index) => pill(one, index, part.columns, rows, ui)),
  ];
}

function line(cells, key, look) {
  const d = outline(cells);
  return h("g", { key, class: `lit${look}` }, h("path", { class: "lit-gap", d }), h("path", { class: "lit-line", d }));
}

/** Pills stand at the lower edge of their slots; where two would lie on one another, the second goes below. */
function stacked(lit) {
  const taken = new Map();
  return lit.map((one) => {
    const across = one.cells.map(([x]) => x);
    const bottom = Math.max(...one.cells.map(([, y]) => y)) + 1;
    const middle = (Math.min(...across) + Math.max(...across) + 1) / 2;
    const spot = `${middle} ${bottom}`;
    const level = taken.get(spot) || 0;
    taken.set(spot, level + 1);
    return { ...one, middle, bottom, level };
  });
}

function pill({ pill: text, move, middle, bottom, level }, index, columns, rows, ui) {
  const style = `left:${((100 * middle) / columns).toFixed(2)}%;top:${((100 * bottom) / rows).toFixed(2)}%;--level:${level}`;
  if (!move) return h("span", { key: `pill ${index}`, class: "lit-pill", style, "aria-hidden": "true" }, text);
  const launch = () => {
    ui.send({ do: "move", move });
    ui.setLocal({ looked: null, match: null, marked: [] });
  };
  const props = { key: `launch ${index}`, type: "button", class: "lit-pill", style, "aria-label": `Launch: ${text}` };
  return h("button", { ...props, onclick: launch, "data-keeps-look": "" }, text);
}

const thenReady = (lit) => `ready after this: ${lit.map((one) => one.pill).join(", ")}`;

/** What the slots mean; while a token is held, what could be launched. */
function foot({ held, aimed, ready, part, marked }) {
  if (part.marks) {
    const count = `${marked.length} ${marked.length === 1 ? "token" : "tokens"} marked`;
    const unfit = part.slots.find((slot) => slot.unfit && marked.includes(slot.at))?.unfit;
    const next = unfit || (part.can_launch && "now press a pattern");
    const said = marked.length ? h("b", {}, next ? `${count}: ${next}` : count) : part.can_launch && "Press a pattern, or drag over its tokens first.";
    if (said) return h("p", { class: "launcher-foot", key: "foot" }, said);
  }
  if (held) {
    const name = nameOfToken(held.token);
    const said = !aimed ? `${name} is held` : ready.length ? thenReady(ready) : "no pattern is ready after this";
    return h("p", { class: "launcher-foot", key: "foot" }, h("b", {}, said[0].toUpperCase() + said.slice(1)));
  }
  const meaning = (look, text) => h("span", { key: look }, h("i", { class: `legend ${look}` }, look === "is-locked" && glyph("lock")), text);
  return h(
    "p",
    { class: "launcher-foot", key: "foot" },
    meaning("is-light", "light, refilled"),
    meaning("is-plain", "plain"),
    part.slots.some((slot) => slot.lock) && meaning("is-locked", "locked"),
  );
}
