// The panels beside the table: heading, now, why not. Each is a function of the screen (plain data
// from Python) and of `ui`, which sends messages and keeps the little that only the page knows.

import { h } from "./dom.js";
import { seatBadge } from "./cards.js";
import { glyph } from "./glyphs.js";
import { toolsWithWords } from "./onerow.js";
import { cardsChip, houseChip, ruleLink, ruleLinks, ruleWord } from "./rules.js";

const TOOLS = {
  rules: { text: "Rules", glyph: "book" },
  know: { text: "What you know", glyph: "map" },
  odds: { text: "Odds", glyph: "chart" },
  atlas: { text: "Atlas", glyph: "compass" },
  company: { text: "Who plays", glyph: "people" },
  save: { text: "Save", glyph: "link" },
  setup: { text: "Set up", glyph: "protocol" },
  pack: { text: "Card changes", glyph: "protocol" },
  notes: { text: "Note", glyph: "pencil", key: "N" },
  cards: { text: "Cards", glyph: "swap" },
};

const LOOK_WORDS = ["Theme", "Projector"];
const ON_PHONES = ["rules", "save", "notes"]; // what has a button of its own there

// -- Small things used everywhere ------------------------------------------------------------------------------------

/** Whether a hint has marked the move of this button. */
export function isHinted(button, ui) {
  return Boolean(ui.hintedMove && button.do?.move && JSON.stringify(button.do.move) === ui.hintedMove);
}

/** A button that Python described: its `do` is the message it sends. */
export function actionButton(button, ui, look = "") {
  const tone = button.glyph && `tone-${button.glyph}`;
  const hinted = isHinted(button, ui) && "is-hinted";
  const classes = ["btn", look, tone, hinted, button.main && "main", button.legal && "legal", button.grave && "is-grave"].filter(Boolean).join(" ");
  const props = {
    key: JSON.stringify(button.do) + (look || ""),
    type: "button",
    class: classes,
    disabled: Boolean(button.off),
    "aria-label": button.label,
    "data-main": Boolean(button.main),
    onclick: () => ui.send(button.do),
  };
  return h(
    "button",
    props,
    button.glyph && glyph(button.glyph),
    button.text && h("span", {}, button.text),
    button.strong && h("b", {}, button.strong),
    button.key && ui.layout !== "narrow" && h("kbd", { "aria-hidden": "true" }, button.key),
  );
}

/**
 * A button of the page's own.
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {{ icon?: string, look?: string, label?: string, [attribute: string]: unknown }} more
 */
export function plainButton(text, onclick, { icon, look = "", label, ...more } = {}) {
  const props = {
    key: `plain ${text}${label || ""}`,
    type: "button",
    class: `btn ${look}`,
    "aria-label": label,
    onclick,
  };
  return h("button", { ...props, ...more }, icon && glyph(icon), text && h("span", {}, text));
}

export function heading(text, icon, props = {}) {
  return h("h3", { class: "label", ...props }, icon && glyph(icon), h("span", {}, text));
}

// -- Heading ---------------------------------------------------------------------------------------------------------

export function masthead(screen, ui) {
  return h(
    "div",
    { class: "masthead", key: "masthead" },
    screen.back && h("div", { class: "row back", key: "back" }, screen.back.map((button) => actionButton(button, ui))),
    h("div", { class: `emblem emblem-${screen.emblem || "crown"}` }, glyph(screen.emblem || "crown")),
    h("h2", { class: "title" }, screen.title),
    houseChip(ui),
    screen.where && where(screen.where, ui),
    tools(screen, ui),
  );
}

function where(place, ui) {
  if (!place.chapter) return h("div", { class: "where", key: "where" }, place.text);
  const open = () => ui.send({ do: "open", drawer: "steps" });
  const chapter = h(
    "button",
    { type: "button", class: "chapter", title: "All chapters and steps", onclick: open },
    place.number !== undefined && h("span", { class: "wide-only" }, `Chapter ${place.number} · `),
    h("b", {}, place.chapter),
  );
  const count = place.steps ? `step ${place.step} of ${place.steps.length}` : "";
  return h(
    "div",
    { class: "where", key: "where" },
    chapter,
    h("span", { class: "count" }, count),
  );
}

