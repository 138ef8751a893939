import { get } from "./api.js";
import { h, perFrame, replace, table } from "./dom.js";
import { ago, duration, jobLink } from "./format.js";
import { STATES, state } from "./states.js";

export function overviewView(main, { store }) {
  const tiles = h("div", { class: "tiles" });
  const numbers = h("div", { class: "tiles" });
  const attention = h("section", {});
  const cluster = h("section", {});
  replace(main, h("h1", { class: "skip" }, "Overview"), tiles, h("p", {}), numbers, h("div", { class: "columns" }, attention, cluster));

  const draw = perFrame(() => {
    const overview = store.overview;
    if (!overview || !store.complete) {
      replace(tiles, h("div", { class: "tile" }, h("b", {}, "…"), h("span", {}, "reading jobs")));
      return;
    }
    replace(tiles, STATES.map((name) => h("a", { class: "tile", href: `#/jobs?state=${name}` }, h("b", {}, String(overview.jobs[name] ?? 0)), state(name))));
    replace(numbers,
      tile(`${overview.accelerators.have} / ${overview.accelerators.want}`, "devices in use / asked for"),
      tile(overview.started, "started in 24 h"),
      tile(overview.finished, "finished in 24 h"),
      tile(overview.successPercent === undefined ? "–" : `${overview.successPercent} %`, "of them completed"),
      tile(overview.medianSecondsToRunning === undefined ? "–" : duration(overview.medianSecondsToRunning), "median until running"));
    drawAttention(overview);
  });

  function drawAttention(overview) {
    const rows = overview.attention.map((entry) => h("tr", {},
      h("td", {}, h("a", { href: jobLink(entry) }, entry.name), h("div", { class: "soft" }, entry.namespace)),
      h("td", { class: entry.reason === "Failed" || entry.reason === "Problem" ? "bad" : "warn" }, entry.reason),
      h("td", {}, entry.why || "–"),
      h("td", { class: "n" }, ago(entry.since))));
    replace(attention, h("h2", {}, "Needs attention ", h("small", {}, overview.attentionCount > rows.length ? `${rows.length} of ${overview.attentionCount}` : "")),
      rows.length ? table(["Job", "What", "Why", { text: "Since", n: true }], rows)
        : h("p", { class: "soft" }, "Nothing: no job failed in the last day, waits for longer than 15 minutes, or has gone silent."));
  }

  async function load() {
    try {
      drawCluster(await get("cluster"));
    } catch (failure) {
      replace(cluster, h("h2", {}, "Nodes and queues"), h("p", { class: "soft" }, failure.message));
    }
  }

  function drawCluster(data) {
    const nodes = data.nodes.filter((node) => node.accelerators.want > 0 || node.jobs.length > 0);
    replace(cluster,
      h("h2", {}, "Nodes ", h("small", {}, data.hidden.includes("nodes") ? "you may not list nodes" : `${nodes.length} with devices or jobs`)),
      nodes.length ? table(["Node", "Device", { text: "In use", n: true }, { text: "Jobs", n: true }], nodes.slice(0, 100).map((node) => h("tr", {},
        h("td", {}, node.name, node.problem ? h("div", { class: "warn" }, node.problem) : null),
        h("td", {}, node.device || "–"),
        h("td", { class: "n" }, `${node.accelerators.have}/${node.accelerators.want}`),
        h("td", { class: "n" }, String(node.jobs.length))))) : data.hidden.includes("nodes") ? null : h("p", { class: "soft" }, "No node with devices."),
      data.queues.length ? [h("h2", {}, "Queues"), table(["Queue", { text: "In use", n: true }, { text: "Running", n: true }, "Waiting, next first"], data.queues.map((queue) => h("tr", {},
        h("td", {}, queue.name, h("div", { class: "soft" }, queue.namespace)),
        h("td", { class: "n" }, `${queue.accelerators.have}/${queue.accelerators.want}`),
        h("td", { class: "n" }, String(queue.admitted.length)),
        h("td", {}, queue.waiting.slice(0, 5).map((job, i) => [i ? ", " : "", h("a", { href: jobLink(job) }, job.name)]), queue.waiting.length > 5 ? ` and ${queue.waiting.length - 5} more` : ""))))] : null);
  }

  const tile = (value, text) => h("div", { class: "tile" }, h("b", {}, String(value)), h("span", {}, text));

  store.addEventListener("overview", draw);
  store.addEventListener("jobs", draw);
  draw();
  load();
  const timer = setInterval(load, 10000);
  return { close: () => { store.removeEventListener("overview", draw); store.removeEventListener("jobs", draw); clearInterval(timer); } };
}

