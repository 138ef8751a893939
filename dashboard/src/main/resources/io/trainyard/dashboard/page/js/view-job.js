import { askActions } from "./actions.js";
import { address, get, path } from "./api.js";
import { Charts } from "./charts.js";
import { empty, h, perFrame, replace, table } from "./dom.js";
import { ago, between, clock, duration, jobLink, key } from "./format.js";
import { heatMap, podTable } from "./ranks.js";
import { current, setQuery } from "./router.js";
import { state } from "./states.js";
import { logsTab } from "./tab-logs.js";
import { specTab } from "./tab-spec.js";
import { timeline } from "./timeline.js";

const TABS = [["", "Overview"], ["metrics", "Metrics"], ["logs", "Logs"], ["events", "Events"], ["spec", "Spec"]];
const SOON = 250;
const SOON_AGAIN = 2000;
const REFRESH = 5000;
const CURVES = 3;

export function jobView(main, { store, session }, [namespace, name, tab = ""]) {
  const job = { namespace, name };
  const id = key(job);
  const head = h("div", {});
  const pane = h("div", { class: "pane", role: "tabpanel" });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the job" }, TABS.map(([link, title]) =>
    h("a", { role: "tab", href: jobLink(job, link), "aria-selected": String(link === tab) }, title)));
  replace(main, head, tabs, pane);
  replace(pane, empty("Reading…", ""));

  let detail = null;
  let view = null;
  let open = true;
  let timer = 0;
  const abort = new AbortController();

  async function load() {
    clearTimeout(timer);
    try {
      detail = await get(`jobs/${path(namespace, name)}`, {}, abort.signal);
      await askTurn();
      if (!open) return;
      draw();
    } catch (failure) {
      if (!open || failure.name === "AbortError") return;
      if (failure.status === 404 || failure.status === 403 || detail === null) gone(failure);
    }
    if (store.connection === "ended") return;
    timer = setTimeout(() => (document.hidden ? (timer = setTimeout(load, REFRESH)) : load()), detail?.ended ? 6 * REFRESH : REFRESH);
  }

  function gone(failure) {
    view?.close?.();
    view = null;
    replace(head, h("div", { class: "title" }, h("h1", {}, name), h("span", { class: "soft" }, namespace)));
    replace(pane, failure.status === 404 ? empty("This job does not exist", "It was deleted, or the address is wrong.") : empty("This job cannot be shown", failure.message));
  }

  // Who is before it, while it waits in a queue.
  let turn = null;
  async function askTurn() {
    turn = null;
    if (detail.queue && !detail.running && !detail.ended) {
      const { queues } = await get("cluster", {}, abort.signal).catch(() => ({ queues: [] }));
      const queue = queues.find((each) => each.namespace === namespace && each.name === detail.queue);
      const place = queue ? queue.waiting.findIndex((each) => key(each) === id) : -1;
      if (place >= 0) turn = { queue, before: queue.waiting.slice(0, place) };
    }
  }

  const draw = perFrame(() => {
    if (!open || !detail) return;
    drawHead();
    if (view) view.update?.(detail);
    else {
      replace(pane);
      view = ({ "": overviewTab, metrics: metricsTab, logs: logsTab, events: eventsTab, spec: specTab }[tab] ?? overviewTab)(pane, detail, store);
    }
  });

  function drawHead() {
    const facts = [
      ["Runtime", detail.runtime ? `${detail.runtime}${detail.deprecated ? " (deprecated)" : ""}` : ""],
      ["Framework", detail.framework],
      ["Nodes", detail.nodes === undefined ? "" : detail.ended ? String(detail.nodes) : `${detail.readyNodes ?? 0} of ${detail.nodes} ready`],
      ["Devices", detail.accelerators?.want ? `${detail.accelerators.have} of ${detail.accelerators.want}` : ""],
      ["Queue", detail.queue],
      ["Owner", detail.owner],
      ["Managed by", detail.managedBy],
      ["Progress", detail.progress?.percentage === undefined ? "" : `${detail.progress.percentage} %${detail.progress.remainingSeconds ? `, ${duration(detail.progress.remainingSeconds)} left` : ""}`],
      ["World", worldSize(detail)],
      ["Attempts", detail.attempts > 1 ? String(detail.attempts) : ""],
      ["Created", `${ago(detail.created)} ago`, clock(detail.created)],
      ["Ran", detail.running ? between(detail.running, detail.ended) : ""],
    ];
    replace(head,
      h("div", { class: "title" }, h("h1", {}, name), h("span", { class: "soft" }, namespace), state(detail.state), h("span", { class: "grow" }),
        h("a", { class: "button", href: address(`jobs/${path(namespace, name)}/report`), download: "" , title: "One HTML file, to keep or to send to a colleague" }, "Report"),
        session.readOnly ? null : askActions([detail], load)),
      h("dl", { class: "facts" }, facts.filter(([, value]) => value).map(([title, value, more]) => h("div", { title: more }, h("dt", {}, title), h("dd", {}, value)))),
      whyBox(detail, job), turn ? turnBox(turn) : null);
  }

  const changed = (event) => {
    if (!event.detail || event.detail.has(id)) {
      clearTimeout(timer);
      timer = setTimeout(load, SOON);
    }
  };
  store.addEventListener("jobs", changed);
  load();
  return {
    search: () => view?.search?.(),
    close: () => { open = false; abort.abort(); clearTimeout(timer); view?.close?.(); store.removeEventListener("jobs", changed); },
  };
}

