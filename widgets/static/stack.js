// Enemies on a player: the top one as a card, those below it as strips, and their dice beside the one they stand at.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { cornerSign, pieceProps, zoneOf, zoneProps } from "./cards.js";
import { section, zoneId } from "./section.js";
import { patternPicture } from "./tokens.js";

export function stack(part, ui) {
  const zone = zoneOf(zoneId(part), part.foes);
  const dice = part.dice || [];
  const foes = part.foes.map((foe, index) => {
    const here = dice.filter((die) => die.at === index);
    return index ? strip(foe, here, ui, zone) : topFoe(foe, here, ui, zone);
  });
  const aside = dice.filter((die) => die.at < 0);
  const asideZone = zoneOf(`${zoneId(part)}:dice`, aside);
  return section(
    part,
    ui,
    "",
    h(
      "div",
      { class: "stack-head", key: "head" },
      h("h2", { class: "part-label" }, part.title || "Enemies"),
      aside.length > 0 && h("span", { key: "aside", class: "foe-dice", ...zoneProps(asideZone, "Enemy dice") }, aside.map((die) => looseDie(die, ui, asideZone))),
      part.note && h("span", { class: "part-note" }, part.note),
    ),
    h(
      "div",
      { class: "stack", key: "stack", ...zoneProps(zone, part.title || "Enemies") },
      foes.length ? foes : h("p", { key: "empty", class: "empty" }, part.empty || "No enemies."),
    ),
  );
}

/** The whole card: damage, what each side of the symbol die does, and its patterns. */
function topFoe(foe, dice, ui, zone) {
  return h(
    "div",
    { ...pieceProps(foe, ui, zone, "foe foe-top") },
    h("span", { class: "foe-head" }, h("b", {}, foe.name), foe.level && h("span", {}, foe.level), diceOf(dice)),
    h(
      "span",
      { class: "foe-body" },
      h("span", { key: "damage", class: "foe-damage" }, pips(foe), `${foe.damage} of ${foe.integrity} damage`),
      (foe.lines || []).map(foeLine),
      (foe.patterns || []).map((one, index) =>
        h("span", { key: `pattern ${index}`, class: `foe-line${index ? "" : " is-first"}` }, patternPicture(one.picture), h("span", {}, one.text))
      ),
    ),
    cornerSign(foe, ui),
  );
}

function foeLine({ glyph: sign, text, now }, index) {
  return h("span", { key: `line ${index}`, class: `foe-line${now ? " is-now" : ""}` }, glyph(sign), h("span", {}, text));
}

function strip(foe, dice, ui, zone) {
  return h(
    "div",
    { ...pieceProps(foe, ui, zone, "foe foe-strip") },
    h("span", { class: "foe-head" }, h("b", {}, foe.name), diceOf(dice), pips(foe)),
    cornerSign(foe, ui),
  );
}

/** A ring for each point of integrity, filled as far as there is damage. */
function pips({ damage, integrity }) {
  const pip = (_, index) => h("i", { key: index, class: index < damage ? "is-hurt" : null });
  return h("span", { key: "pips", class: "foe-pips", "aria-hidden": "true" }, Array.from({ length: integrity }, pip));
}

const diceOf = (dice) => dice.length > 0 && h("span", { key: "dice", class: "foe-dice" }, dice.map(foeDie));

/** On an enemy it belongs to its card, and only the card answers. */
function foeDie(die) {
  const { id, label } = die;
  return h("span", { key: id, class: "foe-die", role: "img", "data-piece": id, "aria-label": label, title: label }, faceOf(die));
}

/** Beside the stack, before it is placed, it is a piece of its own. */
function looseDie(die, ui, zone) {
  return h("span", { ...pieceProps(die, ui, zone, "foe-die is-loose") }, faceOf(die), cornerSign(die, ui));
}

const faceOf = ({ figure, glyph: sign }) => sign ? glyph(sign) : figure;
