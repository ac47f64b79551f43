// The bar at the top of a page of ours: home, the parts of the notebook, its chapters with how far one has come, and
// where one is. It is drawn into the place that the page's template keeps for it; in JupyterLab there is none.

import { h, patch, setProperty } from "./dom.js";
import { isShortWay, nameInOrder, openChapter, progressOf } from "./chapters.js";
import { bringOut, classBadge } from "./classroom.js";
import { stayAt } from "./page.js";

const PARTS = { first: "Play now", play: "Whole game", table: "Rulings" }; // by the slots of their tables
const MENU = "page-menu";
const READING = 0.35; // of the window's height: what has passed this line is where one is
const WAYS = 96; // pixels of the ways home and to the parts, as `page.css` has them
const NEAR = 8; // pixels between a table and the upper edge of the window, which it fills all the same

/** @type {Element | null} */
let joined = null; // the table that the bar is the head of
let watching = false;
let shown = ""; // what the bar said last

/** @returns {HTMLElement | null} */
const bar = () => document.getElementById("page-bar");

/** How much of the window the bars take; on a projector they scroll away with the page. */
export function barHeight() {
  const sticks = (place) => place && getComputedStyle(place).position === "sticky";
  const places = [bar(), document.getElementById("class-bar")].filter(sticks);
  return places.reduce((height, place) => height + place.offsetHeight, 0);
}

export const hasBar = () => Boolean(bar());

/** Whether a table in use may have the whole window: the page has a bar that joins its head, and no class says anything. */
export function mayLead() {
  const order = document.getElementById("class-bar");
  return hasBar() && (!order || order.hidden);
}

/** Bring a table to its place: the upper edge of the window if it leads, else below the bars. */
export function comeForward(root) {
  root.scrollIntoView({ block: "start" });
  joinHead();
}

/** Where a table that leads fills the window, the bar is the beginning of its head; elsewhere it is itself again. */
function joinHead() {
  const place = bar();
  if (!place) return;
  const fills = (root) => Math.abs(root.getBoundingClientRect().top) <= NEAR;
  const table = [...document.querySelectorAll(".tabletop[data-leads]")].find(fills);
  joined = table || null;
  setProperty(document.documentElement, "data-tabletop-joined", Boolean(table));
  const head = table?.querySelector(".masthead")?.getBoundingClientRect().height || 0; // a curtain has none
  place.style.top = head > place.offsetHeight ? `${Math.round((head - place.offsetHeight) / 2)}px` : "";
}

/** Whether the window was this table's when one looked last, though it may have been laid out anew since. */
export const isJoined = (root) => joined === root;

/** The width that the bar takes from the head of a table: the ways of the page, and who one is in a class. */
export function joinedWidth() {
  const badge = /** @type {HTMLElement | null} */ (bar()?.querySelector(".class-badge"));
  return WAYS + (badge ? badge.offsetWidth : 0);
}

/** Draw the bar anew: a table has come, a step was done, or the reader has moved on. */
export function drawBar() {
  const place = bar();
  if (!place) return;
  watch();
  joinHead();
  const parts = partsOfPage();
  const here = parts.filter(hasPassed).pop();
  const chapter = here?.chapters?.filter(hasPassed).pop();
  const badge = classBadge();
  const counted = ({ text, done, steps }) => [text, done, steps];
  const lessons = parts.map(({ text, chapters }) => [text, chapters?.map(counted)]);
  const said = JSON.stringify([lessons, here?.text, chapter?.text, badge]);
  if (said === shown) return;
  shown = said;
  const ways = [drawParts(parts, here), menuButton(chapter || here), menu(parts, [here, chapter])];
  const width = joinedWidth();
  patch(place, home(place.dataset.home), ways, badge);
  if (joinedWidth() !== width) window.dispatchEvent(new Event("resize")); // the heads of tables have less room, or more
}

function watch() {
  if (watching) return;
  watching = true;
  let due = false;
  const look = () => {
    due = false;
    drawBar();
  };
  const soon = () => {
    if (!due) requestAnimationFrame(look);
    due = true;
  };
  for (const sign of ["scroll", "resize"]) window.addEventListener(sign, soon, { passive: true });
  new MutationObserver(soon).observe(document.body, { childList: true }); // the page still grows
  new ResizeObserver(soon).observe(document.querySelector("main") || document.body); // a table has opened, others closed
}

// -- What the page consists of ---------------------------------------------------------------------------------------

/** The parts in their order on the page: each with its name, where it begins, and its chapters if it is the lessons. */
function partsOfPage() {
  /** @type {{ text: string, target: Element, slot?: string, table?: Element, chapters?: any[] }[]} */
  const parts = [];
  const marks = document.querySelectorAll("main :is(h1, h2, h3), main .tabletop[data-slot]");
  let heading = null;
  for (const mark of marks) {
    if (mark.matches(".tabletop *")) continue;
    if (!mark.matches(".tabletop")) {
      heading = mark;
      if (/under the hood/i.test(mark.textContent)) parts.push({ text: "Under the hood", target: mark });
    } else addTable(parts, /** @type {HTMLElement} */ (mark), heading);
  }
  return parts;
}

function addTable(parts, table, heading) {
  const slot = table.dataset.slot;
  if (isShortWay(slot)) return void parts.push({ text: "The short way", target: table, slot }); // what stands above it is read already
  if (slot.startsWith("learn:")) return addChapter(parts, table, heading || table);
  const text = PARTS[slot];
  if (text) parts.push({ text, table, target: slot === "first" ? table : heading || table });
}

