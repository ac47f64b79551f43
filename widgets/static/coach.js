// The coach: the card that explains what first comes up, answers to questions, and the map of the rules that one knows.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { heading, plainButton } from "./panels.js";

const STATES = {
  new: { text: "not met", says: "you haven't seen it yet" },
  met: { text: "met", says: "you saw it happen" },
  used: { text: "used", says: "you made a move that used it" },
  sure: { text: "sure", says: "used twice without a refusal" },
};

// -- The card --------------------------------------------------------------------------------------------------------

/** Under what is to be decided, where it covers nothing; its piece on the table is marked. */
export function coachCard(screen, ui) {
  const shown = openCard(screen, ui);
  return h("div", { class: "coach-spot", key: "coach-spot", role: "status", late: true }, shown && card(shown, ui));
}

/** The card of this moment, unless it was closed. */
export function openCard(screen, ui) {
  const { card: data } = screen;
  return data && ui.local.closedCard !== data.n && !screen.drawer ? data : null;
}

export function closeCard(screen, ui) {
  ui.setLocal({ closedCard: screen.card.n });
}

function card(data, ui) {
  const close = () => ui.setLocal({ closedCard: data.n });
  const off = () => ui.send({ do: "coached", on: false });
  return h(
    "aside",
    { class: "coach-card", key: `card ${data.n}`, "data-at": data.piece || "", "aria-label": "The coach" },
    h(
      "div",
      { class: "coach-head" },
      glyph("bulb"),
      h("b", {}, data.title),
      plainButton("", close, { icon: "close", look: "quiet icon", label: "Close this card", title: "Close  Esc" }),
    ),
    data.about && h("p", { class: "about", key: "about" }, data.about),
    h("p", { class: "says", key: "says" }, data.text),
    h(
      "div",
      { class: "coach-foot" },
      data.lesson && h("button", { type: "button", class: "link-btn", key: "lesson", onclick: () => ui.send({ do: "show", rule: data.rule }) }, "Try it: two minutes"),
      h("button", { type: "button", class: "link-btn", onclick: () => ui.rule(data.rule) }, "The rule"),
      h("button", { type: "button", class: "link-btn", onclick: off }, "Coach off"),
    ),
  );
}

/** Mark the piece that the card speaks of. */
export function markCoached(root) {
  for (const marked of root.querySelectorAll("[data-coached]")) delete marked.dataset.coached;
  const id = root.querySelector(".coach-card")?.dataset.at;
  const piece = id && root.querySelector(`.mat [data-piece="${CSS.escape(id)}"]`);
  if (piece) piece.dataset.coached = "";
}

// -- Answers ---------------------------------------------------------------------------------------------------------

export function coachPanel(screen, ui) {
  const data = screen.coach;
  if (!data || ui.local.closedAdvice === data.n) return null;
  const id = `${ui.uid}-coach`;
  const close = () => ui.setLocal({ closedAdvice: data.n });
  return h(
    "div",
    { class: `pane coach ${data.kind}`, key: "coach", role: "group", "aria-labelledby": id },
    h(
      "div",
      { class: "task-head" },
      heading("The coach", "bulb", { id }),
      data.kind === "advice" &&
        plainButton("", close, { icon: "close", look: "quiet icon", label: "Close the advice", title: "Close" }),
    ),
    data.kind === "advice" ? advice(data, ui) : thinking(data),
  );
}

function thinking(data) {
  return h(
    "p",
    { class: "thinking", key: "thinking" },
    h("span", {}, data.text),
    h("span", { class: "dots-moving", "aria-hidden": "true" }, h("i", {}), h("i", {}), h("i", {})),
  );
}

function advice(data, ui) {
  return [
    h("ol", { class: "advice", key: "advice" }, data.rows.map((row, index) => adviceRow(row, index, ui))),
    data.note && h("p", { class: "small", key: "note" }, data.note),
  ];
}

function adviceRow(row, index, ui) {
  return h(
    "li",
    { key: JSON.stringify(row.do), class: index ? null : "first" },
    h("p", { class: "what" }, h("b", {}, row.text)),
    row.aim && h("p", { class: "aim", key: "aim" }, row.aim),
    h(
      "div",
      { class: "odds-line" },
      h("span", { class: "stands", key: "stands" }, row.stands),
      plainButton("Do it", () => ui.send(row.do), { look: "small-btn legal", label: `Do it: ${row.text}` }),
    ),
  );
}

// -- The map of the rulebook -----------------------------------------------------------------------------------------

