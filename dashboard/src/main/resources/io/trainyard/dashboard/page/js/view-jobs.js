import { empty, h, perFrame, replace } from "./dom.js";
import { choices, filter } from "./filter.js";
import { ago, between, duration, jobLink, key } from "./format.js";
import { Grid } from "./grid.js";
import { current, go, setQuery } from "./router.js";
import { STATES, state } from "./states.js";
import { askActions } from "./actions.js";

const progress = (row) => row.progress?.percentage;

const COLUMNS = [
  { name: "name", title: "Name", width: "minmax(180px, 2fr)", sort: (row) => row.name,
    cell: (row) => ({ text: key(row), title: key(row), make: () => h("a", { href: jobLink(row), tabindex: "-1" }, row.name) }) },
  { name: "namespace", title: "Namespace", width: "minmax(104px, 1fr)", wide: true, sort: (row) => row.namespace, cell: (row) => row.namespace },
  { name: "state", title: "State", width: "120px", sort: (row) => STATES.indexOf(row.state),
    cell: (row) => ({ text: row.state, title: row.sentence, make: () => state(row.state) }) },
  { name: "sentence", title: "Why", width: "minmax(160px, 3fr)", wide: true, cell: (row) => row.sentence ?? "" },
  { name: "progress", title: "Progress", width: "150px", wide: true, rare: true, n: true, sort: (row) => progress(row) ?? -1,
    cell: (row) => progress(row) === undefined ? "" : {
      text: `${progress(row)} ${row.progress.remainingSeconds}`, title: "as reported by the program",
      make: () => h("span", {}, h("span", { class: "meter" }, h("i", { vars: { width: `${Math.min(100, progress(row))}%` } })),
        `${progress(row)} %${row.progress.remainingSeconds ? `, ${duration(row.progress.remainingSeconds)} left` : ""}`) } },
  { name: "nodes", title: "Nodes", width: "72px", wide: true, n: true, sort: (row) => row.nodes ?? 0,
    cell: (row) => row.nodes === undefined ? "" : `${row.readyNodes ?? 0}/${row.nodes}` },
  { name: "accelerators", title: "Devices", width: "76px", wide: true, rare: true, n: true, sort: (row) => row.accelerators.want,
    cell: (row) => row.accelerators.want ? `${row.accelerators.have}/${row.accelerators.want}` : "" },
  { name: "runtime", title: "Runtime", width: "minmax(140px, 1.6fr)", wide: true, sort: (row) => row.runtime ?? "",
    cell: (row) => (row.runtime ?? "") + (row.deprecated ? " (deprecated)" : "") },
  { name: "queue", title: "Queue", width: "minmax(70px, 1fr)", wide: true, rare: true, sort: (row) => row.queue ?? "", cell: (row) => row.queue ?? "" },
  { name: "duration", title: "Ran", width: "84px", wide: true, n: true,
    sort: (row) => (row.running ? (row.ended ? Date.parse(row.ended) : Date.now()) - Date.parse(row.running) : 0),
    cell: (row, now) => (row.running ? between(row.running, row.ended, now) : "") },
  { name: "age", title: "Age", width: "84px", n: true, sort: (row) => -Date.parse(row.created), cell: (row, now) => ago(row.created, now) },
];

/** So often are filters and columns adapted to what there is while rows change; with so many changes at a time all rows are put in order. */
const SETTLE = 1000;
const MANY = 100;

const FILTERS = [["namespace", "Namespace"], ["state", "State"], ["runtime", "Runtime"], ["framework", "Framework"], ["queue", "Queue"]];

