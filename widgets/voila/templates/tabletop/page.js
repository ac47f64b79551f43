// The life of a page: it says when its tables are set, takes its kernel with it when it closes, and notices when the
// kernel is gone. Runs before everything else on the page.
(() => {
  "use strict";
  const LOOK_AGAIN_MS = 20000;
  const SLOW_MS = 25000;
  const PATIENCE_MS = 90000;
  const FAILED = "Error displaying widget"; // what the widget manager writes in place of a table
  const SET = ".tabletop, .jp-OutputArea-output > .jupyter-widgets"; // a table, or another live part
  const byId = (id) => document.getElementById(id);
  const config = () => JSON.parse(byId("jupyter-config-data")?.textContent ?? "null");

  // A Jupyter server's token is the right to run code there. The first visit has exchanged it for a cookie; whoever
  // copies the address from now on does not give it away.
  const address = new URL(location.href);
  if (address.searchParams.has("token")) {
    address.searchParams.delete("token");
    history.replaceState(history.state, "", address);
  }

  // Voila ends the kernel on "beforeunload": that comes too early (the page may stay, or be kept for the way back),
  // and never on some phones. "pagehide" says what really happens. Tables hear of it by a name of ours, and may object.
  const leave = (event) => {
    event.stopImmediatePropagation();
    if (!window.dispatchEvent(new Event("tabletop-leave", { cancelable: true }))) event.preventDefault();
  };
  window.addEventListener("beforeunload", leave, { capture: true });
  window.addEventListener("pagehide", (event) => {
    const page = config();
    if (event.persisted || !page) return;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/(?:^|;\s*)_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${page.baseUrl}voila/api/shutdown/${page.kernelId}`, form);
  });

  /** "here", "gone" (the server has put the kernel away) or "silent" (no server, or no network). */
  async function kernelState() {
    const page = config();
    if (!page) return "here";
    try {
      const answer = await fetch(`${page.baseUrl}api/kernels/${page.kernelId}`, { cache: "no-store" });
      return answer.status === 404 ? "gone" : "here";
    } catch {
      return "silent";
    }
  }

  const SENTENCES = {
    gone: "This page lost its connection, and its tables were cleared. You can set them up again as they were.",
    silent: "The server isn't responding. This page will continue automatically once the server is back.",
    broken: "A table on this page could not start.",
  };

  function tell(state) {
    const bar = byId("lost");
    if (!bar || bar.dataset.state === state) return;
    bar.dataset.state = state;
    bar.replaceChildren();
    if (state === "here") return;
    bar.append(SENTENCES[state]);
    if (state === "silent") return;
    const again = document.createElement("button");
    again.textContent = "Set up tables again";
    again.onclick = () => location.reload();
    bar.append(again);
  }

  async function look() {
    if (document.visibilityState !== "visible") return;
    const state = await kernelState();
    const broken = [...document.querySelectorAll(".waits")].some((part) => part.textContent.includes(FAILED));
    tell(state === "here" && broken ? "broken" : state);
  }

  window.addEventListener("pageshow", async (event) => {
    if (event.persisted && (await kernelState()) === "gone") location.reload();
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  setInterval(look, LOOK_AGAIN_MS);

  // The widget manager looks for a table's model for two seconds and gives up for good, which a busy machine easily
  // exceeds. Ours waits as long as it takes. Voila names its application once its parts are there, before it draws.
  let voila;
  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    get: () => voila,
    set: (app) => {
      voila = app;
      const manager = app.widgetManager;
      const find = manager.get_model.bind(manager);
      manager.get_model = async (id) => {
        const until = Date.now() + PATIENCE_MS;
        while (!manager.has_model(id) && Date.now() < until) await new Promise((next) => setTimeout(next, 50));
        return find(id);
      };
    },
  });

  // anywidget gives a table two seconds to load its code; if it takes longer, no message ever reaches that table again,
  // and it stays empty. Where thirty pages open at once it does take longer.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(Math.max(ms, PATIENCE_MS));

  // The start-up line stays until the first table stands, or until the page has none.
  window.voila_heartbeat = () => {};
  function watchTheStart() {
    const line = byId("loading");
    const slow = setTimeout(() => {
      line.textContent = "Still setting up the table. If nothing appears, reload the page.";
    }, SLOW_MS);
    const done = () => {
      const waiting = [...document.querySelectorAll(".waits")];
      const set = waiting.filter((part) => part.querySelector(SET));
      for (const part of set) part.classList.add("is-set");
      const loaded = document.readyState === "complete";
      if (waiting.length ? !set.length : !loaded) return;
      clearTimeout(slow);
      line.hidden = true;
      if (loaded && set.length === waiting.length) watcher.disconnect();
    };
    const watcher = new MutationObserver(done);
    watcher.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("load", done);
  }
  new MutationObserver((_, first) => {
    if (!byId("loading")) return;
    first.disconnect();
    watchTheStart();
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
