// What the page around the tables keeps: the look, how far a learner has come, the link, and the library for charts.

export const LOOK_EVENT = "tabletop:look";

// -- What the browser remembers --------------------------------------------------------------------------------------

function readStore(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage may be forbidden, and others may write there
  }
}

function writeStore(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without storage the page simply forgets
  }
}

let look = null;

/**
 * A link that ends in `wall` is a window for the projector, whatever other windows look like: nothing but its table. So
 * is one with the key of a class's wall, which shows nothing else.
 */
export function readLook() {
  const isWall = linkParts().some((part) => part === "wall" || part.startsWith("teach=TW1."));
  const wall = isWall ? { projector: true } : {};
  document.documentElement.toggleAttribute("data-tabletop-wall", isWall);
  look ??= { theme: "system", projector: false, ids: false, ...readStore("tabletop.look"), ...wall };
  return look;
}

/** Theme, projector and rule ids hold for all tables on the page, and for the next visit. */
export function changeLook(change) {
  look = { ...readLook(), ...change };
  writeStore("tabletop.look", look);
  window.dispatchEvent(new CustomEvent(LOOK_EVENT, { detail: look }));
}

export function readProgress(game) {
  const progress = readStore(`tabletop.progress.${game}`);
  return progress && Number.isFinite(progress.done) && Number.isFinite(progress.steps) ? progress : null;
}

/** For the door: how far the lessons of a game have come, and the way back into them. */
export function rememberProgress({ game, keep, where }) {
  if (!game || !keep || !keep.learn || !where || !where.chapters) return;
  const sum = (name) => where.chapters.reduce((total, chapter) => total + (chapter[name] || 0), 0);
  writeStore(
    `tabletop.progress.${game}`,
    { done: sum("done"), steps: sum("steps"), hash: `learn=${encode(keep.learn)}` },
  );
}

/** The chair that somebody has had at a table of others: whoever comes back by its invitation may sit down there again. */
export function rememberSeat({ game, keep }, slot) {
  if (game && keep?.[slot]?.startsWith("TT1.")) writeStore(`tabletop.seat.${game}`, keep[slot]);
}

/** What one knows of the rules, so that it is there on the next visit without a link. */
export function rememberKnowledge({ game, keep }) {
  if (game && keep && keep.know) writeStore(`tabletop.know.${game}`, keep.know);
}

/** The campaign of a group, for its next visit; a link does not carry it, since a link is given to others. */
export function rememberCampaign({ game, remember }) {
  if (game && remember) writeStore(`tabletop.campaign.${game}`, remember.campaign);
}

/** What was noted at a table that only its link keeps: a link is given to others, and notes are not. */
export function rememberNotes(message, game, slot) {
  if (message && typeof message.keep_notes === "string" && game) writeStore(notesAt(game, slot), message.keep_notes);
}

const LONGEST_NOTES = 95000; // characters: a longer text is none that Python gave us to keep
const notesAt = (game, slot) => `tabletop.notes.${game}.${slot}`;

/** Whoever sits down next has not learned anything yet, in any game. */
export function forgetAll() {
  try {
    const ours = Object.keys(localStorage).filter((key) => /^tabletop\.(progress|know|campaign|notes|seat)\./.test(key));
    for (const key of ours) localStorage.removeItem(key);
  } catch {
    // without storage there is nothing to forget
  }
}

const TICKET = "tabletop.class"; // of a pupil: for this visit, on all pages of it; the door knows it in other windows too

export function rememberClass(ticket) {
  writeStore(TICKET, ticket);
  try {
    sessionStorage.setItem(TICKET, ticket);
  } catch {
    // without storage it is in the link alone
  }
}

export function forgetClass() {
  try {
    sessionStorage.removeItem(TICKET);
    localStorage.removeItem(TICKET);
  } catch {
    // without storage there is nothing to forget
  }
}

const TAUGHT = "tabletop.teach"; // of a teacher: whoever has closed the window of a class finds it again

/** The class of a teacher, until it is over; a window that only shows it has a key of its own, which is not kept. */
export function rememberTeaching({ kind, stage, keep }) {
  if (kind !== "class" || stage !== "open" || !keep?.teach?.startsWith("TC1.")) return;
  writeStore(TAUGHT, keep.teach);
}

