import { get } from "./api.js";
import { empty, h, replace, table } from "./dom.js";

export function controllerView(main) {
  let open = true;
  replace(main, empty("Reading…", ""));

  async function load() {
    try {
      const data = await get("controller");
      if (open) draw(data);
    } catch (failure) {
      if (open) replace(main, empty("The controller cannot be shown", failure.message));
    }
  }

  function draw(data) {
    replace(main, h("h1", { class: "skip" }, "Controller"),
      h("div", { class: "tiles" }, tile(data.version, "version"), tile(data.leader || "nobody", "leader"), tile(data.queue, "jobs waiting for a reconcile"), tile(data.failures, "failed reconciles since the start"),
        data.certificateEnd ? tile(data.certificateEnd.slice(0, 10), "webhook certificate until") : null),
      h("h2", {}, "Checks"),
      table(["Check", "State", "Message"], data.checks.map((check) => h("tr", {}, h("td", {}, check.name), h("td", { class: check.ok ? "good" : "bad" }, check.ok ? "✓ well" : "✕ not well"), h("td", {}, check.message)))),
      h("h2", {}, "Plugins"),
      data.plugins.length ? table(["Plugin", "Version", "Extends", "Problem"], data.plugins.map((plugin) => h("tr", {}, h("td", {}, plugin.name), h("td", {}, plugin.version), h("td", {}, plugin.points.join(", ")), h("td", { class: "bad" }, plugin.problem)))) : h("p", { class: "soft" }, "None."));
  }

  const tile = (value, text) => h("div", { class: "tile" }, h("b", {}, String(value)), h("span", {}, text));
  load();
  const timer = setInterval(load, 5000);
  return { close: () => { open = false; clearInterval(timer); } };
}
