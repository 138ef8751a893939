// Times and numbers, short.

export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) return "";
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m ${String(s % 60).padStart(2, "0")}s`;
  if (s < 86400) return `${Math.floor(s / 3600)}h ${String(Math.floor((s % 3600) / 60)).padStart(2, "0")}m`;
  return `${Math.floor(s / 86400)}d ${Math.floor((s % 86400) / 3600)}h`;
}

export function ago(time, now = Date.now()) {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? "" : duration((now - at) / 1000);
}

export function between(start, end, now = Date.now()) {
  const from = Date.parse(start ?? "");
  const to = end ? Date.parse(end) : now;
  return Number.isNaN(from) || Number.isNaN(to) ? "" : duration((to - from) / 1000);
}

export function clock(time) {
  const at = new Date(time ?? NaN);
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** Of a moment of today, by its milliseconds. */
export function time(at) {
  return new Date(at).toLocaleTimeString();
}

export function number(value) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (value === 0) return "0";
  if (size >= 1e6 || size < 1e-3) return value.toExponential(2);
  return Number(value.toPrecision(5)).toLocaleString("en", { maximumFractionDigits: 5 });
}

export const key = (job) => `${job.namespace}/${job.name}`;
export const jobLink = (job, tab = "") =>
  `#/jobs/${encodeURIComponent(job.namespace)}/${encodeURIComponent(job.name)}${tab ? `/${tab}` : ""}`;