function classTicket() {
  try {
    return sessionStorage.getItem(TICKET);
  } catch {
    return null;
  }
}

/**
 * What our own server tells its pages; nothing in a notebook of JupyterLab.
 * @returns {string}
 */
function pageConfig(name) {
  const config = document.getElementById("jupyter-config-data");
  return (config && JSON.parse(config.textContent)[name]) || "";
}

let ownTitle = null; // of the page, while nobody is waited for

/** The name of the window says that others wait for whoever is here: they may be reading something else meanwhile. */
export function callToTable(waits) {
  ownTitle ??= document.title;
  const title = waits ? `● Your turn · ${ownTitle}` : ownTitle;
  if (document.title !== title) document.title = title;
}

/** Whether the playtest lab is a page of this server. */
export const hasLab = () => Boolean(pageConfig("lab"));

export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// -- The link --------------------------------------------------------------------------------------------------------

/**
 * Whether the address is that of this page alone. In JupyterLab it belongs to all notebooks that are open, and to every
 * table in them: what one writes there another would read. There a table lives with its kernel, which outlives a reload.
 */
const ownsAddress = () => "voila" in document.body.dataset || !document.querySelector(".jp-LabShell, .jp-NotebookPanel");

function linkParts() {
  return ownsAddress() ? location.hash.slice(1).split("&").filter(Boolean) : [];
}

function encode(text) {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not written by us
  }
}

const MOST_KEYS = 12; // as many as Python reads

/** The fragment of the address as keys and values: `#play=TN2.…&seats=person,greedy`. */
function readLink() {
  const pairs = linkParts().map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [decode(part), ""] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
  return Object.fromEntries(pairs.slice(0, MOST_KEYS));
}

/** What a table is told when it is first shown: the link, and what this browser knows if the link does not say. */
export function linkAndMemory(game, slot) {
  const link = readLink();
  const known = game && !link.know && readStore(`tabletop.know.${game}`);
  const pairs = Object.entries(link).filter(([name]) => name !== "campaign" && name !== "notes");
  const sat = game && link[slot]?.startsWith("TJ1.") && readStore(`tabletop.seat.${game}`);
  if (typeof sat === "string") pairs.unshift(["sat", sat]);
  const learned = game && !link.learn && rememberedSteps(game);
  if (learned) pairs.unshift(["learned", learned]);
  const ticket = !link.class && classTicket();
  if (ticket) pairs.unshift(["class", ticket]);
  const last = !game && readStore(TICKET);
  if (typeof last === "string") pairs.unshift(["was", last]);
  const taught = slot === "class" && readStore(TAUGHT);
  if (typeof taught === "string") pairs.unshift(["taught", taught]);
  if (typeof known === "string") pairs.unshift(["know", known]);
  const campaign = game && readStore(`tabletop.campaign.${game}`);
  if (typeof campaign === "string" && campaign) pairs.unshift(["campaign", campaign]);
  const notes = game && readStore(notesAt(game, slot));
  if (typeof notes === "string" && notes && notes.length < LONGEST_NOTES) pairs.unshift(["notes", notes]);
  return Object.fromEntries(pairs.slice(0, MOST_KEYS));
}

/** How far somebody has learned a game in this browser, as a link would say it. */
const rememberedSteps = (game) => decode((readProgress(game)?.hash || "").replace(/^learn=?/, ""));

/**
 * The address for somebody else: without what a server asked for, such as the token that opens it. Whoever sits at the
 * serving machine itself may call it localhost, which is another machine for everybody else. JupyterLab's is nobody's.
 */
export function addressToShare() {
  if (!ownsAddress()) return "";
  const here = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  return ((here && pageConfig("shareAt")) || location.origin) + location.pathname;
}

const GROWING = 6000; // milliseconds in which tables that are still being set push others about

let leaveLast = () => {}; // one is at one place

/** Go to a place and stay with it while the page around it still grows, until somebody moves; how to leave earlier. */
export function stayAt(target) {
  leaveLast();
  const growing = new ResizeObserver(() => target.scrollIntoView({ block: "start" }));
  const leave = () => {
    growing.disconnect();
    clearTimeout(waiting);
  };
  const waiting = setTimeout(leave, GROWING);
  for (const page of document.querySelectorAll("body, main, .jp-Notebook, .tabletop")) growing.observe(page);
  for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    window.addEventListener(sign, leave, { once: true, passive: true });
  }
  leaveLast = leave;
  return leave;
}

