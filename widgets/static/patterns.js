// Patterns: what each brings, whether it lies on the launcher, and why it cannot be launched. Look at one to see where it
// lies, press it to launch it there. Where it lies in several places, its small button or an arrow shows the next one.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { cornerSign, pieceProps, zoneOf, zoneProps } from "./cards.js";
import { heading, section, zoneId } from "./section.js";
import { patternPicture } from "./tokens.js";

export function patterns(part, ui) {
  const all = part.sources.flatMap((source) => source.patterns);
  const zone = zoneOf(zoneId(part), all);
  const coming = comingIn(ui);
  const one = (pattern) => patternPiece(pattern, coming, ui, zone);
  const wall = ui.projector ? onTheWall(all, coming, ui) : null;
  const source = ({ label, patterns: every }) => {
    const own = wall ? every.filter((pattern) => wall.has(pattern)) : every;
    return own.length > 0 && h(
      "div",
      { key: label, class: "pattern-source", role: "group", "aria-label": label },
      h("span", { class: "part-label" }, label),
      own.map(one),
    );
  };
  const left = wall ? all.length - wall.size : 0;
  return section(
    part,
    ui,
    "panel",
    heading(part, ui),
    h("div", { class: "patterns", key: "patterns", ...zoneProps(zone, part.title || "Patterns") }, part.sources.map(source)),
    left > 0 && h("p", { key: "left", class: "patterns-left" }, `and ${left} more`),
  );
}

const ON_THE_WALL = 4;

/** Nobody scrolls on a projector: those that lie there or are asked about, and some others as long as there is room. */
function onTheWall(all, coming, ui) {
  const isWanted = (one) => one.moves?.length || one.matches?.length || coming?.has(one.id) || ui.hinted?.has(one.id) || one.sign;
  const wanted = all.filter(isWanted);
  const others = all.filter((one) => !isWanted(one));
  return new Set([...wanted, ...others.slice(0, Math.max(0, ON_THE_WALL - wanted.length))]);
}

/** The patterns that could be launched if the held token were put down where it is held. */
function comingIn(ui) {
  const { chosen, aim } = ui.local;
  const board = (ui.scene || []).find((part) => part.part === "launcher");
  const held = chosen && board?.slots.find((slot) => slot.id === chosen);
  if (!held) return null;
  const fits = ({ from, to }) => [from, to].includes(held.at) && (!aim || [from, to].includes(aim));
  return new Set((board.reach || []).filter(fits).flatMap((reach) => reach.lit.map((lit) => lit.pattern)));
}

function patternPiece(pattern, coming, ui, zone) {
  const { matches = [], moves = [], used, why } = pattern;
  const isComing = coming?.has(pattern.id);
  const lies = matches.length > 0 && !moves.length && !used && !why;
  const look = `pattern${used ? " is-used" : ""}${isComing ? " is-coming" : ""}${lies ? " is-lying" : ""}`;
  const note = isComing ? "ready after this" : used ? "launched" : why || (lies ? "in place" : "");
  const piece = h(
    "div",
    { ...behave(pieceProps(pattern, ui, zone, look), pattern, ui) },
    patternPicture(pattern.picture),
    h(
      "span",
      { class: "pattern-text" },
      h("span", { key: "name", class: "pattern-name" }, h("b", {}, pattern.name), " ", h("span", {}, pattern.gives)),
      note && h("span", { key: "why", class: "pattern-why" }, used && !isComing && glyph("tick"), note),
    ),
    cornerSign(pattern, ui),
  );
  if (moves.length < 2) return piece;
  const around = { key: pattern.id, class: "pattern-ways", "data-keeps-look": pattern.id }; // between the two is no way out
  return h("div", { ...around, onpointerleave: (event) => leaveLook(event, pattern, ui) }, piece, nextPlace(pattern, ui));
}

/** Which of several places is shown, and the way to the next one. It says so beside its pattern, which launches. */
function nextPlace(pattern, ui) {
  const places = `${numberOf(pattern, ui) + 1} of ${pattern.moves.length}`;
  const label = `${pattern.name}: place ${places}. Show the next place`;
  const look = () => lookAt(pattern, ui);
  const leave = (event) => leaveLook(event, pattern, ui);
  const next = { onclick: () => step(pattern, ui), onpointerenter: look, onpointerleave: leave, onfocus: look, onblur: leave };
  const props = { key: "several", type: "button", class: "pattern-several", title: "Show the next place", "aria-label": label };
  return h("button", { ...props, ...next, "data-keeps-look": pattern.id }, places, glyph("play"));
}

// -- looking at one ---------------------------------------------------------------------------------------------------

/** The pattern that somebody looks at, if it lies anywhere. */
export function lookedAt(ui) {
  const id = ui.local.looked;
  if (!id) return null;
  for (const part of ui.scene || []) {
    for (const { patterns: own } of part.sources || []) {
      const found = own.find((pattern) => pattern.id === id);
      if (found) return found.matches?.length && !found.used && !found.why ? found : null;
    }
  }
  return null;
}

