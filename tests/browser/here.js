// The front end of a page whose kernel is in the process of the tests: what Voila's does for a table, and no more.
// Python puts messages into `fromKernel` in numbered batches, and gets them through the binding `toKernel`.
(() => {
  "use strict";
  const kernel = JSON.parse(document.getElementById("jupyter-config-data").textContent).kernelId;
  const bytes = (text) => new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
  const tell = async (what) => window.fromKernel(await window.toKernel(JSON.stringify({ kernel, ...what })));

  class Model {
    constructor(comm, state) {
      this.model_id = comm;
      this.state = state;
      this.heard = new Map();
      this.changed = {};
    }
    get(name) {
      return this.state[name];
    }
    set(name, value) {
      this.changed[name] = value;
      this.take({ [name]: value });
    }
    save_changes() {
      tell({ comm: this.model_id, data: { method: "update", state: this.changed, buffer_paths: [] } });
      this.changed = {};
    }
    on(name, run) {
      this.heard.set(name, [...(this.heard.get(name) ?? []), run]);
    }
    off(name, run) {
      this.heard.set(name, (this.heard.get(name) ?? []).filter((one) => run && one !== run));
    }
    trigger(name, ...what) {
      for (const run of this.heard.get(name) ?? []) run(...what);
    }
    take(state) {
      Object.assign(this.state, state);
      for (const [name, value] of Object.entries(state)) this.trigger(`change:${name}`, this, value);
      this.trigger("change", this);
    }
    send(content, _callbacks, buffers = []) {
      const coded = buffers.map((one) => btoa(String.fromCharCode(...new Uint8Array(one.buffer ?? one))));
      tell({ comm: this.model_id, data: { method: "custom", content }, buffers: coded });
    }
  }

  const manager = {
    _models: {},
    has_model: (id) => id in manager._models,
    get_model: async (id) => manager._models[id],
  };
  window.jupyterapp = { widgetManager: manager };

  async function hear({ type, comm, data, buffers }) {
    if (type === "comm_open") return void (manager._models[comm] = Promise.resolve(new Model(comm, data.state)));
    if (type === "comm_close") return void delete manager._models[comm];
    const model = await manager._models[comm];
    if (data.method === "update") model?.take(data.state);
    else if (data.method === "custom") model?.trigger("msg:custom", data.content, buffers.map(bytes));
  }

  // Batches may overtake each other on their way; each is heard in its turn.
  const waiting = new Map();
  let next = 0;
  let hearing = Promise.resolve();
  window.fromKernel = (text) => {
    if (!text) return hearing;
    const { number, messages } = JSON.parse(text);
    waiting.set(number, messages);
    for (; waiting.has(next); next += 1) {
      const batch = waiting.get(next);
      waiting.delete(next);
      hearing = hearing.then(async () => {
        for (const message of batch) await hear(message);
      });
    }
    return hearing;
  };

  function inside(parent, ...names) {
    return names.reduce((outer, name) => {
      const box = document.createElement("div");
      box.className = name;
      outer.append(box);
      return box;
    }, parent);
  }

  /** Voila lays the cells into a shell for panels; our styles take its effect away. */
  function layIntoShell() {
    const cells = document.getElementById("rendered_cells");
    const shell = inside(document.body, "lm-Widget jp-LabShell", "lm-Widget lm-Panel lm-BoxPanel");
    [shell.parentElement.id, shell.id] = ["main", "jp-main-content-panel"];
    cells.classList.add("lm-Widget", "lm-BoxPanel-child");
    shell.append(cells);
  }

  async function show(script) {
    const { data } = JSON.parse(script.textContent);
    const view = data["application/vnd.jupyter.widget-view+json"];
    const place = inside(script.parentElement, "lm-Widget lm-Panel jp-OutputArea-output", "lm-Widget");
    script.remove();
    if (!view) return void (place.innerHTML = data["text/html"] ?? `<pre>${data["text/plain"]}</pre>`);
    const model = await manager.get_model(view.model_id);
    const code = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
    const { default: widget } = await import(code);
    await widget.render({ model, el: place });
  }

  tell({ connect: true }).then(() => {
    layIntoShell();
    for (const output of document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')) show(output);
  });
})();