const OF_NO_TABLE = ["know", "class", "join", "obey", "teach", "wall"]; // keys of a link that lead to no table

/** Whether the address leads to this table: the key it was written last counts, so that a reload comes back there. */
export function isWanted(slot) {
  const [key, value] = Object.entries(readLink()).filter(([name]) => !OF_NO_TABLE.includes(name)).pop() || [];
  const [, steps] = slot.match(/^(?:learn|short):(.*)$/s) || [];
  if (key !== "learn" || !steps) return key === slot;
  const [, short, step] = (value.split("/")[1] || "").match(/^(\+?)(.*)$/s); // TL1.game/4.3/1.1~1.2: the step at hand
  const isFirst = !document.querySelector(".tabletop:is([data-slot^='learn:'], [data-slot^='short:'])");
  return step ? steps.split(",").includes(step) && slot.startsWith(short ? "short:" : "learn:") : isFirst;
}

/** Keep a table in the address; keys that are not ours stay as they are. */
export function writeLink(keep) {
  if (!keep || !Object.keys(keep).length || !ownsAddress()) return;
  const keyOf = (part) => decode(part.split("=", 1)[0]);
  const others = linkParts().filter((part) => !Object.hasOwn(keep, keyOf(part)));
  const ours = Object.entries(keep)
    .filter(([, value]) => value)
    .map(([key, value]) => `${encode(key)}=${encode(value)}`);
  const hash = [...others, ...ours].join("&");
  if (`#${hash}` === location.hash || (!hash && !location.hash)) return;
  history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
}

let written = null; // what the tables have said last, before it stands in the link

/** The steps that the learner on this page has done: `learn=TL1.game/4.3/1.1~1.2` names them at its end. */
export function doneSteps() {
  const [, game = ""] = location.pathname.match(/(\w+)\.ipynb$/) || [];
  const [, , done = ""] = (written ?? readLink().learn ?? rememberedSteps(game)).split("/");
  return new Set(done.split("~").filter(Boolean));
}

/** A table says how far the learner has come; whether that is news. */
export function noteProgress(keep) {
  if (!keep || keep.learn === undefined || keep.learn === written) return false;
  written = keep.learn;
  return true;
}

/** Let the browser keep a file that Python has written. */
export function takeFile(message, buffers) {
  if (!message || !message.file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([message.text ?? buffers[0]], { type: message.type || "text/csv" }));
  link.download = message.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Copy the text of a field, and say whether it worked. Without https there is only the old way: select, and copy. */
export async function copyFrom(field) {
  field.focus({ preventScroll: true });
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}

// -- Charts ----------------------------------------------------------------------------------------------------------

let arrived = null; // called with the library's code when it comes through the kernel

/** The drawing library, asked for once per page, however many tables there are. */
export function plotly(model) {
  window.tabletopPlotly ??= served() ? runScript(served()) : new Promise((resolve, reject) => {
    arrived = (code) => runScript(wrapped(code)).then(resolve, reject);
    model.send({ do: "library", name: "plotly", at: 0, seat: null });
    setTimeout(() => reject(new Error("plotly did not arrive")), 30000);
  });
  return window.tabletopPlotly;
}

/** Where our own server keeps it as a file; in a notebook of JupyterLab there is no such place. */
const served = () => pageConfig("chartCode");

export function takeLibrary(message, buffers) {
  if (!message || message.library !== "plotly" || !arrived || !buffers || !buffers.length) return;
  arrived(buffers[0]);
  arrived = null;
}

/** As a script of its own; the page's module loader, if there is one, must not catch it. */
function wrapped(code) {
  const parts = ["(function (define, module, exports) {\n", code, "\n}).call(window);"];
  return URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
}

function runScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => (window.Plotly ? resolve() : reject(new Error("plotly did not start")));
    script.onerror = () => reject(new Error("plotly could not be run"));
    document.head.append(script);
  });
}

