// Where the time of a job went: one lane for the job, one for each step and attempt, and a line where training was first heard of.

import { h } from "./dom.js";
import { clock, duration } from "./format.js";

const NAMES = { queued: "waiting", scheduling: "finding nodes", preparing: "images and init containers", running: "running", succeeded: "ended well", failed: "failed" };
const SIGN = { true: "first training step reported", false: "first report of the program, which reports no steps" };
const time = (text) => (text ? Date.parse(text) : NaN);
const least = (values) => Math.min(...values.filter(Number.isFinite));
const most = (values) => Math.max(...values.filter(Number.isFinite));

/** first: what the server knows of the first training step, or null */
export function timeline(job, first = null, now = Date.now()) {
  const lanes = [jobLane(job, now), ...podLanes(job, now)];
  const start = least(lanes.flatMap((lane) => lane.parts.map((part) => part.from)));
  const end = Math.max(most(lanes.flatMap((lane) => lane.parts.map((part) => part.to))), start + 1000);
  if (!Number.isFinite(start)) return h("p", { class: "soft" }, "Nothing has happened yet.");
  const kinds = new Set(lanes.flatMap((lane) => lane.parts.map((part) => part.kind)));
  const mark = first && time(first.at) >= start ? { at: Math.min(end, time(first.at)), words: `${SIGN[first.step]}, ${clock(time(first.at))}` } : null;
  return h("div", { class: "timeline" },
    lanes.map((lane) => h("div", { class: "lane" }, h("span", { title: lane.title }, lane.title),
      h("div", { class: "track", role: "img", "aria-label": lane.parts.map(say).join(", ") }, lane.parts.map((part) => bar(part, start, end)),
        mark ? h("b", { class: "mark", title: mark.words, vars: { left: `${((mark.at - start) / (end - start)) * 100}%` } }) : null))),
    h("div", { class: "lane" }, h("span", {}), h("div", { class: "track axis" }, [0, 0.25, 0.5, 0.75, 1].map((at) =>
      h("span", { vars: { left: `${at * 100}%` } }, at === 0 ? "0" : `+${short((end - start) * at / 1000, end - start)}`)))),
    h("div", { class: "legend" }, [...kinds].map((kind) => h("span", {}, h("i", { class: `p-${kind}` }), NAMES[kind])),
      mark ? h("span", {}, h("b", { class: "mark" }), mark.words) : null));
}

const short = (seconds, whole) => (whole < 20000 ? `${Number(seconds.toFixed(1))}s` : duration(seconds));
const say = (part) => `${NAMES[part.kind]} ${duration((part.to - part.from) / 1000)}`;

function bar(part, start, end) {
  const share = (value) => `${((value - start) / (end - start)) * 100}%`;
  return h("i", { class: `p-${part.kind}`, title: `${say(part)}, from ${clock(part.from)}`,
    vars: { left: share(part.from), width: `calc(${share(part.to)} - ${share(part.from)})` } });
}

function jobLane(job, now) {
  const created = time(job.created);
  // Not every source knows when all nodes were ready; then the first container that ran counts.
  const started = least((job.pods ?? []).flatMap((pod) => (pod.containers ?? []).filter((container) => !container.initial).map((container) => time(container.started))));
  const running = Number.isFinite(time(job.running)) ? time(job.running) : started;
  const ended = job.ended ? time(job.ended) : now;
  const parts = [];
  add(parts, "queued", created, Number.isFinite(running) ? running : ended);
  if (Number.isFinite(running)) add(parts, job.state === "Failed" ? "failed" : job.state === "Complete" ? "succeeded" : "running", running, ended);
  return { title: "job", parts };
}

function podLanes(job, now) {
  const groups = new Map();
  for (const pod of job.pods ?? []) {
    const id = `${pod.step || "pod"} ${pod.attempt}`;
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id).push(pod);
  }
  if (groups.size === 0) return (job.steps ?? []).map((step) => stepLane(step, now)).filter((lane) => lane.parts.length);
  return [...groups.values()].map((pods) => podLane(pods, now));
}

function podLane(pods, now) {
  const main = pods.flatMap((pod) => (pod.containers ?? []).filter((container) => !container.initial));
  const created = least(pods.map((pod) => time(pod.created)));
  const scheduled = most(pods.map((pod) => time(pod.scheduled)));
  const started = most(main.map((container) => time(container.started)));
  const over = pods.every((pod) => pod.phase === "Succeeded" || pod.phase === "Failed");
  const ended = over ? most(main.map((container) => time(container.ended))) : NaN;
  const failed = pods.some((pod) => pod.phase === "Failed");
  const parts = lane(created, scheduled, started, ended, failed ? "failed" : over ? "succeeded" : "running", now);
  return { title: pods[0].attempt > 0 ? `${pods[0].step}, attempt ${pods[0].attempt + 1}` : pods[0].step || "pod", parts };
}

function stepLane(step, now) {
  const kind = { Failed: "failed", Succeeded: "succeeded" }[step.state] ?? "running";
  return { title: step.name, parts: lane(time(step.created), time(step.scheduled), time(step.started), time(step.ended), kind, now) };
}

function lane(created, scheduled, started, ended, kind, now) {
  const parts = [];
  const end = Number.isFinite(ended) ? ended : now;
  if (!Number.isFinite(created)) return parts;
  add(parts, "scheduling", created, Number.isFinite(scheduled) ? scheduled : end);
  if (Number.isFinite(scheduled)) add(parts, "preparing", scheduled, Number.isFinite(started) ? started : end);
  if (Number.isFinite(started)) add(parts, kind, started, end);
  return parts;
}

function add(parts, kind, from, to) {
  if (Number.isFinite(from) && Number.isFinite(to) && to >= from) parts.push({ kind, from, to });
}
