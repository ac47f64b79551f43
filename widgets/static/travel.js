// Movement: whatever has come to lie somewhere else travels there from where it lay. The page is measured before it is
// changed, changed at once, and then the change is played.

import { zoomOf } from "./dom.js";

export const MOVE = { duration: 220, easing: "cubic-bezier(.2,.7,.2,1)" };

/** What a card is called wherever it lies: hand:6C and stake:0:6C are the same card. */
const nameOf = (id) => id.slice(id.lastIndexOf(":") + 1);
const isPlace = (name) => /^\d*$/.test(name); // the last part of held:1:0 is a place, not a card

/** Places of cards; those without a key, as in a travelling copy, are no places. */
const slotsIn = (root, selector) => [...root.querySelectorAll(selector)].filter((slot) => slot._key);

/** Where every card lies, the large ones that are being shown among them. */
export function spots(root) {
  const byId = new Map();
  const byName = new Map();
  for (const slot of slotsIn(root, ".slot")) {
    const spot = { id: slot._key, parent: slot.parentElement, box: slot.getBoundingClientRect() };
    const name = nameOf(spot.id);
    byId.set(spot.id, spot);
    byName.set(name, byName.has(name) || isPlace(name) ? null : spot); // of two alike nobody knows which one went
  }
  return { byId, byName };
}

/** Let the cards that lie elsewhere now glide there from where they lay; what has flown already is left out. */
export function glide(root, before, flown = new Set()) {
  const seen = new Map();
  const slots = slotsIn(root, ".mat .slot");
  for (const slot of slots) {
    const name = nameOf(slot._key);
    seen.set(name, (seen.get(name) || 0) + 1);
  }
  const from = (slot) => {
    const same = before.byId.get(slot._key);
    if (same) return same.parent === slot.parentElement ? null : same;
    const name = nameOf(slot._key);
    return seen.get(name) === 1 ? before.byName.get(name) : null;
  };
  for (const slot of slots) {
    const spot = flown.has(nameOf(slot._key)) ? null : from(slot);
    if (spot) fly(slot, spot.box, slot.getBoundingClientRect());
  }
}

/** One element from one box of the window to another, where it is. */
export function fly(element, from, to, options = MOVE) {
  if (!from.width || !to.width) return null;
  const [x, y] = [from.left - to.left, from.top - to.top].map((way) => way / zoomOf(element));
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
  const over = { transformOrigin: "0 0", zIndex: 9 };
  return element.animate([{ ...over, transform: start }, { ...over, transform: "none" }], options);
}

export { nameOf };
