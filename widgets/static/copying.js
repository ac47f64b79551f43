// Codes and links that people take along: in a field of their own with a button that copies them, and as a picture.

import { h } from "./dom.js";
import { plainButton } from "./panels.js";

export function codeToCopy(code, ui) {
  const id = `${ui.uid}-code`;
  return h(
    "div",
    { class: "to-copy", key: "code" },
    h("label", { class: "label", for: id }, "Save code"),
    h("textarea", { id, class: "code", readonly: true, rows: "3", value: code, onfocus: selectAll }),
    copyButton("code", "protocol", id, ui),
  );
}

/** The link in a field of its own, and as a picture for phones. */
export function linkToCopy({ link, qr, note, named = "link" }, ui) {
  const id = `${ui.uid}-${named}`;
  return h(
    "div",
    { class: `to-copy${qr ? " has-qr" : ""}`, key: "link" },
    h("label", { class: "label", for: id }, "Link"),
    h("input", { id, class: "code", type: "text", readonly: true, value: link, onfocus: selectAll }),
    copyButton("link", "link", id, ui),
    qr && qrCode(qr),
    note && h("p", { class: "small", key: "note" }, note),
  );
}

function copyButton(what, icon, id, ui) {
  const { copied } = ui.local;
  return h(
    "div",
    { class: "row", key: "copy" },
    plainButton(`Copy the ${what}`, () => ui.copy(id, what), { icon, key: what }),
    h("span", { class: "small", role: "status" }, copied && copied.what === what ? copiedText(copied) : ""),
  );
}

export function copiedText({ what, done }) {
  return done ? `The ${what} was copied.` : `Your browser blocked copying. The ${what} is selected, so copy it yourself.`;
}

export function selectAll(event) {
  event.currentTarget.select();
}

/** Dark squares on white in every theme, with the empty margin that readers need. */
function qrCode({ size, path }) {
  const margin = 4;
  const box = `${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`;
  return h(
    "svg",
    { class: "qr", key: "qr", viewBox: box, role: "img", "aria-label": "The link as a QR code", "shape-rendering": "crispEdges" },
    h("path", { d: path }),
  );
}
