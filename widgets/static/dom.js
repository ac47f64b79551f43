// Plain data in, DOM out. A screen is drawn as a tree of nodes made by `h`; `patch` changes the page until it looks like
// that tree and touches nothing else, so that focus, scroll position and running animations survive every update.
//
//   h("button", {key: "seal", class: "main", onclick: seal}, "Seal at 52")
//
// - Text is always set as text: nothing that arrives from outside is ever read as HTML.
// - `key` tells which old element a node is; without one, the n-th child stays the n-th child of its tag.
// - `on…` are event handlers, `hook` is called with the element when it has just been made, and an element with
//   `raw: true` keeps its inside to itself (a chart draws there).
// - `late: true` is for what nobody waits for: `patchInSteps` leaves it for after the paint.

const SVG = "http://www.w3.org/2000/svg";
const OWN = new Set(["key", "hook", "raw", "late"]);
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "indeterminate"]);

export function h(tag, props, ...children) {
  return { tag, props: props || {}, children: flat(children) };
}

function flat(children, into = []) {
  for (const child of children) {
    if (Array.isArray(child)) flat(child, into);
    else if (child !== null && child !== undefined && child !== false && child !== true) into.push(child);
  }
  return into;
}

/** Make the children of `parent` look like `nodes`. */
export function patch(parent, ...nodes) {
  reconcile(parent, flat(nodes), null);
}

/** The same in two steps: what is `late`, and not in use, stays as it is (or empty) until the returned rest is run. */
export function patchInSteps(parent, ...nodes) {
  const late = [];
  reconcile(parent, flat(nodes), late);
  return () => late.forEach(([element, node]) => element.isConnected && update(element, node, null));
}

/** Whether `element`, somewhere inside `parent`, will still be there when `parent` looks like `nodes`. */
export function stays(parent, nodes, element) {
  const path = [];
  for (let at = element; at !== parent; at = at.parentNode) path.unshift(at);
  for (const child of path) {
    const node = nodeFor(child, flat(nodes));
    if (!node || node.props.raw) return Boolean(node);
    nodes = node.children;
  }
  return true;
}

/** The node that an old child goes on as: that of its key, or the n-th without one of its tag. */
function nodeFor(child, nodes) {
  if (child._key !== undefined) return nodes.find((node) => isFor(child, node));
  const alike = (one) => one._tag === child._tag && one._key === undefined;
  const number = [...child.parentNode.childNodes].filter(alike).indexOf(child);
  return nodes.filter((node) => isFor(child, node))[number];
}

function reconcile(parent, nodes, late) {
  let place = parent.firstChild;
  let index = 0;
  // Nearly always nothing has come or gone: then every child is already in its place.
  while (index < nodes.length && place && isFor(place, nodes[index])) {
    update(place, nodes[index], late);
    place = place.nextSibling;
    index += 1;
  }
  if (place || index < nodes.length) rearrange(parent, place, nodes.slice(index), late);
}

/** Make the children from `place` on look like `nodes`. */
function rearrange(parent, place, nodes, late) {
  const keyed = new Map();
  const loose = [];
  const old = [];
  for (let child = place; child; child = child.nextSibling) {
    old.push(child);
    if (child._key !== undefined) keyed.set(child._key, child);
    else loose.push(child);
  }
  const found = nodes.map((node) => fit(keyed, loose, node));
  const kept = new Set(found);
  for (const child of old) if (!kept.has(child)) child.remove();
  const elements = nodes.map((node, index) => found[index] || create(parent, node, late));
  const resting = mostInOrder(old, found);
  let next = null;
  for (const element of elements.toReversed()) {
    if (!resting.has(element)) parent.insertBefore(element, next);
    next = element;
  }
  nodes.forEach((node, index) => found[index] && update(found[index], node, late));
}

/**
 * As many as possible of the `old` children that stay in the order in which they are `found` again: they stay where they
 * are, and the others move between them. What is moved loses its focus, and is laid out as if it were new.
 */
function mostInOrder(old, found) {
  const placeOf = new Map(old.map((child, index) => [child, index]));
  const tails = []; // of the runs of one, two, three... children: the one that ends earliest
  const before = new Map();
  for (const child of found) {
    if (!child) continue;
    let length = tails.length;
    while (length && placeOf.get(tails[length - 1]) > placeOf.get(child)) length -= 1;
    before.set(child, tails[length - 1]);
    tails[length] = child;
  }
  const run = new Set();
  for (let child = tails.at(-1); child; child = before.get(child)) run.add(child);
  return run;
}

/** Whether this child is the one that the node goes on with. */
function isFor(child, node) {
  if (typeof node !== "object") return child.nodeType === Node.TEXT_NODE;
  return child._tag === node.tag && child._key === node.props.key;
}

/** The old child that a node goes on with, if there is one. */
function fit(keyed, loose, node) {
  if (typeof node !== "object") return takeFirst(loose, (child) => child.nodeType === Node.TEXT_NODE);
  const { key } = node.props;
  if (key === undefined) return takeFirst(loose, (child) => child.nodeType === Node.ELEMENT_NODE && child._tag === node.tag);
  const child = keyed.get(key);
  if (!child || child._tag !== node.tag) return null;
  keyed.delete(key);
  return child;
}

function takeFirst(list, fits) {
  const index = list.findIndex(fits);
  return index < 0 ? null : list.splice(index, 1)[0];
}

/** A new child for `parent`: complete, unless it is late, before it joins the page, where every change costs more. */
function create(parent, node, late) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const inSvg = node.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const element = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element._tag = node.tag;
  element._props = {};
  if (node.props.key !== undefined) element._key = node.props.key;
  if (node.props.hook) queueMicrotask(() => node.props.hook(element));
  update(element, node, late);
  return element;
}

function update(element, node, late) {
  if (typeof node !== "object") {
    const text = String(node);
    if (element.data !== text) element.data = text;
    return;
  }
  if (late && node.props.late && !element.contains(document.activeElement)) return void late.push([element, node]);
  const before = element._props;
  const after = node.props;
  for (const name in before) if (!(name in after)) setProperty(element, name, null);
  if (!after.raw) reconcile(element, node.children, late); // before the properties: a <select> needs its options first
  for (const name in after) if (isChange(name, before[name], after[name])) setProperty(element, name, after[name]);
  element._props = after;
}

/** Handlers are new with every drawing; the page need only hear of the first and the last (`runHandler`). */
function isChange(name, before, after) {
  if (name.startsWith("on")) return Boolean(before) !== Boolean(after);
  return before !== after || PROPERTIES.has(name);
}

/** Calls the handler of the latest drawing. */
function runHandler(event) {
  return event.currentTarget._props[`on${event.type}`]?.(event);
}

/** Set an attribute, property or handler; null takes it away. */
export function setProperty(element, name, value) {
  if (OWN.has(name)) return;
  if (name.startsWith("on")) element[name] = value ? runHandler : null;
  else if (PROPERTIES.has(name) && name in element) {
    if (element[name] !== value) element[name] = value ?? "";
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** How much smaller or larger an element is drawn than it is laid out: boxes on the screen are measured as drawn. */
export function zoomOf(element) {
  return element.currentCSSZoom ?? 1;
}