export function stepDots(place, ui) {
  if (!place || !place.steps) return null;
  const dot = (step) => {
    const state = `${step.now ? "now" : step.done ? "done" : "open"}${step.exam ? " exam" : ""}`;
    const spoken = `${step.title}${step.exam ? ", exam" : ""}${step.done ? ", done" : ""}`;
    const go = () => ui.send(step.do);
    const props = { type: "button", class: `dot ${state}`, title: spoken, "aria-label": spoken, onclick: go };
    return h("li", { key: step.id }, h("button", { ...props, "aria-current": step.now ? "step" : null }));
  };
  return h("ol", { class: "dots", key: "dots", "aria-label": "Steps of this chapter" }, place.steps.map(dot));
}

function tools(screen, ui) {
  const known = (screen.tools || []).filter((name) => TOOLS[name]);
  const shown = ui.layout === "narrow" ? known.filter((name) => ON_PHONES.includes(name)) : known;
  const rest = known.filter((name) => !shown.includes(name));
  const all = [...shown.map((name) => toolButton(name, screen, ui)), ...(ui.layout === "narrow" ? [moreButton(rest, screen, ui)] : lookButtons(ui))];
  if (ui.layout === "wide" && !ui.projector) withoutWords(all, [...shown.map((name) => TOOLS[name].text), ...LOOK_WORDS], screen, ui);
  return h("div", { class: "tools", key: "tools" }, all);
}

/** The head of a table is one line: tools for whose words there is no room are signs. */
function withoutWords(buttons, words, { title, where: at, back = [] }, ui) {
  const place = !at ? "" : at.chapter ? `Chapter ${at.number} · ${at.chapter} step ${at.step} of ${at.steps?.length}` : at.text;
  const others = [...back.map(({ text }) => text), ...(ui.house.length ? ["House"] : [])];
  const kept = toolsWithWords(words, { title, place, others }, ui);
  for (const button of buttons.slice(kept)) button.props.class += " is-sign";
}

function toolButton(name, screen, ui) {
  const { text, glyph: icon, key } = TOOLS[name];
  const title = key ? `${text}  ${key}` : text;
  const isOpen = Boolean(screen.drawer && screen.drawer.kind === name);
  const press = () => ui.send(isOpen ? { do: "close" } : { do: "open", drawer: name });
  const props = { key: name, type: "button", class: "btn quiet tool", title, "aria-expanded": String(isOpen) };
  return h("button", { ...props, onclick: press }, glyph(icon), h("span", {}, text));
}

/** Things one after the other, the first of each chapter of the rulebook under its title. */
export function inChapters(things, heading, draw) {
  const isFirst = (index) => things[index].chapter && things[index].chapter !== things[index - 1]?.chapter;
  return things.flatMap((thing, index) => isFirst(index) ? [heading(thing.chapter), draw(thing)] : [draw(thing)]);
}

/** Theme and projector belong to the page, not to the game: they apply to every table on it. */
export function lookButtons(ui, look = "quiet tool") {
  const theme = (event) => ui.openMenu({ anchor: event.currentTarget, label: "Theme", items: ui.themes(), lasts: true });
  const menu = { title: "Theme", "aria-haspopup": "menu" };
  return [
    plainButton("Theme", theme, { icon: "sun", look, ...menu }),
    plainButton("Projector", () => ui.setLook({ projector: !ui.projector }), {
      icon: "projector",
      look,
      title: "Large type for everyone in the room",
      "aria-pressed": String(ui.projector),
    }),
  ];
}

function moreButton(names, screen, ui) {
  const drawer = (name, text, icon) => ({ text, glyph: icon, run: () => ui.send({ do: "open", drawer: name }) });
  const open = (event) => {
    const drawers = names.map((name) => drawer(name, TOOLS[name].text, TOOLS[name].glyph));
    if (screen.where && screen.where.chapter) drawers.unshift(drawer("steps", "Chapters and steps", "flag"));
    const projector = { text: "Projector", checked: ui.projector, run: () => ui.setLook({ projector: !ui.projector }) };
    const items = [...drawers, projector, ...ui.themes()];
    ui.openMenu({ anchor: event.currentTarget, label: "More", items, lasts: true });
  };
  const props = { icon: "menu", look: "quiet tool", label: "More", title: "More", "aria-haspopup": "menu" };
  return plainButton("", open, props);
}

