// What every table carries. The code that draws is the same for all of them, so the page fetches it once, as a file of
// our server or, in a notebook of JupyterLab, through the first table that is drawn.

const NAME = "tabletop-VERSION";

function ask(model) {
  return new Promise((resolve) => {
    const listen = (message) => {
      if (message.library !== "screen") return;
      model.off("msg:custom", listen);
      resolve(message);
    };
    model.on("msg:custom", listen);
    model.send({ do: "library", name: "screen" });
  });
}

/**
 * anywidget gives a table two seconds to load this stub. If it takes longer, as on a busy machine, the table is drawn
 * all the same, but nothing that the kernel says ever reaches it, and it would stay empty. Now that the stub is here
 * there is nothing left to wait for: from here on the kernel's words go straight to the model, whatever the clock said.
 */
async function hear(model) {
  try {
    const inner = await model.widget_manager.get_model(model.get("ident"));
    let straight = null;
    for (let kind = Object.getPrototypeOf(inner); kind; kind = Object.getPrototypeOf(kind)) {
      if (Object.hasOwn(kind, "_handle_comm_msg")) straight = kind._handle_comm_msg; // the last one is ipywidgets' own
    }
    inner.comm.on_msg(straight.bind(inner));
  } catch {
    // another front end than we know, or a notebook without its kernel: then it is as anywidget does it
  }
}

/** Where the code is a file; nothing where the server has none, or one of another version. */
function served() {
  const config = document.getElementById("jupyter-config-data");
  const file = config && JSON.parse(config.textContent).screenCode;
  return file && file.includes("screen-VERSION.") ? file : null;
}

async function fetched() {
  const file = served();
  if (!file) return null;
  const answer = await fetch(file);
  return answer.ok ? answer.json() : null;
}

async function load(model) {
  const { code, styles } = (await fetched()) ?? (await ask(model));
  const sheet = document.createElement("style");
  sheet.dataset.tabletop = NAME;
  sheet.textContent = styles;
  document.head.append(sheet);
  return import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
}

export default {
  async render({ model, el }) {
    if (!served()) await hear(model);
    const { render } = await (window[NAME] ??= load(model));
    return render({ model, el });
  },
};