function addChapter(parts, table, heading) {
  let learn = parts.find((part) => part.chapters);
  if (!learn) parts.push(learn = { text: "Learn", target: heading, chapters: [] });
  const { slot } = table.dataset;
  const done = progressOf(slot);
  const chapter = { heading, table, slot, done: done.filter(Boolean).length, steps: done.length };
  learn.chapters.push({ ...chapter, text: nameOf(heading), target: heading });
  const under = learn.chapters.filter((one) => one.heading === heading);
  if (under.length > 1) under.forEach(nameItself);
}

/** Several chapters under one heading: each has its own name, and the first begins at the heading. */
function nameItself(chapter, index) {
  chapter.text = nameInOrder(chapter.slot) || chapter.text;
  if (index) chapter.target = chapter.table;
}

/** What a heading says, without the mark that leads to it. */
function nameOf(heading) {
  const words = [...heading.childNodes].filter((one) => !one.matches?.(".anchor-link")).map((one) => one.textContent);
  return words.join("").trim();
}

function hasPassed({ target }) {
  return target.getBoundingClientRect().top <= window.innerHeight * READING;
}

// -- What it looks like ----------------------------------------------------------------------------------------------

function home(address) {
  return h(
    "a",
    { class: "home", key: "home", href: address || "index.ipynb", title: "All games" },
    h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: "M3 9.5 10 3l7 6.5M5 8.5V17h10V8.5" })),
    h("span", {}, "All games"),
  );
}

function drawParts(parts, here) {
  const drawn = parts.map((part) => h("li", { key: part.text }, part.chapters ? learn(part, part === here) : way(part, part === here)));
  return h("ul", { class: "parts", key: "parts" }, drawn);
}

/** A button and no link: the address of the page keeps the tables, and is not for its parts. */
function way(part, isHere, more = null) {
  const props = { type: "button", "aria-current": isHere ? "location" : null, onclick: () => go(part) };
  return h("button", { key: part.text, ...props }, h("span", { class: "name" }, part.text), more);
}

function learn(part, isHere) {
  const props = {
    type: "button",
    popovertarget: MENU,
    "aria-current": isHere ? "location" : null,
    "aria-label": `Learn: ${count(part)}`,
    title: count(part),
  };
  return h("button", props, h("span", { class: "name" }, "Learn"), pips(part), arrow());
}

const arrow = () => h("svg", { class: "arrow", viewBox: "0 0 10 6", "aria-hidden": "true" }, h("path", { d: "M1 1l4 4 4-4" }));

/** One mark for each chapter, as full as the chapter is done. */
function pips({ chapters }) {
  const pip = ({ done, steps }, index) => h("i", { key: index, style: `--part: ${(100 * done) / Math.max(1, steps)}%` });
  return h("span", { class: "page-pips", "aria-hidden": "true" }, chapters.map(pip));
}

function count({ chapters }) {
  const sum = (name) => chapters.reduce((total, chapter) => total + chapter[name], 0);
  return `${sum("done")} of ${sum("steps")} steps`;
}

/** On a phone, and in the head of a table, the parts are in the menu as well; its button says where one is. */
function menuButton(here) {
  const text = here ? here.text : "On this page";
  const props = { class: "menu-button", key: "menu-button", type: "button", popovertarget: MENU };
  const said = { "aria-label": `${text}. On this page`, title: "On this page" };
  const sign = h("svg", { class: "sign", viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: "M3 5h14M3 10h14M3 15h14" }));
  return h("button", { ...props, ...said }, sign, h("span", { class: "name" }, text), arrow());
}

function menu(parts, here) {
  const chapter = (one) => {
    const count = h("span", { class: `page-count ${one.done === one.steps ? "done" : ""}` }, `${one.done} of ${one.steps}`);
    return h("li", { key: one.slot, class: "chapter-way" }, way(one, here.includes(one), count));
  };
  const part = (one) => [
    h("li", { key: one.text, class: one.chapters ? "lessons" : "part-way" }, way(one, here.includes(one))),
    (one.chapters || []).map(chapter),
  ];
  return h("ul", { class: "page-menu", key: "menu", id: MENU, popover: "auto" }, parts.map(part));
}

export const FIRST_GAME = "tabletop:first-game"; // the table for whole games is to begin with the one for newcomers

/**
 * The way from the lessons to the table for whole games; false where the page has none, or one is there already.
 * `first`: the game for newcomers begins there.
 */
export function goToGame(from, first = false) {
  const table = document.querySelector(`main .tabletop[data-slot="play"]`);
  const part = table && table !== from && partsOfPage().find(({ text }) => text === PARTS.play);
  if (part) go(part);
  if (part && first) table.dispatchEvent(new CustomEvent(FIRST_GAME));
  return Boolean(part);
}

/**
 * Go to a part, or open a chapter in its place; whoever uses the keyboard goes on from there.
 *
 * @param {{ target: any, slot?: string, table?: any }} part
 */
function go({ target, slot, table }) {
  /** @type {HTMLElement | null} */
  const open = document.querySelector(`#${MENU}:popover-open`);
  open?.hidePopover();
  if (slot && openChapter(slot)) return;
  bringOut(table);
  stayAt(target);
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
