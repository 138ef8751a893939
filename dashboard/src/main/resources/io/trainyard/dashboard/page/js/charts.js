// What the program reported, one chart for each metric.

import uPlot from "../vendor/uplot.js";
import { h } from "./dom.js";
import { number } from "./format.js";

const HEIGHT = 170;
/** Ranks that a chart names; further ones have their colour only. */
const MAX_NAMED = 8;

export class Charts {
  #charts = new Map();
  element = h("div", { class: "charts" });

  constructor() {
    this.observer = new ResizeObserver(() => this.#charts.forEach((chart) => chart.plot.setSize({ width: chart.place.clientWidth, height: HEIGHT })));
    this.observer.observe(this.element);
  }

  /** series: {name, rank, points: [time, step, value]}; by: "step" or "time" */
  show(series, { by, log }) {
    const names = [...new Set(series.map((each) => each.name))];
    for (const [name, chart] of this.#charts) {
      if (!names.includes(name)) { chart.plot.destroy(); chart.card.remove(); this.#charts.delete(name); }
    }
    for (const name of names) this.#one(name, series.filter((each) => each.name === name), by, log);
  }

  #one(name, series, by, log) {
    const data = align(series, by, log);
    const shape = `${series.map((each) => each.rank).join()} ${by} ${log} ${dark()}`;
    const known = this.#charts.get(name);
    const last = series[0].points.at(-1)?.[2];
    if (known && known.shape === shape) {
      known.plot.setData(data);
      known.card.dataset.points = data[0].length;
      known.last.textContent = last === undefined ? "" : number(last);
      return;
    }
    if (known) { known.plot.destroy(); known.card.remove(); }
    const place = h("div", {});
    const lastPlace = h("span", {}, last === undefined ? "" : number(last));
    const card = h("section", { class: "chart", "aria-label": `Chart of ${name}`, "data-points": data[0].length }, h("h3", {}, name, lastPlace), place, legend(series));
    this.element.append(card);
    const plot = new uPlot(options(series, by, log, place.clientWidth || 320), data, place);
    this.#charts.set(name, { plot, card, place, shape, last: lastPlace });
  }

  close() {
    this.observer.disconnect();
    this.#charts.forEach((chart) => chart.plot.destroy());
  }
}

function legend(series) {
  if (series.length < 2) return null;
  return h("div", { class: "legend" },
    series.slice(0, MAX_NAMED).map((each) => h("span", {}, h("i", { vars: { background: rankColour(each.rank) } }), each.rank < 0 ? each.name : `rank ${each.rank}`)),
    series.length > MAX_NAMED ? h("span", {}, `and ${series.length - MAX_NAMED} more`) : null);
}

const dark = () => document.documentElement.dataset.theme === "dark";

export function rankColour(rank) {
  return rank < 0 ? (dark() ? "#8ab4f8" : "#1f55a5") : `hsl(${(212 + rank * 137.5) % 360} 60% ${dark() ? 68 : 40}%)`;
}

function options(series, by, log, width) {
  const style = getComputedStyle(document.documentElement);
  const axis = { stroke: style.getPropertyValue("--soft"), grid: { stroke: style.getPropertyValue("--line"), width: 1 }, ticks: { stroke: style.getPropertyValue("--line"), width: 1 }, font: "11px system-ui" };
  return {
    width, height: HEIGHT,
    legend: { show: false },
    cursor: { points: { size: 6 }, y: false },
    scales: { x: { time: by === "time" }, y: { distr: log ? 3 : 1 } },
    axes: [{ ...axis, size: 30 }, { ...axis, size: 56, values: (_, values) => values.map((value) => (value === null ? "" : number(value))) }],
    series: [{}, ...series.map((each) => ({ label: each.rank < 0 ? each.name : `rank ${each.rank}`, stroke: rankColour(each.rank), width: 1.5, spanGaps: true, points: { show: each.points.length < 3 } }))],
  };
}

/** One list of places for all, and for each series its values there. */
export function align(series, by, log) {
  const place = ([at, step]) => (by === "step" ? step : at / 1000);
  const places = [...new Set(series.flatMap((each) => each.points.map(place)))].filter((x) => by !== "step" || x >= 0).sort((a, b) => a - b);
  const index = new Map(places.map((x, i) => [x, i]));
  return [places, ...series.map((each) => {
    const values = new Array(places.length).fill(null);
    for (const point of each.points) {
      const i = index.get(place(point));
      if (i !== undefined && !(log && point[2] <= 0)) values[i] = point[2];
    }
    return values;
  })];
}
