// A campaign: what is kept from game to game, as lines and as a code to copy; after a game, and where the next is agreed.

import { h } from "./dom.js";
import { glyph } from "./glyphs.js";
import { copiedText, selectAll } from "./copying.js";
import { foldOf, formEntry } from "./form.js";
import { heading, plainButton } from "./panels.js";
import { ruleLink } from "./rules.js";

/** What a game that is over did to the campaign, and the code to keep. */
export function campaignPanel({ now }, ui) {
  if (!now?.campaign) return null;
  const { lines, note, ...code } = now.campaign;
  const id = `${ui.uid}-campaign`;
  return h(
    "div",
    { class: "pane campaign-end", key: "campaign", role: "group", "aria-labelledby": id },
    heading("Your campaign", "flag", { id }),
    campaignLines(lines, ui),
    campaignCode(code, ui, "end"),
    h("p", { class: "small", key: "note" }, note),
  );
}

/** From which campaign the next game goes on, and the way to another one. */
export function campaignFold(data, ui) {
  return foldOf(
    "campaign",
    "Campaign",
    data.said,
    data.note && h("p", { class: "campaign-note", key: "note", role: "status" }, data.note),
    formEntry(data.option, ui),
    data.lines.length > 0 && campaignLines(data.lines, ui),
    data.code && campaignCode(data, ui),
    campaignForm(data, ui),
    data.code && campaignEnd(ui),
  );
}

function campaignLines(lines, ui) {
  const line = ({ text, rule }, index) => h("li", { key: index }, text, " ", ruleLink(rule, ui));
  return h("ul", { class: "campaign-lines", key: "lines" }, lines.map(line));
}

/** The code in a field, with a button that copies it and one that writes it into a file. */
function campaignCode({ code, file }, ui, where = "setup") {
  const id = `${ui.uid}-campaign-${where}`;
  const what = "campaign code";
  const { copied } = ui.local;
  return h(
    "div",
    { class: "to-copy", key: "code" },
    h("label", { class: "label", for: id }, "Campaign code"),
    h("input", { id, class: "code", type: "text", readonly: true, value: code, onfocus: selectAll }),
    h(
      "div",
      { class: "row", key: "copy" },
      plainButton("Copy code", () => ui.copy(id, what), { icon: "protocol", key: "copy" }),
      h("a", { class: "btn", key: "file", href: `data:text/plain,${encodeURIComponent(`${code}\n`)}`, download: file }, glyph("link"), h("span", {}, "Download")),
      h("span", { class: "small", role: "status" }, copied && copied.what === what ? copiedText(copied) : ""),
    ),
  );
}

function campaignForm({ problem }, ui) {
  const id = `${ui.uid}-campaign-enter`;
  const submit = (event) => {
    event.preventDefault();
    const code = event.currentTarget.querySelector("input").value.trim();
    if (code) ui.send({ do: "campaign", code });
  };
  const described = problem ? { "aria-describedby": `${id}-problem`, "aria-invalid": "true" } : {};
  return h(
    "form",
    { class: "restore", key: "enter", onsubmit: submit },
    h("label", { for: id, class: "label" }, "Continue with a saved code"),
    h("input", { id, type: "text", placeholder: "T1-…", autocomplete: "off", spellcheck: "false", ...described }),
    h("button", { type: "submit", class: "btn" }, "Use code"),
    problem && h("p", { class: "problem", id: `${id}-problem`, key: "problem" }, glyph("stop"), h("span", {}, problem)),
  );
}

/** A campaign is put away in two steps: nobody does so by mistake. */
function campaignEnd(ui) {
  const sure = Boolean(ui.local.newCampaign);
  const ask = () => ui.setLocal({ newCampaign: true });
  const begin = () => {
    ui.setLocal({ newCampaign: false });
    ui.send({ do: "new-campaign", sure: true });
  };
  return h(
    "div",
    { class: "row", key: "anew" },
    sure
      ? plainButton("Yes, start a new one", begin, { key: "sure", look: "small-btn" })
      : plainButton("New campaign", ask, { key: "ask", look: "small-btn quiet" }),
    sure && plainButton("No", () => ui.setLocal({ newCampaign: false }), { key: "no", look: "small-btn" }),
  );
}
