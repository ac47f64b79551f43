// A puzzle: a launcher alone, the pattern that is to be made on it, and how many moves are left. Tokens are moved as on
// every launcher; what is special here is the frame around it.

import { h } from "./dom.js";
import { drawPart } from "./parts.js";
import { drawer } from "./drawers.js";
import { actionButton, heading, masthead, plainButton, whyPanel } from "./panels.js";
import { ruleLink, ruleLinks } from "./rules.js";
import { patternPicture, patternWords } from "./tokens.js";
import { glyph } from "./glyphs.js";

export function puzzleScreen(screen, ui) {
  return [
    masthead(screen, ui),
    h(
      "div",
      { class: "puzzle-body", key: "puzzle" },
      h("div", { class: "puzzle-board", key: "board", "data-place": "board" }, screen.scene.map((part) => drawPart(part, ui))),
      h("div", { class: "puzzle-side", key: "side" }, target(screen), notes(screen, ui), asked(screen, ui), whyPanel(screen, ui), trail(screen, ui)),
    ),
    foot(screen, ui),
    drawer(screen, ui),
  ];
}

function target({ target: picture, level, solved }) {
  const pip = (_, index) => h("i", { key: index, class: index < level.moves - level.left ? "is-gone" : null });
  const moves = Array.from({ length: level.moves }, pip);
  const left = `${level.left} of ${level.moves} ${level.moves === 1 ? "move" : "moves"} left`;
  return h(
    "div",
    { class: `puzzle-target${solved ? " is-solved" : ""}`, key: "target" },
    h("span", { class: "part-label" }, "Make this"),
    h("span", { role: "img", "aria-label": `The pattern: ${patternWords(picture)}` }, patternPicture(picture)),
    h("span", { class: "puzzle-moves" }, h("span", { class: "puzzle-pips", "aria-hidden": "true" }, moves), left),
  );
}

/** What the signs mean. */
function notes({ notes: lines }, ui) {
  const line = ({ text, rule }) => h("li", { key: rule }, text, " ", ruleLink(rule, ui));
  return lines.length > 0 && h("ul", { class: "puzzle-notes", key: "notes" }, lines.map(line));
}

function asked({ now, solved }, ui) {
  const id = `${ui.uid}-now`;
  return h(
    "div",
    { class: `pane now ${now.kind}`, key: "now", role: "group", "aria-labelledby": id },
    heading(now.head, solved ? "tick" : null, { id, tabindex: "-1", "data-land": "now" }),
    h("p", { key: "text" }, now.text),
    ruleLinks(now.rules, ui),
    h("div", { class: "row buttons", key: "buttons" }, now.buttons.map((button) => actionButton(button, ui))),
  );
}

/** The moves so far, each with its rule. */
function trail({ trail: moves }, ui) {
  if (!moves.length) return null;
  const line = ({ text, rule }, index) => h("li", { key: index }, text, " ", ruleLink(rule, ui));
  return h("ol", { class: "puzzle-trail", key: "trail", "aria-label": "Moves so far" }, moves.map(line));
}

// -- which puzzle ----------------------------------------------------------------------------------------------------

function foot(screen, ui) {
  return h("div", { class: "puzzle-foot", key: "foot" }, grades(screen.level, ui), nameForm(screen, ui));
}

/** Fewer moves are easier. */
function grades({ moves, most }, ui) {
  const to = (number) => () => ui.send({ do: "grade", moves: number });
  return h(
    "div",
    { class: "row buttons", key: "grades" },
    plainButton("Easier", to(moves - 1), { key: "easier", disabled: moves <= 1 }),
    plainButton("Harder", to(moves + 1), { key: "harder", disabled: moves >= most }),
    plainButton("Another", () => ui.send({ do: "next" }), { key: "next", icon: "dice" }),
  );
}

/** The name of a puzzle is all that somebody else needs to have the same one. */
function nameForm({ level, problem }, ui) {
  const id = `${ui.uid}-puzzle`;
  const submit = (event) => {
    event.preventDefault();
    const name = event.currentTarget.querySelector("input").value.trim();
    if (name) ui.send({ do: "called", name });
  };
  const described = problem ? { "aria-describedby": `${id}-problem`, "aria-invalid": "true" } : {};
  const { copied } = ui.local;
  return h(
    "form",
    { class: "puzzle-name", key: "name", onsubmit: submit },
    h("label", { for: id }, "Puzzle"),
    h("input", { id, key: level.name, type: "text", value: level.name, autocomplete: "off", spellcheck: "false", maxlength: "12", ...described }),
    h("button", { type: "submit", class: "btn" }, "Open"),
    plainButton("Copy", () => ui.copy(id, "name"), { key: "copy", label: "Copy this puzzle's name" }),
    h("span", { class: "small", role: "status" }, copied?.what === "name" && (copied.done ? "Copied. Anyone who opens it gets the same puzzle." : "It is selected, so copy it yourself.")),
    problem && h("p", { class: "problem", id: `${id}-problem`, key: "problem" }, glyph("stop"), h("span", {}, problem)),
  );
}
