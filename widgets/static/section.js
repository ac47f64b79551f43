// What every part of a scene has around it: the element that names it, its heading, and how its zone is called.

import { h } from "./dom.js";
import { isTyped } from "./cards.js";

/** The element of a part. Its heading, where it has one, names it. */
export function section(part, ui, extra, ...children) {
  const name = part.title || NAMES[part.part] || "Table";
  const phone = ui.phone ? " on-phone" : "";
  const projector = ui.projector ? " on-projector" : "";
  const shares = part.share && !ui.phone ? " is-sharing" : "";
  const typed = showsTypes(part) ? " is-typed" : "";
  const dimmed = part.dimmed ? " is-dimmed" : part.wanted ? " is-wanted" : "";
  return h(
    "div",
    {
      key: partKey(part),
      class: `part part-${part.part}${extra ? ` ${extra}` : ""}${phone}${projector}${shares}${typed}${dimmed}`,
      "data-place": part.place,
      role: "group",
      "aria-label": name,
    },
    children,
    part.dimmed && h("span", { key: "later", class: "later-sign" }, "not in this task"),
    h("div", { key: "tip", class: "tip", raw: true, "aria-hidden": "true" }),
  );
}

const NAMES = {
  seats: "Players",
  ring: "Board",
  map: "Map",
  track: "Track",
  hand: "Hand",
  key: "Key card",
  note: "Note",
};
/** How many there are, for the sheets of styles: `from-2 from-3` where there are three. */
export const atLeast = (count) => [2, 3, 4, 5].filter((number) => number <= count).map((number) => `from-${number}`).join(" ");
export const partKey = (part) => `${part.part} ${part.place || ""} ${part.title || part.zone || ""}`;
export const zoneId = (part) => `${part.part}:${part.title || part.zone || part.place || ""}`;

/** Whether cards with types lie in a part, or in one of its groups. */
export function showsTypes({ cards = [], groups = [] }) {
  return cards.some(isTyped) || groups.some(showsTypes);
}

export function ruleOf(part, ui) {
  return part.rule ? h("span", { class: "part-rule" }, ui.ruleLink(part.rule)) : null;
}

export function heading(part, ui) {
  if (!part.title && !part.rule && !part.note) return null;
  return h(
    "div",
    { class: "part-head" },
    part.title ? h("h2", { class: "part-title" }, part.title) : null,
    part.note ? h("span", { class: "part-note" }, part.note) : null,
    ruleOf(part, ui),
  );
}
