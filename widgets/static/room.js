// How much room a table has: the window that it may fill, the layout that fits there, and how large everything is drawn.

import { roomAbove } from "./chapters.js";
import { barHeight, hasBar, joinedWidth, mayLead } from "./pagebar.js";

const NARROW = 700;
const WIDE = 1040;
const SHORT = 960; // a window that is lower than this leaves no room for anything but the table itself
const FLAT = { height: 520, width: 560 }; // a phone that lies on its side is lower than this, and as wide at least
const PROJECTOR = { width: 1600, height: 1080, least: 960 }; // what a table needs at 1.6 times the size
const DESK = { width: 1440, height: 864, most: 1.6 }; // what it needs at its usual size; in a larger window it is larger
const WHOLE = ["table", "setup", "curtain"]; // kinds of screens that take all the room there is

/** Whether a table takes the whole width of its page, and in use the whole window: not a closed chapter, a table that is set aside, or the lab. */
export const takesAll = ({ screen, closed, aside }) => !closed && !aside && WHOLE.includes(screen?.kind);

/** The table's own width decides how it is laid out; its height is that of the window it scrolls in. */
export function roomOf(table) {
  const { root, ui, screen } = table;
  const { projector } = ui;
  const width = root.getBoundingClientRect().width || window.innerWidth;
  const below = scrollHeight(root);
  const whole = below + barHeight();
  const zoom = projector ? projectorZoom(width, below) : takesAll(table) && hasBar() ? deskZoom(width, whole) : 1;
  const across = width / zoom;
  const upright = layoutFor(across, projector ? WIDE : screen?.wide || WIDE, projector ? 1.4 : 1);
  const flat = upright !== "wide" && !projector && whole < FLAT.height && across >= FLAT.width;
  const layout = flat ? "narrow" : upright;
  const isDesk = layout === "wide" && !projector;
  const leads = isDesk && Boolean(table.inUse) && takesAll(table) && mayLead();
  const above = isDesk && !leads && !table.closed ? roomAbove(root, below) : 0;
  const height = (leads ? whole : below - above) / zoom;
  const lead = leads ? joinedWidth() / zoom : 0; // pixels of its head that are the bar's
  return { across, height, zoom, layout, flat, leads, lead, short: isDesk && whole / zoom < SHORT };
}

const layoutFor = (width, wide, scale) => (width < NARROW * scale ? "narrow" : width < wide * scale ? "middle" : "wide");

/**
 * A projector shows the same picture on the wall however many pixels it has: what is laid out for a large screen is
 * drawn smaller. A window that is no projector's, such as a phone's, is left as it is.
 */
function projectorZoom(width, height) {
  if (width < PROJECTOR.least) return 1;
  return Math.min(1, width / PROJECTOR.width, height / PROJECTOR.height);
}

/** In a large window everything is drawn larger, as far as both its sides allow. */
function deskZoom(width, height) {
  return Math.max(1, Math.min(DESK.most, width / DESK.width, height / DESK.height));
}

/**
 * How much of the page can be seen at once: the height of what the table scrolls in. What is higher than the window, as
 * the output of a cell in JupyterLab may be, only looks as if it scrolled.
 */
export function scrollHeight(element) {
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(outer).overflowY);
    const height = outer.clientHeight;
    if (scrolls && outer.scrollHeight > height + 1 && height <= window.innerHeight) return height;
  }
  return window.innerHeight - barHeight();
}
