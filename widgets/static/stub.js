// What every table carries. The code that draws is the same for all of them, so the page fetches it once, as a file of
// our server or, in a notebook of JupyterLab, through the first table that is drawn; the modules import each other by
// the addresses they get here.

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

function address(code) {
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
}

/** The code as a file; nothing where the server has none, or one of another version. */
async function fetched() {
  const config = document.getElementById("jupyter-config-data");
  const file = config && JSON.parse(config.textContent).screenCode;
  if (!file || !file.includes("screen-VERSION.")) return null;
  const answer = await fetch(file);
  return answer.ok ? answer.json() : null;
}

async function load(model) {
  const { modules, styles } = (await fetched()) ?? (await ask(model));
  const sheet = document.createElement("style");
  sheet.dataset.tabletop = NAME;
  sheet.textContent = styles;
  document.head.append(sheet);
  const addresses = {};
  for (const [name, code] of modules) {
    addresses[name] = address(code.replaceAll(/from "\.\/(\w+)\.js"/g, (_, other) => `from "${addresses[other]}"`));
  }
  return import(addresses.main);
}

export default {
  async render({ model, el }) {
    const { render } = await (window[NAME] ??= load(model));
    return render({ model, el });
  },
};
