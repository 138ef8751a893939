// A list of any length: only the rows that are seen exist. Rows have one height; moving through them needs no mouse.

import { h, perFrame } from "./dom.js";

const HEIGHT = 30;
const BEYOND = 12;

/**
 * columns: {name, title, width, wide, rare, n, cell(row, now), sort(row)}; open(row): what Enter does; id(row); changed(sort, selected)
 */
export class Grid {
  #rows = [];
  #pool = [];
  #at = -1;
  #hidden = new Set();
  selected = new Set();

  constructor({ label, columns, id, open, sort, onSort, selectable = false, onSelect = () => {} }) {
    Object.assign(this, { columns, id, openRow: open, sort, onSort, selectable, onSelect });
    this.head = h("div", { class: "head", role: "row" }, columns.map((column) => this.#headCell(column)));
    this.body = h("div", { class: "body", role: "rowgroup" });
    this.element = h("div", {
      class: "grid", role: "grid", tabindex: "0", "aria-label": label, onkeydown: (event) => this.#key(event),
      vars: { "--columns": columns.map((column) => column.width).join(" ") },
    }, h("div", { role: "rowgroup" , class: "headgroup"}, this.head), this.body);
    this.draw = perFrame(() => this.#draw());
    this.element.addEventListener("scroll", this.draw, { passive: true });
    this.observer = new ResizeObserver(this.draw);
    this.observer.observe(this.element);
    this.timer = setInterval(this.draw, 1000);
  }

  close() {
    clearInterval(this.timer);
    this.observer.disconnect();
  }

  setRows(rows) {
    const before = this.#rows[this.#at];
    this.#rows = rows;
    if (before) this.#at = rows.findIndex((row) => this.id(row) === this.id(before));
    this.element.setAttribute("aria-rowcount", String(rows.length + 1));
    this.body.style.height = `${rows.length * HEIGHT}px`;
    this.draw();
  }

  /** Leaves columns out, so that there is more room for the others. */
  hide(names) {
    if (names.size === this.#hidden.size && [...names].every((name) => this.#hidden.has(name))) return;
    this.#hidden = names;
    this.element.style.setProperty("--columns", this.columns.filter((column) => !names.has(column.name)).map((column) => column.width).join(" "));
    for (const cells of [[...this.head.children], ...this.#pool.map((slot) => slot.cells)]) {
      cells.forEach((cell, i) => { cell.hidden = names.has(this.columns[i].name); });
    }
  }

  #headCell(column) {
    const classes = `${column.wide ? "wide" : ""} ${column.n ? "n" : ""}`;
    if (!column.sort) return h("span", { role: "columnheader", class: classes }, column.title);
    return h("span", { role: "columnheader", class: classes, "data-column": column.name },
      h("button", { type: "button", onclick: () => this.#sortBy(column) }, column.title));
  }

  #sortBy(column) {
    const down = this.sort.column === column.name ? !this.sort.down : Boolean(column.n);
    this.sort = { column: column.name, down };
    this.onSort(this.sort);
  }

  order(rows) {
    const column = this.columns.find((each) => each.name === this.sort.column && each.sort);
    if (!column) return rows;
    const sign = this.sort.down ? -1 : 1;
    return rows
      .map((row) => [column.sort(row), row])
      .sort(([a, x], [b, y]) => (a < b ? -sign : a > b ? sign : this.id(x) < this.id(y) ? -1 : 1))
      .map(([, row]) => row);
  }

  #draw() {
    if (!this.element.isConnected) return;
    for (const cell of this.head.children) {
      const sorted = cell.dataset.column === this.sort.column;
      if (sorted) cell.setAttribute("aria-sort", this.sort.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const first = Math.max(0, Math.floor(this.element.scrollTop / HEIGHT) - BEYOND);
    const count = Math.min(this.#rows.length - first, Math.ceil(this.element.clientHeight / HEIGHT) + 2 * BEYOND);
    while (this.#pool.length > Math.max(0, count)) this.#pool.pop().element.remove();
    while (this.#pool.length < count) this.#pool.push(this.#newRow());
    const now = Date.now();
    for (let i = 0; i < count; i++) this.#fill(this.#pool[i], first + i, now);
  }

  #newRow() {
    const cells = this.columns.map((column) => h("span", { role: "gridcell", hidden: this.#hidden.has(column.name), class: `${column.wide ? "wide" : ""} ${column.n ? "n" : ""}` }));
    const element = h("div", { class: "row", role: "row" }, cells);
    element.addEventListener("click", (event) => this.#click(event, slot));
    const slot = { element, cells, shown: cells.map(() => null), index: -1 };
    this.body.append(element);
    return slot;
  }

  #fill(slot, index, now) {
    const row = this.#rows[index];
    if (slot.index !== index) {
      slot.index = index;
      slot.element.style.transform = `translateY(${index * HEIGHT}px)`;
      slot.element.setAttribute("aria-rowindex", String(index + 2));
    }
    const chosen = index === this.#at || this.selected.has(this.id(row));
    slot.element.setAttribute("aria-selected", String(chosen));
    this.columns.forEach((column, i) => {
      const content = column.cell(row, now);
      const text = typeof content === "string" ? content : content.text;
      if (slot.shown[i] === text) return;
      slot.shown[i] = text;
      slot.cells[i].replaceChildren(typeof content === "string" ? content : content.make());
      slot.cells[i].title = typeof content === "string" ? content : content.title ?? "";
    });
  }

  #click(event, slot) {
    const row = this.#rows[slot.index];
    if (event.target.closest("a") || !row) return;
    this.#at = slot.index;
    if (this.selectable && (event.ctrlKey || event.metaKey)) this.#toggle(row);
    else this.openRow(row);
    this.draw();
  }

  #toggle(row) {
    const id = this.id(row);
    if (!this.selected.delete(id)) this.selected.add(id);
    this.onSelect(this.selected);
  }

  #key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 2);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -this.#rows.length, End: this.#rows.length };
    if (event.key in steps) {
      this.#move(steps[event.key]);
    } else if (event.key === "Enter" && this.#rows[this.#at]) {
      this.openRow(this.#rows[this.#at]);
    } else if (event.key === "x" && this.selectable && this.#rows[this.#at]) {
      this.#toggle(this.#rows[this.#at]);
      this.draw();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #move(by) {
    if (this.#rows.length === 0) return;
    this.#at = Math.max(0, Math.min(this.#rows.length - 1, (this.#at < 0 ? (by > 0 ? -1 : 0) : this.#at) + by));
    const top = this.#at * HEIGHT;
    const seen = this.element.clientHeight - 2 * HEIGHT;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + seen) this.element.scrollTop = top - seen;
    this.draw();
  }
}
