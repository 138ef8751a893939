import { get } from "./api.js";
import { empty, h, replace, table } from "./dom.js";

export function runtimesView(main) {
  let open = true;
  replace(main, empty("Reading…", ""));
  get("runtimes").then(({ runtimes }) => {
    if (!open) return;
    if (runtimes.length === 0) {
      replace(main, empty("No runtimes", "Install the shipped ones with the chart or kubectl apply; you see those that you may list."));
      return;
    }
    replace(main, h("h1", { class: "skip" }, "Runtimes"),
      table(["Name", "Framework", "Policies", "Images", { text: "Jobs", n: true }, "Problems"], runtimes.map((runtime) => h("tr", {},
        h("td", {}, h("a", { href: `#/jobs?runtime=${encodeURIComponent(runtime.name)}` }, runtime.name),
          h("div", { class: "soft" }, runtime.namespace ? `in ${runtime.namespace}` : "for the whole cluster", runtime.deprecated ? h("span", { class: "warn" }, ", deprecated") : null)),
        h("td", {}, runtime.framework || "–"), h("td", {}, runtime.policies.join(", ") || "–"),
        h("td", { class: "mono" }, runtime.images.map((image) => h("div", {}, image))), h("td", { class: "n" }, String(runtime.jobs)),
        h("td", { class: "warn" }, runtime.problems.map((problem) => h("div", {}, problem)))))));
  }).catch((failure) => { if (open) replace(main, empty("The runtimes cannot be shown", failure.message)); });
  return { close: () => { open = false; } };
}