/** How many processes found each other, and how many should have. */
function worldSize(job) {
  const value = (name) => job.progress?.metrics?.find((metric) => metric.name === name)?.value;
  const formed = value("world_size");
  const declared = value("declared_world_size");
  if (formed === undefined) return "";
  return declared === undefined ? `${formed} process${formed === "1" ? "" : "es"}` : `${formed} of ${declared} processes`;
}

function turnBox({ queue, before }) {
  const shown = before.slice(0, 5);
  return h("p", { class: "turn" }, before.length === 0 ? `It is the next one in queue ${queue.name}.` : [`${before.length} before it in queue ${queue.name}: `,
    shown.map((job, i) => [i ? ", " : "", h("a", { href: jobLink(job) }, job.name)]), before.length > shown.length ? ` and ${before.length - shown.length} more.` : "."],
    ` ${queue.admitted.length} of the queue ${queue.admitted.length === 1 ? "runs" : "run"}${queue.accelerators.want ? `, ${queue.accelerators.have} of ${queue.accelerators.want} devices are in use` : ""}.`);
}

function whyBox(job, link) {
  const why = job.why;
  const failure = why?.failure;
  if (!why && !job.sentence) return null;
  // The line above says it already.
  if (why?.kind === "Training" && !why.problem) return null;
  return h("div", { class: `why${why?.problem || job.problem ? " problem" : ""}` },
    h("p", {}, sentence(why?.message ?? job.sentence)),
    why?.evidence?.length ? h("ul", {}, why.evidence.map((line) => h("li", {}, line))) : null,
    why?.advice ? h("p", {}, why.advice) : null,
    failure ? [
      h("p", {}, `First failure: ${failure.pod}, container ${failure.container}, exit code ${failure.exitCode} (${failure.meaning})${failure.ended ? `, ${clock(failure.ended)}` : ""}. `,
        h("a", { href: `${jobLink(link, "logs")}?ranks=${failure.node}${failure.step ? `&step=${encodeURIComponent(failure.step)}` : ""}` }, "Its log")),
      failure.lastLines.length ? h("pre", { tabindex: "0" }, failure.lastLines.join("\n")) : null,
    ] : null);
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function overviewTab(pane, first, store) {
  const logLink = (pod) => `${jobLink(first, "logs")}?${new URLSearchParams({ ranks: pod.index, ...(pod.step ? { step: pod.step } : {}), ...(pod.attempt ? { attempt: pod.attempt } : {}) })}`;
  let seen = "";
  let latest = first;
  let open = true;
  let any = false;
  let firstSign = null;
  const charts = new Charts();
  const curves = h("div", {}, h("h2", {}, "Metrics"), charts.element);

  async function load() {
    const { series, first: sign } = await get(`jobs/${path(first.namespace, first.name)}/metrics`).catch(() => ({ series: [] }));
    if (!open) return;
    if (sign && sign.at !== firstSign?.at) { firstSign = sign; seen = ""; update(latest); }
    if (series.length === 0) return;
    const shown = series.map((each) => each.name).filter((name, i, names) => names.indexOf(name) === i).slice(0, CURVES);
    if (!any) { any = true; seen = ""; update(latest); }
    charts.show(series.filter((each) => shown.includes(each.name)), { by: series.some((each) => each.points.some((point) => point[1] >= 0)) ? "step" : "time", log: false });
  }
  const timer = setInterval(() => { if (store.connection !== "ended" && !document.hidden) load(); }, first.ended ? 6 * REFRESH : SOON_AGAIN);
  const repaint = () => load();
  document.addEventListener("themechange", repaint);
  store.addEventListener("connection", repaint);

  function update(job) {
    latest = job;
    const text = JSON.stringify([job.pods, job.ranks, job.conditions, job.notes, job.state]) + Math.floor(Date.now() / 5000);
    if (text === seen) return;
    seen = text;
    const hidden = job.hidden.includes("pods");
    replace(pane,
      h("h2", {}, "Timeline"), timeline(job, firstSign),
      h("h2", {}, "Pods ", h("small", {}, hidden ? "you may not list pods in this namespace" : `${(job.pods ?? []).length}`)),
      hidden ? null : (job.pods ?? []).length ? podTable(job, logLink) : h("p", { class: "soft" }, "No pods."),
      any ? curves : null,
      h("h2", {}, "Conditions"),
      job.conditions.length ? table(["Type", "Status", "Reason", "Message", { text: "Since", n: true }], job.conditions.map((each) =>
        h("tr", {}, h("td", {}, each.type), h("td", {}, each.status), h("td", {}, each.reason ?? ""), h("td", {}, each.message ?? ""), h("td", { class: "n", title: clock(each.since) }, ago(each.since))))) : h("p", { class: "soft" }, "None yet."),
      job.notes?.length ? [h("h2", {}, "Notes"), table(["From", "Says"], job.notes.map((note) =>
        h("tr", {}, h("td", {}, note.source), h("td", {}, note.link ? h("a", { href: note.link, rel: "noreferrer noopener", target: "_blank" }, note.text || note.link) : note.text))))] : null);
  }
  update(first);
  load();
  return { update, close: () => { open = false; clearInterval(timer); document.removeEventListener("themechange", repaint); store.removeEventListener("connection", repaint); charts.close(); } };
}

function metricsTab(pane, job, store) {
  const { query } = current();
  let by = query.get("by") ?? "step";
  let log = query.get("log") === "1";
  let open = true;
  let last = null;
  const charts = new Charts();
  const axis = h("select", { "aria-label": "Horizontal axis", onchange: () => { by = axis.value; setQuery({ by: by === "step" ? "" : by }); show(); } }, h("option", { value: "step" }, "By step"), h("option", { value: "time" }, "By time"));
  axis.value = by;
  const logarithmic = h("button", { type: "button", "aria-pressed": String(log), onclick: () => { log = !log; logarithmic.setAttribute("aria-pressed", String(log)); setQuery({ log: log ? "1" : "" }); show(); } }, "Logarithmic");
  const told = h("span", { class: "soft", role: "status" });
  const heat = h("div", {});
  const body = h("div", {});
  replace(pane, h("div", { class: "filters" }, axis, logarithmic, told), body);

  function show() {
    if (!last) return;
    const steps = last.series.some((series) => series.points.some((point) => point[1] >= 0));
    const map = heatMap(last.durations);
    told.textContent = last.complete ? "" : "Older values are not remembered.";
    if (last.series.length === 0 && !map) {
      replace(body, empty("No metrics yet", "A program reports them with the Trainyard callback for Hugging Face, Lightning or plain PyTorch, or with one POST; see the documentation on progress."));
      return;
    }
    replace(heat, map ? [h("h2", {}, "Duration of steps ", h("small", {}, "rank × time; red is slower than the others")), map] : null);
    if (!charts.element.isConnected) replace(body, charts.element, heat);
    charts.show(last.series, { by: by === "step" && steps ? "step" : "time", log });
  }

  async function load() {
    try {
      last = await get(`jobs/${path(job.namespace, job.name)}/metrics`);
      if (open) show();
    } catch (failure) {
      if (open) told.textContent = failure.message;
    }
  }
  load();
  const timer = setInterval(() => { if (store.connection !== "ended") load(); }, job.ended ? 3 * REFRESH : SOON_AGAIN);
  const repaint = () => show();
  document.addEventListener("themechange", repaint);
  store.addEventListener("connection", load);
  return { close: () => { open = false; clearInterval(timer); document.removeEventListener("themechange", repaint); store.removeEventListener("connection", load); charts.close(); } };
}

function eventsTab(pane, first) {
  let seen = "";
  function update(job) {
    const text = JSON.stringify(job.events ?? null);
    if (text === seen) return;
    seen = text;
    if (job.hidden.includes("events")) {
      replace(pane, empty("Hidden", "You may not list events in this namespace."));
    } else if (!job.events?.length) {
      replace(pane, empty("No events", "Events are kept for an hour by most clusters."));
    } else {
      replace(pane, table([{ text: "When", n: true }, "Reason", "Object", "Message", { text: "Times", n: true }], [...job.events].reverse().map((event) =>
        h("tr", {}, h("td", { class: "n", title: clock(event.at) }, event.at ? `${ago(event.at)} ago` : "?"), h("td", { class: event.warning ? "bad" : null }, event.reason),
          h("td", { class: "mono" }, `${event.kind}/${event.object}`), h("td", {}, event.message), h("td", { class: "n" }, String(event.count))))));
    }
  }
  update(first);
  return { update };
}
