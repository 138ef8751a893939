import { get, path } from "./api.js";
import { empty, h, replace } from "./dom.js";
import { linesOf, originOf } from "./yaml.js";

const COLOURS = { runtime: "var(--a3)", TrainJob: "var(--a2)", Trainyard: "var(--a4)", cluster: "var(--a7)" };
const MEANINGS = {
  runtime: "as in the runtime",
  TrainJob: "as in the TrainJob",
  Trainyard: "set by the controller itself",
  cluster: "set in the cluster: by defaults, webhooks or Kueue",
  added: "neither in the runtime nor in the TrainJob",
};

export function specTab(place, job) {
  replace(place, empty("Reading…", ""));
  let open = true;
  get(`jobs/${path(job.namespace, job.name)}/spec`)
    .then((spec) => { if (open) draw(place, spec); })
    .catch((failure) => { if (open) replace(place, empty("The spec cannot be shown", failure.message)); });
  return { close: () => { open = false; } };
}

function draw(place, spec) {
  const left = [{ kind: "TrainJob, as written", yaml: spec.written }, ...(spec.runtime ? [{ kind: "Runtime", yaml: spec.runtime }] : [])];
  const right = spec.objects.length ? spec.objects : [{ kind: "What it became", yaml: spec.hidden.length ? "# you may not see this" : "# nothing was made yet" }];
  replace(place, h("div", { class: "specs" }, side(left, "Written", {}), side(right, "Became", spec.origins)));
}

function side(texts, label, origins) {
  const body = h("pre", { class: "yaml", tabindex: "0", role: "region", "aria-label": label });
  const select = h("select", { "aria-label": label, onchange: () => show(texts[Number(select.value)]) }, texts.map((each, i) => h("option", { value: i }, each.kind)));
  const copy = h("button", { type: "button", class: "quiet", onclick: () => navigator.clipboard?.writeText(texts[Number(select.value)].yaml) }, "Copy");
  function show({ kind, yaml }) {
    const traced = Object.keys(origins).length > 0;
    body.classList.toggle("plain", !traced);
    replace(body, linesOf(yaml).map(({ line, path }) => {
      const origin = traced ? originOf(origins, kind, path) : "";
      return h("div", {}, traced ? h("i", { title: origin ? `${path}: ${MEANINGS[origin] ?? `set by ${origin}`}` : path, vars: { "--origin": COLOURS[origin] ?? (origin ? "var(--a5)" : "transparent") } }, origin) : null, line || " ");
    }));
  }
  show(texts[0]);
  return h("section", { class: "spec" }, h("header", {}, select, copy), body);
}
