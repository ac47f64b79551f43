// Boxes inside a table that scroll: what one is asked about comes into sight there and the box goes back afterwards, and
// a wheel that has reached the end of a box moves nothing else.

import { zoomOf } from "./dom.js";

const EDGE = 8; // pixels that a piece keeps from the edge of its box
const SLACK = 2; // pixels by which a box may stand elsewhere than where it was put

/** What scrolls up and down and has more than it shows. */
function scrolls(box) {
  return box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY);
}

function* boxesAround(element, root) {
  for (let box = element?.parentElement; box && root.contains(box); box = box.parentElement) if (scrolls(box)) yield box;
}

/** Boxes that were moved to show something, and where they were before. */
export class Moved {
  constructor() {
    this.boxes = new Map();
  }

  /** Bring an element into sight in every box that it lies in; of a large one, its beginning. */
  show(element, root) {
    for (const box of boxesAround(element, root)) {
      const [own, frame] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
      const [above, below] = [own.top - EDGE - frame.top, own.bottom + EDGE - frame.bottom];
      const way = above < 0 ? above : Math.max(0, Math.min(above, below));
      if (!way) continue;
      const from = this.boxes.get(box)?.from ?? box.scrollTop;
      box.scrollTop += way / zoomOf(box);
      this.boxes.set(box, { from, to: box.scrollTop });
    }
  }

  /** Put the boxes back, but those that somebody has scrolled since. */
  back() {
    for (const [box, { from, to }] of this.boxes) if (Math.abs(box.scrollTop - to) <= SLACK) box.scrollTop = from;
    this.boxes.clear();
  }
}

/** Keep the wheel in the box under it: at its end the page would go on to the next table. */
export function keepWheel(root) {
  const keep = (event) => {
    if (event.ctrlKey || event.defaultPrevented || !event.deltaY) return;
    const boxes = [...boxesAround(event.target, root)];
    const leads = (box) => (event.deltaY < 0 ? box.scrollTop > 0 : box.scrollTop + box.clientHeight < box.scrollHeight - 1);
    if (boxes.length && !boxes.some(leads)) event.preventDefault();
  };
  root.addEventListener("wheel", keep, { passive: false });
}