/** Which of its places is shown. */
function numberOf({ id, matches = [] }, ui) {
  const { match } = ui.local;
  return match?.id === id && match.number < matches.length ? match.number : 0;
}

/** Where the pattern lies that is looked at, and the move that launches it there. */
export function matchOf(pattern, ui) {
  const number = numberOf(pattern, ui);
  return [{ slots: pattern.matches[number], pill: pattern.pill || pattern.name, move: (pattern.moves || [])[number] }];
}

function behave(props, pattern, ui) {
  const look = () => lookAt(pattern, ui);
  const leave = (event) => leaveLook(event, pattern, ui);
  const { onclick, onfocus, onblur, onkeydown } = props;
  const watching = { onpointerenter: look, onpointerleave: leave };
  if (!onclick) return { ...props, ...watching };
  const marking = (ui.scene || []).find((part) => part.part === "launcher" && part.marks);
  const marked = marking && !pattern.point ? markedOn(marking, ui) : [];
  if (marked.length) return { ...props, ...watching, ...tryWith(marked, marking, pattern, ui, onkeydown) };
  const several = pattern.moves?.length > 1 && !pattern.point;
  if (several) delete props["aria-haspopup"], delete props["aria-expanded"];
  return {
    ...props,
    ...watching,
    onfocus: (event) => (onfocus(event), look()),
    onblur: (event) => (onblur(event), leave(event)),
    onclick: several ? (event) => launch(pattern, ui, event.currentTarget) : onclick,
    onkeydown: several ? (event) => key(event, pattern, ui, onkeydown) : onkeydown,
  };
}

function lookAt({ id }, ui) {
  if (ui.local.looked !== id) ui.setLocal({ looked: id, match: null });
}

/** Whoever goes on to what belongs to the pattern still looks at it: its pill on the launcher, or its other places. */
function leaveLook(event, pattern, ui) {
  if (event.pointerType === "touch") return; // a finger that is lifted has left, but its owner still looks
  const keeps = event.relatedTarget?.closest?.(`[data-keeps-look], [data-piece="${CSS.escape(pattern.id)}"]`);
  if (ui.local.looked === pattern.id && !keeps) ui.setLocal({ looked: null, match: null });
}

/** A press launches the pattern where it is shown: with several places as with one. */
function launch(pattern, ui, element) {
  const number = numberOf(pattern, ui);
  ui.act({ ...pattern, moves: [pattern.moves[number]], texts: (pattern.texts || []).slice(number, number + 1) }, element);
}

/** The slots that a hand has marked, as long as there are tokens on them, in the order of the launcher. */
export function markedOn({ marks, slots }, ui) {
  const marked = ui.local.marked || [];
  return marks ? slots.filter((slot) => slot.token && marked.includes(slot.at)).map((slot) => slot.at) : [];
}

/** The patterns that lie on just these tokens: what each brings and the move that launches it, or why it cannot be. */
export function onMarked({ marks }, marked, ui) {
  const slots = marked.join("+");
  const all = (ui.scene || []).flatMap((part) => part.sources || []).flatMap((source) => source.patterns);
  const lie = all.filter(({ matches = [] }) => matches.some((own) => own.join("+") === slots));
  return lie.map(({ id, name, pill, used, moves, why }) => ({
    slots: marked,
    isMarked: true,
    pill: moves?.length ? pill || name : `${name}: ${used ? "already launched" : why || "not now"}`,
    move: [marks, id.replace("pattern:", ""), slots],
  }));
}

/** Marked tokens are meant: the pattern is tried with just these. */
function tryWith(marked, { marks }, pattern, ui, press) {
  const send = () => {
    ui.send({ do: "move", move: [marks, pattern.id.replace("pattern:", ""), marked.join("+")] });
    ui.setLocal({ marked: [], looked: null, match: null });
  };
  const onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !["Enter", " "].includes(event.key)) return press(event);
    send();
    event.preventDefault();
    event.stopPropagation();
  };
  return { onclick: send, onkeydown };
}

function step(pattern, ui, way = 1) {
  const count = pattern.matches.length;
  const number = (numberOf(pattern, ui) + way + count) % count;
  ui.setLocal({ looked: pattern.id, match: { id: pattern.id, number } });
}

/** Left and right go through the places, Enter or Space launches where it is shown. */
function key(event, pattern, ui, press) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const ways = { ArrowRight: 1, ArrowLeft: -1 };
  if (ways[event.key]) step(pattern, ui, ways[event.key]);
  else if (event.key === "Enter" || event.key === " ") launch(pattern, ui, event.currentTarget);
  else return press(event);
  event.preventDefault();
  event.stopPropagation();
}
