// Rules by their names: on screen a rule is its title, which opens the rulebook. Ids are for designers, behind a switch.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";

/** What a rule is called at this table. */
export function titleOf(id, ui) {
  return ui.titles[id] || id;
}

/** The signature of the product: the title of a rule, which opens the rulebook there. */
export function ruleLink(id, ui) {
  const open = (event) => {
    event.stopPropagation();
    ui.rule(id);
  };
  const props = { key: `rule ${id}`, type: "button", class: "rule", title: "Open this rule", onclick: open };
  return h("button", props, titleOf(id, ui), ruleId(id, ui));
}

export function ruleLinks(ids, ui) {
  return ids && ids.length ? h("span", { class: "rules", key: "rules" }, ids.map((id) => ruleLink(id, ui))) : null;
}

/** A word of the table that opens its rule; just the word where there is none. */
export function ruleWord(word, rule, ui) {
  if (!rule) return word;
  const props = { type: "button", class: "rule-word", title: `Open the rule: ${titleOf(rule, ui)}`, onclick: () => ui.rule(rule) };
  return h("button", props, word, ruleId(rule, ui));
}

/** The id of a rule, for those who asked for ids. */
export function ruleId(id, ui) {
  return ui.ids && titleOf(id, ui) !== id ? [" ", h("code", { class: "rule-id", key: "id" }, id)] : null;
}

// -- Rulings that this table has changed -----------------------------------------------------------------------------

/** A quiet sign that what a line tells depends on a ruling which this table plays another way. */
export function houseMark(ids, ui) {
  const known = (ids || []).map((id) => ui.house.find((ruling) => ruling.id === id)).filter(Boolean);
  if (!known.length) return null;
  const said = known.map((ruling) => `${ruling.question} ${ruling.text}`).join(" ");
  const open = (event) => {
    event.stopPropagation();
    ui.rule(known[0].id);
  };
  const text = `This table's ${known.length > 1 ? "house rulings" : "house ruling"}: ${said}`;
  const props = { key: "house", type: "button", class: "house-mark", title: text, "aria-label": text, onclick: open };
  return h("button", props, glyph("swap"));
}

/** How many rulings this table has changed, beside the title of the game; it lists them. */
export function houseChip(ui) {
  const { house } = ui;
  if (!house.length) return null;
  const items = house.map((ruling) => ({
    text: ruling.question,
    note: ruling.text,
    run: () => ui.rule(ruling.id),
  }));
  const open = (event) => ui.openMenu({ anchor: event.currentTarget, label: "House rulings", items });
  const text = house.length === 1 ? "1 house ruling" : `${house.length} house rulings`;
  const props = { key: "house", type: "button", class: "house-chip", "aria-haspopup": "menu", onclick: open };
  return h("button", { ...props, title: `${text}: this table changes some rules` }, glyph("swap"), h("span", {}, text));
}

// -- Cards that are not the game's own -------------------------------------------------------------------------------

/** That this table plays with changed cards, and with which, as long as it does; it opens their panel. */
export function cardsChip(screen, ui) {
  if (!screen.changed) return null;
  const { text, first, title, do: message } = screen.changed;
  const props = { key: "cards", type: "button", class: "house-chip cards-chip", title };
  return h("button", { ...props, onclick: () => ui.send(message) }, glyph("pencil"), h("span", {}, `${text}: ${first}`));
}
