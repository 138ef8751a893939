import { address, path } from "./api.js";
import { rankColour } from "./charts.js";
import { empty, h, replace } from "./dom.js";
import { LogLines } from "./loglines.js";
import { LogPane } from "./logpane.js";
import { current, setQuery } from "./router.js";

const SIDE_BY_SIDE = 4;

export function logsTab(place, job, page) {
  const { query } = current();
  const lines = new LogLines();
  let panes = [];
  let source = null;
  let wait = 1000;
  let timer = 0;
  let latest = job;
  let opened = "";

  const search = h("input", { type: "search", id: "search", placeholder: "Search logs ( / ), Enter: next", "aria-label": "Search logs", value: query.get("find") ?? "",
    oninput: () => { setQuery({ find: search.value }); find(); },
    onkeydown: (event) => { if (event.key === "Enter") { next(event.shiftKey ? -1 : 1); event.preventDefault(); } } });
  const only = toggle("Only matches", "only", find);
  const times = toggle("Times", "times", () => panes.forEach((pane) => { pane.times = on(times); pane.draw(); }));
  const side = toggle("Side by side", "side", arrange);
  const error = h("button", { type: "button", onclick: () => panes.some((pane) => pane.goTo((line) => line.l === "error")) }, "Next error");
  const ranks = h("input", { type: "text", size: "10", placeholder: "Ranks: 0,3", "aria-label": "Ranks, separated by commas", value: query.get("ranks") ?? "", onchange: () => { setQuery({ ranks: numbers() }); open(); } });
  const step = h("select", { "aria-label": "Step", onchange: () => { setQuery({ step: step.value }); open(); } });
  const attempt = h("select", { "aria-label": "Attempt", onchange: () => { setQuery({ attempt: attempt.value }); open(); } });
  const download = h("a", { download: "" }, "Download");
  const told = h("span", { class: "soft", role: "status" });
  const logs = h("div", { class: "logs" });
  replace(place, h("div", { class: "logbar" }, search, only, error, step, ranks, attempt, side, times, download, told), logs);
  fill(job);

  function toggle(title, name, change) {
    const button = h("button", { type: "button", "aria-pressed": String(query.get(name) === "1"), onclick: () => {
      button.setAttribute("aria-pressed", String(!on(button)));
      setQuery({ [name]: on(button) ? "1" : "" });
      change();
    } }, title);
    return button;
  }
  function on(button) { return button.getAttribute("aria-pressed") === "true"; }
  function numbers() { return ranks.value.split(/[^0-9]+/).filter(Boolean).join(","); }

  function fill(job) {
    const steps = [...new Set((job.pods ?? []).map((pod) => pod.step).filter(Boolean))];
    const attempts = Math.max(1, job.attempts ?? 1);
    const signature = `${steps} ${attempts}`;
    if (step.dataset.signature === signature) return;
    step.dataset.signature = signature;
    const { query } = current();
    replace(step, h("option", { value: "" }, "All steps"), steps.map((name) => h("option", { value: name }, name)));
    step.value = query.get("step") ?? "";
    replace(attempt, h("option", { value: "" }, "Last attempt"), Array.from({ length: attempts }, (_, i) => h("option", { value: String(i) }, `Attempt ${i + 1}`)));
    attempt.value = query.get("attempt") ?? "";
    attempt.hidden = attempts < 2;
    step.hidden = steps.length < 2;
  }

  function parameters(more) {
    const { query } = current();
    return { step: query.get("step") ?? "", ranks: numbers(), attempt: query.get("attempt") ?? "", container: query.get("container") ?? "", ...more };
  }

  const target = `jobs/${path(job.namespace, job.name)}/logs`;

  // Containers that have begun to write: one that begins later has to be asked for.
  function writers() {
    const attempts = latest.pods?.map((pod) => pod.attempt) ?? [];
    return (latest.pods ?? []).filter((pod) => pod.attempt === Math.max(...attempts))
      .flatMap((pod) => (pod.containers ?? []).filter((container) => container.started).map((container) => `${pod.pod} ${container.name} ${container.restarts}`)).join();
  }

  function update(job) {
    latest = job;
    fill(job);
    const chosen = (current().query.get("attempt") ?? "") !== "";
    // Whoever reads further up is not disturbed.
    if (!chosen && writers() !== opened && panes.every((pane) => pane.follow) && page.connection === "live") open();
  }

  function open() {
    clearTimeout(timer);
    source?.close();
    opened = writers();
    source = new EventSource(address(target, parameters({ follow: "true", tail: "2000" })));
    download.href = address(target, parameters({ download: "true" }));
    source.addEventListener("origins", (event) => { wait = 1000; lines.begin(JSON.parse(event.data)); arrange(); });
    source.addEventListener("lines", (event) => lines.add(JSON.parse(event.data)));
    source.addEventListener("gone", (event) => { const { s, why } = JSON.parse(event.data); lines.lose(s, why); });
    source.addEventListener("end", () => { source.close(); lines.end(); });
    source.addEventListener("expired", () => { source.close(); told.textContent = "You may not read these logs any more."; });
    source.addEventListener("error", () => {
      source.close();
      if (page.connection === "ended") { lines.end(); return; }
      told.textContent = "Connection lost; trying again…";
      timer = setTimeout(open, wait);
      wait = Math.min(30000, wait * 2);
    });
  }

  function arrange() {
    panes.forEach((pane) => pane.close());
    const apart = on(side) && lines.origins.length > 1;
    const sources = apart ? lines.origins.map((_, i) => i).slice(0, SIDE_BY_SIDE) : [null];
    panes = sources.map((one) => {
      const origin = one === null ? null : lines.origins[one];
      const pane = new LogPane(lines, origin ? `Log of ${origin.pod}` : "Logs");
      pane.times = on(times);
      pane.of(one);
      return pane;
    });
    replace(logs, panes.map((pane, i) => apart ? titled(lines.origins[i], pane.element) : pane.element));
    find();
  }

  /** Which container a pane is about; the same colour as where all lines stand together. */
  function titled(origin, element) {
    const rank = origin.rank >= 0 ? `rank ${origin.rank}, ` : "";
    return h("section", { class: "apart" }, h("h3", { vars: { "--rank": rankColour(origin.rank) }, title: origin.pod }, `${rank}${origin.pod}`), element);
  }

  function find() {
    panes.forEach((pane) => { pane.onChosen = tell; pane.search(search.value, on(only)); });
  }

  function next(direction) {
    const wanted = search.value.toLowerCase();
    if (wanted) panes.forEach((pane) => pane.goTo((line) => line.plain.toLowerCase().includes(wanted), direction));
  }

  function tell() {
    const parts = [`${lines.lines.length.toLocaleString("en")} lines`];
    if (search.value) parts.push(`${panes.reduce((sum, pane) => sum + pane.hits, 0).toLocaleString("en")} match`);
    if (panes.length > 1 && lines.origins.length > panes.length) parts.push(`${panes.length} of ${lines.origins.length} side by side: choose ranks`);
    if (lines.forgotten) parts.push(`${lines.forgotten.toLocaleString("en")} older ones left out`);
    if (lines.gone.size) parts.push(`${lines.gone.size} of ${lines.origins.length} cannot be read: ${[...lines.gone.values()][0]}`);
    if (lines.ended) parts.push("ended");
    told.textContent = parts.join(", ");
    if (lines.origins.length === 0 && lines.ended) replace(logs, empty("No logs", "No container has started yet, or its pod is gone."));
  }

  open();
  return {
    update,
    search: () => search.focus(),
    close: () => { clearTimeout(timer); source?.close(); panes.forEach((pane) => pane.close()); },
  };
}