// -- Now, why not ---------------------------------------------------------------------------------------------------

const NOW_GLYPHS = { pending: "hourglass", past: "clock", over: "crown", error: "stop", wait: "hourglass" };

export function nowPanel(screen, ui) {
  const now = screen.now;
  if (!now) return null;
  const id = `${ui.uid}-now`;
  return h(
    "div",
    { class: `pane now ${now.kind || "yours"}`, key: "now", role: "group", "aria-labelledby": id },
    heading(
      now.head || "Now",
      now.kind === "over" && !now.result ? "tick" : NOW_GLYPHS[now.kind],
      { id, tabindex: "-1", "data-land": "now" },
    ),
    now.result ? result(now, ui) : [now.text && h("p", { key: "text" }, now.text), ruleLinks(now.rules, ui)],
    now.note && h("p", { class: "small", key: "note" }, now.note),
    now.buttons && h("div", { class: "row", key: "buttons" }, now.buttons.map((button) => actionButton(button, ui))),
    cardsChip(screen, ui),
  );
}

function result(now, ui) {
  const outcome = now.result;
  const winners = outcome.winners || [];
  const winner = (seat) => h("li", { key: seat.seat }, seatBadge(seat.seat), h("span", { class: "name" }, seat.name));
  return h(
    "div",
    { class: "result", key: "result" },
    winners.length > 0 && h("ul", { class: "winners", "aria-label": "Winner" }, winners.map(winner)),
    now.text && h("p", { key: "said" }, h("b", {}, now.text)),
    (outcome.scores || []).map((score) => scoreOf(score, winners, ui)),
    outcome.text && h("p", { key: "text" }, outcome.text, " ", outcome.rule && ruleLink(outcome.rule, ui)),
    now.turning && turningPoint(now.turning, ui),
  );
}

/** Where the game was decided, with the way back there. */
function turningPoint({ head, text, rule, note, buttons }, ui) {
  return h(
    "div",
    { class: "turning", key: "turning" },
    h("p", {}, h("b", {}, head, "."), " ", text, " ", ruleLink(rule, ui)),
    h("p", { class: "small" }, note),
    h("div", { class: "row" }, buttons.map((button) => actionButton(button, ui))),
  );
}

function scoreOf(score, winners, ui) {
  const open = score.seat === ui.viewer || winners.some((winner) => winner.seat === score.seat);
  const addend = (item, index) =>
    h(
      "li",
      { key: index },
      h("span", {}, ruleWord(item.text, item.rule, ui)),
      h("span", { class: "figure" }, item.figure),
    );
  const head = [seatBadge(score.seat), h("span", { class: "name" }, score.name), h(
    "span",
    { class: "figure" },
    score.figure,
  )];
  const { addends = [], lost = [] } = score;
  if (!addends.length && !lost.length) return h("div", { class: "score", key: `score ${score.seat}` }, head);
  const all = lost.reduce((sum, item) => sum + Number(item.figure), 0);
  const unfold = (element) => (element.open = open); // only at first: afterwards it is the reader's to fold
  return h(
    "details",
    { class: "score", key: `score ${score.seat}`, hook: unfold },
    h("summary", {}, head),
    h("ul", {}, addends.map(addend)),
    lost.length > 0 && h("p", { class: "lost-points" }, `Where ${all} points went:`),
    lost.length > 0 && h("ul", {}, lost.map(addend)),
  );
}

export function whyPanel(screen, ui) {
  const why = screen.why;
  if (!why) return null;
  const id = `${ui.uid}-why`;
  return h(
    "div",
    { class: `pane why ${why.off ? "off" : why.told ? "told" : ""}`, key: "why", role: "group", "aria-labelledby": id },
    heading(why.head || "Why not", why.off ? "hourglass" : why.told ? "question" : "stop", { id }),
    h("p", { key: "text" }, why.what && h("b", {}, why.what), " ", why.text),
    ruleLinks(why.rules, ui),
    why.can &&
      why.can.length > 0 &&
      h(
        "div",
        { class: "row can", key: "can" },
        !why.off && !why.can.some((button) => button.grave) && h("span", { class: "small" }, "You can"),
        why.can.slice(0, 3).map((button) => actionButton(button, ui)),
      ),
  );
}
