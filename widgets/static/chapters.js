// The chapters on a page: one lesson table is open at a time. The others are closed: a line that says how far one has
// come in them, and a button. A closed table has asked Python for nothing; one that is closed again keeps its place.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { doneSteps } from "./page.js";

const ENOUGH = 700; // pixels that a table wants for itself before it spares any for its heading
const LEAST = 620; // below the title of the page, where one is without having gone there

const tables = new Set(); // of chapters, in no order
let isDue = false; // are the closed ones to be drawn again?

/** The steps of the chapter whose table has this slot: `learn:2.1,2.2`, or `short:2.1,5.3` for the short way. */
export function stepsOf(slot) {
  const [, steps] = slot.match(/^(?:learn|short):(.*)$/s) || [];
  return steps ? steps.split(",") : [];
}

/** The short way goes through steps of several chapters, and is none of them. */
export const isShortWay = (slot) => slot.startsWith("short:");

/** How far a chapter has come: which of its steps are done. */
export function progressOf(slot) {
  const done = doneSteps();
  return stepsOf(slot).map((step) => done.has(step));
}

/** A table of a chapter takes part; the returned function takes it out again. Whether others have its heading may change. */
export function join(table) {
  tables.add(table);
  if (!isDue) requestAnimationFrame(redrawSoon);
  isDue = true;
  return () => tables.delete(table);
}

function redrawSoon() {
  isDue = false;
  redrawClosed();
}

/** All others close when one opens. */
export function closeOthers(table) {
  for (const other of tables) if (other !== table && !other.closed) other.close();
}

/** A step was done somewhere: what closed tables say has changed. */
export function redrawClosed() {
  for (const table of tables) if (table.closed) table.draw();
}

/** The way from one chapter's table to a step in another's own place; false where the page has no such table. */
export function goToStep({ id, short = false }, from) {
  if (!tables.has(from) || (stepsOf(from.slot).includes(id) && isShortWay(from.slot) === short)) return false;
  const owner = ownerOf(id, short);
  if (!owner || owner === from) return false;
  owner.openAt(id);
  return true;
}

/** The table of the chapter that has a step, or of the short way; where the page has no such table, the other one. */
function ownerOf(step, short = false) {
  const all = [...tables].filter((table) => stepsOf(table.slot).includes(step));
  return all.find((table) => isShortWay(table.slot) === short) || all[0];
}

/** Open the chapter with this slot; false if its table does not take part. */
export function openChapter(slot) {
  const owner = [...tables].find((table) => table.slot === slot);
  owner?.openAt();
  return Boolean(owner);
}

/**
 * Open the chapter that has a step, at that step; nothing if no table of this page has it.
 * @returns {HTMLElement | undefined}
 */
export function openStep(step) {
  const owner = ownerOf(step);
  owner?.openAt(step);
  return owner?.root;
}

/** The tables of all chapters as they follow each other on the page. */
function inOrder() {
  return [...tables].sort((one, other) => follows(one.root, other.root) ? 1 : -1);
}

/** The chapter that comes next for this reader: the first with something left to do. */
function isNext(table) {
  return inOrder().find(({ slot }) => progressOf(slot).includes(false)) === table;
}

/** What a chapter is called where its heading is that of others, too: «4 · In the city». Nothing if its table is not there. */
export function nameInOrder(slot) {
  const all = inOrder().filter((table) => !isShortWay(table.slot));
  const number = all.findIndex((table) => table.slot === slot);
  const { title } = all[number]?.screen.chapter || {};
  return title ? `${number + 1} · ${title}` : "";
}

/** Does the heading above a table belong to several chapters? Then each says itself what it is. */
function sharesHeading(table) {
  const own = headingAbove(table.root);
  return [...tables].some((other) => other !== table && headingAbove(other.root) === own);
}

function follows(one, other) {
  return Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
}

export function closedChapter(table) {
  const steps = progressOf(table.slot);
  const done = steps.filter(Boolean).length;
  const { title = "" } = table.screen.chapter || {};
  const finished = done === steps.length;
  const pip = (isDone, index) => h("i", { key: index, class: isDone ? "done" : null });
  const props = {
    key: "open",
    type: "button",
    class: `btn large ${isNext(table) ? "main" : ""}`,
    "aria-label": `Open the chapter ${title}`,
    "aria-expanded": "false",
    onclick: () => table.openAt(),
  };
  return h(
    "div",
    { class: `closed-chapter ${finished ? "finished" : ""}`, key: "closed" },
    sharesHeading(table) && h("h3", { key: "name" }, nameInOrder(table.slot)),
    h("span", { class: "pips", "aria-hidden": "true" }, steps.map(pip)),
    h("p", {}, finished && glyph("tick"), `${done} of ${steps.length} steps${finished ? " done" : ""}`),
    h("button", props, h("span", {}, "Open")),
  );
}

/** The last heading of the page before a table; in JupyterLab, of its notebook: what stands around that is not ours. */
function headingAbove(root) {
  const page = root.closest(".jp-Notebook") ?? document;
  const headings = [...page.querySelectorAll("h1, h2, h3")].filter((one) => !one.closest(".tabletop, nav"));
  return headings.filter((one) => follows(root, one)).pop();
}

/** The heading that a table stands under, if it is near enough to be read with it, and no other chapter lies between. */
function headingOf(root) {
  const own = headingAbove(root);
  const between = own && [...tables].some((other) => follows(other.root, own) && follows(root, other.root));
  return own && !between && distance(own, root) < window.innerHeight / 3 ? own : null;
}

function distance(above, below) {
  return below.getBoundingClientRect().top - above.getBoundingClientRect().top;
}

/** How much of a window a chapter's heading and its sentences take, if the table can spare that. */
export function roomAbove(root, height) {
  const heading = headingOf(root);
  const above = heading ? Math.ceil(distance(heading, root)) : 0;
  return height - above >= (heading?.matches("h1") ? LEAST : ENOUGH) ? above : 0;
}

/** Where one looks when a chapter opens: at its heading if the whole table is in sight from there, else at the table. */
export function placeOf(root, height) {
  const heading = headingOf(root);
  const scrolls = root.getBoundingClientRect().height > height; // as on a phone
  return heading && (scrolls || roomAbove(root, height)) ? heading : root;
}