export function jobsView(main, { store, session }) {
  const { query } = current();
  const count = h("span", { class: "count", role: "status" });
  const search = h("input", { type: "search", id: "search", placeholder: "Search ( / )", "aria-label": "Search jobs", value: query.get("q") ?? "",
    oninput: () => set({ q: search.value }) });
  const labels = h("input", { type: "text", placeholder: "Labels: team=vision,!done", "aria-label": "Label selector", value: query.get("labels") ?? "",
    onchange: () => set({ labels: labels.value }) });
  const selects = FILTERS.map(([field, title]) => [field, title, h("select", { "aria-label": title, onchange: (event) => set({ [field]: event.target.value }) })]);
  const clear = h("button", { type: "button", class: "quiet", onclick: () => { search.value = ""; labels.value = ""; set({ q: "", labels: "", namespace: "", state: "", runtime: "", framework: "", queue: "", owner: "" }); } }, "Clear");
  const bulk = h("span", { class: "bulk", hidden: true });
  const grid = new Grid({
    label: "Jobs", columns: COLUMNS, id: key, open: (row) => go(jobLink(row)),
    sort: { column: query.get("sort") ?? "age", down: query.get("down") === "1" },
    onSort: ({ column, down }) => { setQuery({ sort: column, down: down ? "1" : "" }); draw(); },
    selectable: !session.readOnly, onSelect: () => drawBulk(), nameOf: (row) => row.name,
  });
  let listed = [];
  let listedFor = "";
  let changed = null;
  let settled = 0;
  let later = 0;
  let bulkDrawn = "";
  const place = h("div", { class: "pane" });
  replace(main, h("h1", { class: "skip" }, "Jobs"), h("div", { class: "filters" }, search, selects.map(([, , select]) => select), labels, clear, bulk, count), place);

  function set(values) {
    setQuery(values);
    draw();
  }

  function drawBulk() {
    for (const id of grid.selected) if (!store.jobs.has(id)) grid.selected.delete(id);
    const chosen = [...grid.selected].map((id) => store.jobs.get(id));
    const seen = new Set(listed);
    const unseen = chosen.filter((row) => !seen.has(row)).length;
    bulk.hidden = chosen.length === 0;
    // A button that somebody is about to press stays.
    const drawn = JSON.stringify([unseen, ...chosen.map((row) => [key(row), row.suspended, row.ended])]);
    if (drawn === bulkDrawn) return;
    bulkDrawn = drawn;
    const none = () => { grid.selected.clear(); drawBulk(); grid.draw(); grid.element.focus(); };
    replace(bulk, h("span", { role: "status" }, `${chosen.length} chosen${unseen ? `, ${unseen} of them not listed` : ""} `),
      askActions(chosen, none), " ", h("button", { type: "button", class: "quiet", onclick: none }, "Choose none"));
  }

  function fill(field, title, select, rows, query) {
    const wanted = query.get(field) ?? "";
    const known = choices(rows, field);
    if (wanted && !known.some(([value]) => value === wanted)) known.push([wanted, 0]);
    const signature = JSON.stringify([wanted, known]);
    if (select.dataset.signature === signature || document.activeElement === select) return;
    select.dataset.signature = signature;
    replace(select, h("option", { value: "" }, title), known.slice(0, 500).map(([value, n]) => h("option", { value }, `${value} (${n})`)));
    select.value = wanted;
    select.hidden = known.length === 0;
  }

  const draw = perFrame(() => {
    const { query } = current();
    const now = performance.now();
    const whole = changed === null || changed.size > MANY || listedFor !== String(query) + JSON.stringify(grid.sort);
    if (whole) {
      listed = grid.order(filter([...store.jobs.values()], query));
    } else {
      // A row among thousands has changed: the others stand where they stood.
      listed = grid.reorder(listed, new Map([...changed].map((id) => [id, filter([store.jobs.get(id)].filter(Boolean), query)[0] ?? null])));
    }
    listedFor = String(query) + JSON.stringify(grid.sort);
    changed = new Set();
    if (whole || now - settled > SETTLE) settle(query, now);
    else if (!later) later = setTimeout(() => { later = 0; changed = null; draw(); }, SETTLE);
    if (grid.selected.size > 0) drawBulk();
    const all = store.jobs.size;
    count.textContent = !store.complete && all === 0 ? "" : listed.length === all ? `${all} jobs` : `${listed.length} of ${all} jobs`;
    if (listed.length > 0) {
      if (!grid.element.isConnected) replace(place, grid.element);
      grid.setRows(listed);
    } else if (!store.complete) {
      replace(place, empty("Reading jobs…", "The first list takes a moment."));
    } else if (all === 0) {
      replace(place, empty("No jobs yet", "Create a TrainJob with kubectl apply or trainyard run; it shows up here at once. You see the namespaces in which you may list TrainJobs."));
    } else {
      replace(place, empty("No job matches", "Clear a filter, or search for less."));
    }
  });

  /** What looks at every row. */
  function settle(query, now) {
    settled = now;
    const rows = [...store.jobs.values()];
    for (const [field, title, select] of selects) fill(field, title, select, rows, query);
    clear.hidden = ![...query.keys()].some((name) => name !== "sort" && name !== "down");
    grid.hide(new Set(COLUMNS.filter((column) => column.rare && !rows.some((row) => column.cell(row, 0))).map((column) => column.name)));
  }

  const note = (event) => {
    if (event.detail === null) changed = null;
    else if (changed !== null) for (const id of event.detail) changed.add(id);
    draw();
  };

  store.addEventListener("jobs", note);
  draw();
  return {
    search: () => search.focus(),
    close: () => { clearTimeout(later); store.removeEventListener("jobs", note); grid.close(); },
  };
}
