// Pods and ranks as a table, and how long each step took on each rank as a map.

import { h, table } from "./dom.js";
import { ago, duration, number, time } from "./format.js";
import { state } from "./states.js";

const LONG_SILENT = 60;
/** Pixels that a line of text needs. */
const LABEL = 12;

export function podTable(job, logLink) {
  const ranks = new Map();
  for (const rank of job.ranks ?? []) {
    if (rank.pod) ranks.set(rank.pod, [...(ranks.get(rank.pod) ?? []), rank]);
  }
  const now = Date.now();
  const rows = (job.pods ?? []).map((pod) => {
    const own = ranks.get(pod.pod) ?? [];
    const steps = own.map((rank) => rank.step).filter((step) => step !== undefined);
    const worlds = [...new Set(own.map((rank) => rank.worldSize).filter((size) => size !== undefined))];
    // The one that was silent for longest tells most.
    const heard = Math.min(...own.map((rank) => (rank.heartbeat ? Date.parse(rank.heartbeat) : NaN)).filter(Number.isFinite));
    const main = (pod.containers ?? []).filter((container) => !container.initial);
    const failed = main.find((container) => container.exitCode);
    const waiting = (pod.containers ?? []).find((container) => container.state === "Waiting" && container.reason);
    const silent = Number.isFinite(heard) ? Math.max(0, (now - heard) / 1000) : NaN;
    return h("tr", {},
      h("td", {}, pod.step || "–", pod.attempt > 0 ? h("span", { class: "soft" }, ` attempt ${pod.attempt + 1}`) : null),
      h("td", { class: "n" }, own.length ? span(own.map((rank) => rank.rank)) : String(pod.index)),
      h("td", { class: "mono" }, pod.pod),
      h("td", {}, pod.host ?? "–"),
      h("td", {}, state(pod.phase), pod.deleting ? h("span", { class: "soft" }, " ending") : null,
        waiting ? h("div", { class: "warn" }, waiting.reason) : null, pod.reason ? h("div", { class: "warn" }, pod.reason) : null),
      h("td", { class: "n" }, pod.restarts ? h("span", { class: "warn" }, String(pod.restarts)) : "0"),
      h("td", {}, failed ? h("span", { class: "bad" }, `exit ${failed.exitCode}${failed.reason ? `, ${failed.reason}` : ""}`) : ""),
      h("td", { class: "n" }, worlds.join(", ")),
      h("td", { class: "n" }, steps.length ? number(Math.min(...steps)) : ""),
      h("td", { class: `n${silent > LONG_SILENT && pod.phase === "Running" ? " warn" : ""}` }, Number.isFinite(silent) ? `${duration(silent)} ago` : ""),
      h("td", { class: "n" }, ago(pod.created, now)),
      h("td", {}, h("a", { href: logLink(pod) }, "Logs")));
  });
  return table(["Step", { text: "Rank", n: true }, "Pod", "Node", "State", { text: "Restarts", n: true }, "Ended", { text: "World", n: true }, { text: "At step", n: true },
    { text: "Last sign", n: true }, { text: "Age", n: true }, ""], rows);
}

/** Numbers in short: 0–3. */
function span(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const last = sorted.at(-1);
  return sorted.length > 1 && last - sorted[0] === sorted.length - 1 ? `${sorted[0]}–${last}` : sorted.join(", ");
}

/** Columns are times, lines are ranks; a step that took longer than the others at that time is red. */
export function heatMap(durations) {
  const series = durations.filter((each) => each.points.length > 0).sort((a, b) => a.rank - b.rank);
  if (series.length === 0) return null;
  const first = Math.min(...series.map((each) => each.points[0][0]));
  const last = Math.max(...series.map((each) => each.points.at(-1)[0]));
  const width = Math.min(240, Math.max(...series.map((each) => each.points.length)));
  const column = (at) => Math.min(width - 1, Math.floor(((at - first) / Math.max(1, last - first)) * width));
  const cells = series.map((each) => {
    const sums = Array.from({ length: width }, () => [0, 0]);
    for (const [at, , value] of each.points) { const cell = sums[column(at)]; cell[0] += value; cell[1]++; }
    return sums.map(([sum, n]) => (n ? sum / n : NaN));
  });
  const medians = Array.from({ length: width }, (_, x) => median(cells.map((line) => line[x]).filter(Number.isFinite)));
  const height = Math.max(4, Math.min(14, Math.floor(320 / series.length)));
  const canvas = h("canvas", { width, height: series.length, role: "img", "aria-label": describe(series, cells, medians), vars: { height: `${series.length * height}px` } });
  const context = canvas.getContext("2d");
  cells.forEach((line, y) => line.forEach((value, x) => {
    if (!Number.isFinite(value)) return;
    context.fillStyle = colour(medians[x] > 0 ? value / medians[x] : 1);
    context.fillRect(x, y, 1, 1);
  }));
  const told = h("p", { class: "soft", role: "status" }, describe(series, cells, medians));
  canvas.addEventListener("mousemove", (event) => {
    const x = Math.floor((event.offsetX / canvas.clientWidth) * width);
    const y = Math.floor((event.offsetY / canvas.clientHeight) * series.length);
    const value = cells[y]?.[x];
    told.textContent = Number.isFinite(value) ? `Rank ${series[y].rank}: ${number(value)} s a step, the median was ${number(medians[x])} s` : describe(series, cells, medians);
  });
  return h("div", { class: "heat" }, h("div", { class: "map" }, rankLabels(series, height), canvas, h("div", { class: "times" }, [first, last].map((at) => h("span", {}, time(at))))), told);
}

/** As many ranks as have room beside their lines. */
function rankLabels(series, height) {
  const every = Math.ceil(LABEL / height);
  return h("div", { class: "ranks", "aria-hidden": "true" },
    series.map((each, y) => (y % every ? null : h("span", { vars: { top: `${(y + 0.5) * height}px` } }, `rank ${each.rank}`))));
}

function describe(series, cells, medians) {
  const ratios = cells.map((line) => mean(line.map((value, x) => value / medians[x]).filter(Number.isFinite)));
  const slowest = ratios.reduce((best, ratio, i) => (ratio > ratios[best] ? i : best), 0);
  const part = ratios[slowest];
  return part > 1.1 ? `Rank ${series[slowest].rank} is the slowest: ${Math.round((part - 1) * 100)} % longer than the median on average.` : "All ranks take about as long.";
}

function mean(values) {
  return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values) {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function colour(ratio) {
  const much = Math.max(0, Math.min(1, (ratio - 0.9) / 0.6));
  return `hsl(${212 - 212 * much} ${45 + 25 * much}% ${62 - 12 * much}%)`;
}