/** Draw a figure, or change one that is there, in the colours of the table around it. */
export function drawFigure(container, figure, root, projector) {
  const style = getComputedStyle(root);
  const data = (figure.data || []).map((trace) => chartTrace(trace, style));
  const layout = chartLayout(figure.layout || {}, style, projector);
  window.Plotly.react(container, data, layout, { displayModeBar: false, responsive: true });
}

/**
 * Bars that can be pressed: with the pointer, or with the keys. One of them is in the order of Tab, arrow keys go on to
 * the others, Enter presses. `press` gets the number of the bar, and whose it is (`meta.side` of its trace).
 */
export function makePressable(container, press) {
  const decorate = () => {
    const bars = [...container.querySelectorAll(".trace.bars")].flatMap((trace, index) => {
      const { meta, name, customdata = [], orientation, x, y } = container.data[index] || {};
      const values = orientation === "h" ? x : y;
      const paths = [...trace.querySelectorAll(".point > path")];
      return paths.map((path, bar) => ({ path, bar, side: values[bar] && meta?.side, label: `${name}, ${customdata[bar]}` }));
    });
    const order = bars.filter((one) => one.side).sort((one, two) => one.bar - two.bar || one.side.localeCompare(two.side));
    order.forEach(({ path, bar, side, label }, place) => {
      for (const [key, value] of Object.entries({ role: "button", "aria-label": `Show a game: ${label}`, tabindex: place ? "-1" : "0" })) path.setAttribute(key, value);
      path.onkeydown = (event) => stepBars(event, order, place, () => press(bar, side));
    });
  };
  container.removeAllListeners?.("plotly_click");
  container.removeAllListeners?.("plotly_afterplot");
  container.on("plotly_click", ({ points }) => points.length && press(points[0].pointNumber, points[0].data.meta?.side));
  container.on("plotly_afterplot", decorate);
  decorate();
}

function stepBars(event, order, place, press) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -place, End: order.length - 1 - place }[event.key];
  if (event.key === "Enter" || event.key === " ") press();
  else if (step === undefined) return;
  else order[Math.max(0, Math.min(order.length - 1, place + step))].path.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** A trace in the colours of the table: `meta.tone` names a token such as "seat1". */
function chartTrace(trace, style) {
  const tone = trace.meta?.tone;
  if (!tone) return structuredClone(trace);
  const colour = (name) => style.getPropertyValue(name).trim();
  const fill = colour(`--${tone}`) || colour("--edge");
  const outlined = trace.marker?.pattern || Array.isArray(trace.marker?.symbol); // stripes and open marks need an edge
  const edge = outlined ? { color: fill, width: 1.5 } : { color: colour("--panel"), width: 0.5 };
  const marker = { ...trace.marker, color: fill, line: edge };
  const error = { color: colour("--ink") };
  const line = trace.line ? { ...trace.line, color: fill } : undefined;
  const errors = Object.fromEntries(["error_x", "error_y"].filter((name) => trace[name]).map((name) => [name, { ...trace[name], ...error }]));
  return { ...structuredClone(trace), ...errors, marker, line, insidetextfont: { color: colour("--on-seat") } };
}

/** A line that has no colour of its own: `meta` names its token. */
function toned({ meta, ...shape }, colour) {
  return { ...shape, line: { ...shape.line, color: colour(`--${meta}`) } };
}

function chartLayout(layout, style, projector) {
  const colour = (name) => style.getPropertyValue(name).trim();
  const line = { gridcolor: colour("--line"), linecolor: colour("--edge"), zerolinecolor: colour("--edge") };
  const axes = { xaxis: line, yaxis: line };
  const size = projector ? 20 : 13;
  for (const name in layout) {
    if (!/^[xy]axis/.test(name)) continue;
    const title = layout[name].title && { standoff: 8, font: { size }, ...layout[name].title };
    axes[name] = { ...line, automargin: true, ...layout[name], title };
  }
  return {
    height: projector ? 400 : 360,
    ...layout,
    ...axes,
    shapes: (layout.shapes || []).map((shape) => (shape.meta ? toned(shape, colour) : shape)),
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    colorway: [colour("--accent"), colour("--seat2"), colour("--seat3"), colour("--seat4")],
    font: { family: colour("--sans"), size, color: colour("--ink") },
    hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--edge"), font: { color: colour("--ink") } },
    margin: { l: 44, r: 12, t: 12, b: 40, ...layout.margin },
    autosize: true,
  };
}