export function knowMap(data, ui) {
  const caption = `${ui.uid}-cell`;
  return [
    data.trouble && h("p", { class: "warning", key: "trouble" }, glyph("stop"), h("span", {}, data.trouble)),
    data.resting &&
      h(
        "p",
        { class: "warning", key: "resting" },
        glyph("people"),
        h("span", {}, "This table doesn't track what you know: several people share it, or no one is playing yet."),
      ),
    summary(data.counts),
    legend(),
    h("p", { class: "cell-caption", key: "caption", id: caption, raw: true, "aria-hidden": "true", hook: firstCaption }),
    data.chapters.map((chapter) => chapterMap(chapter, caption, ui)),
    switches(data, ui),
    forgetMe(ui),
  ];
}

const HOW = "Each square is a rule. Point at it to read its name. Press it to open the rule.";

function firstCaption(element) {
  if (!element.textContent) element.textContent = HOW;
}

function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function summary(counts) {
  const all = total(counts);
  const known = all - counts.new;
  const part = (state) => h("div", { class: `part ${state}`, key: state, style: `flex-grow: ${counts[state]}` });
  return h(
    "div",
    { class: "know-sum", key: "sum" },
    h("p", {}, h("b", {}, String(known)), ` of ${all} rules met, `, h("b", {}, String(counts.sure)), " sure"),
    h("div", { class: "know-bar", "aria-hidden": "true" }, ["sure", "used", "met", "new"].map(part)),
  );
}

function legend() {
  const entry = ([state, { text, says }]) =>
    h("li", { key: state }, h("span", { class: `know-cell ${state}`, "aria-hidden": "true" }), h("span", {}, h("b", {}, text), ` ${says}`));
  return h("ul", { class: "know-legend", key: "legend", "aria-label": "What the squares mean" }, Object.entries(STATES).map(entry));
}

function chapterMap(chapter, caption, ui) {
  const { counts, rules, title } = chapter;
  const known = total(counts) - counts.new;
  return h(
    "div",
    { class: "know-chapter", key: title },
    h("h4", {}, h("span", {}, title), h("span", { class: "small" }, `${known} of ${rules.length}`)),
    h("div", { class: "cells", role: "group", "aria-label": title }, rules.map((rule, index) => cell(rule, index, caption, ui))),
  );
}

/** Shape and colour say the state; the name comes into sight with the pointer or the focus. */
function cell(rule, index, caption, ui) {
  const spoken = `${rule.title}: ${STATES[rule.state].text}`;
  const show = () => {
    const line = document.getElementById(caption);
    if (line) line.textContent = spoken;
  };
  const props = { key: rule.id, type: "button", class: `know-cell ${rule.state}`, title: spoken, "aria-label": spoken };
  return h("button", {
    ...props,
    tabindex: index ? "-1" : "0", // arrow keys lead on
    onclick: () => ui.rule(rule.id),
    onmouseenter: show,
    onfocus: show,
  });
}

function switches(data, ui) {
  return h(
    "div",
    { class: "know-switches", key: "switches" },
    checkbox("Coach me while I play", "Shows a card when a rule or a choice first comes up.", data.coached, (on) => ui.send({ do: "coached", on })),
    checkbox("Keep track of the rules I know", "Stored only in this page's link and this browser.", data.keeping, (on) =>
      ui.send({ do: "remember", on })),
  );
}

function checkbox(text, note, on, set) {
  const change = (event) => set(event.currentTarget.checked);
  return h(
    "label",
    { key: text, class: "know-switch" },
    h("input", { type: "checkbox", checked: Boolean(on), onchange: change }),
    h("span", {}, h("b", {}, text), " ", h("span", { class: "small" }, note)),
  );
}

/** One question before everything is gone. */
function forgetMe(ui) {
  const ask = (asking) => () => ui.setLocal({ forgetting: asking });
  const forget = () => {
    ui.local.forgetting = false;
    ui.send({ do: "forget", sure: true });
  };
  if (!ui.local.forgetting) {
    return h(
      "div",
      { class: "forget", key: "forget" },
      plainButton("Forget me", ask(true), { icon: "close", key: "ask" }),
      h("span", { class: "small" }, "For the next person on this computer."),
    );
  }
  return h(
    "div",
    { class: "forget asking", key: "forget", role: "group", "aria-label": "Forget me" },
    h(
      "p",
      {},
      "This clears the map and your lesson progress for every game, here and in this browser. ",
      "Your games in progress are not affected.",
    ),
    h(
      "div",
      { class: "row" },
      plainButton("Yes, forget me", forget, { look: "main", key: "yes" }),
      plainButton("No, keep it", ask(false), { key: "no" }),
    ),
  );
}

