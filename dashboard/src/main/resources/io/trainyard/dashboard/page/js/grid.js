// A list of any length: only the rows that are seen exist. Rows have one height; moving through them needs no mouse.

import { h, perFrame } from "./dom.js";

const HEIGHT = 30;
const BEYOND = 12;

let rowNumber = 0;
const CHOICE = "36px";

/**
 * columns: {name, title, width, wide, rare, n, cell(row, now), sort(row)}; open(row): what Enter does; id(row); selectable: rows have a box, and onSelect(selected)
 * is told; nameOf(row): what a box says that it chooses
 */
export class Grid {
  #rows = [];
  #pool = [];
  #at = -1;
  #length = -1;
  #last = null;
  #hidden = new Set();
  selected = new Set();

  constructor({ label, columns, id, open, sort, onSort, selectable = false, onSelect = () => {}, nameOf = id }) {
    Object.assign(this, { columns, id, openRow: open, sort, onSort, selectable, onSelect, nameOf });
    this.heads = columns.map((column) => this.#headCell(column));
    this.all = selectable ? h("input", { type: "checkbox", "aria-label": "Choose all that are listed", onchange: () => this.#chooseAll() }) : null;
    this.head = h("div", { class: "head", role: "row" }, selectable ? h("span", { role: "columnheader", class: "choice" }, this.all) : null, this.heads);
    this.body = h("div", { class: "body", role: "rowgroup" });
    this.element = h("div", {
      class: `grid${selectable ? " selectable" : ""}`, role: "grid", tabindex: "0", "aria-label": label, "aria-multiselectable": selectable ? "true" : null,
      onkeydown: (event) => this.#key(event), vars: { "--columns": this.#widths() },
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

  /** To be called within a frame: it draws at once. */
  setRows(rows) {
    const before = this.#rows[this.#at];
    this.#rows = rows;
    if (before) this.#at = rows.findIndex((row) => this.id(row) === this.id(before));
    if (this.#length !== rows.length) {
      this.#length = rows.length;
      this.element.setAttribute("aria-rowcount", String(rows.length + 1));
      this.body.style.height = `${rows.length * HEIGHT}px`;
    }
    this.#draw();
  }

  /** Leaves columns out, so that there is more room for the others. */
  hide(names) {
    if (names.size === this.#hidden.size && [...names].every((name) => this.#hidden.has(name))) return;
    this.#hidden = names;
    this.element.style.setProperty("--columns", this.#widths());
    for (const cells of [this.heads, ...this.#pool.map((slot) => slot.cells)]) {
      cells.forEach((cell, i) => { cell.hidden = names.has(this.columns[i].name); });
    }
  }

  #widths() {
    const widths = this.columns.filter((column) => !this.#hidden.has(column.name)).map((column) => column.width);
    return (this.selectable ? [CHOICE, ...widths] : widths).join(" ");
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
    const column = this.#sorted();
    if (!column) return rows;
    return rows
      .map((row) => ({ by: column.sort(row), row }))
      .sort((one, other) => this.#compare(one, other))
      .map(({ row }) => row);
  }

  /** Rows in order after some of them have changed: by id the row that is there now, or null; cheaper than to put all in order. */
  reorder(rows, changed) {
    const column = this.#sorted();
    const kept = rows.filter((row) => !changed.has(this.id(row)));
    for (const row of changed.values()) {
      if (!row) continue;
      const one = { by: column?.sort(row), row };
      let from = 0;
      let to = kept.length;
      while (column && from < to) {
        const middle = (from + to) >> 1;
        if (this.#compare(one, { by: column.sort(kept[middle]), row: kept[middle] }) < 0) to = middle;
        else from = middle + 1;
      }
      kept.splice(to, 0, row);
    }
    return kept;
  }

  #sorted() {
    return this.columns.find((each) => each.name === this.sort.column && each.sort);
  }

  #compare(one, other) {
    const sign = this.sort.down ? -1 : 1;
    if (one.by !== other.by) return one.by < other.by ? -sign : sign;
    return this.id(one.row) < this.id(other.row) ? -1 : 1;
  }

  #draw() {
    if (!this.element.isConnected) return;
    for (const cell of this.heads) {
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
    const at = this.#pool[this.#at - first];
    if (at) this.element.setAttribute("aria-activedescendant", at.element.id);
    else this.element.removeAttribute("aria-activedescendant");
    if (this.all) this.#drawAll();
  }

  #drawAll() {
    const chosen = this.selected.size === 0 ? 0 : this.#rows.filter((row) => this.selected.has(this.id(row))).length;
    this.all.checked = chosen > 0 && chosen === this.#rows.length;
    this.all.indeterminate = chosen > 0 && chosen < this.#rows.length;
  }

  #newRow() {
    const cells = this.columns.map((column) => h("span", { role: "gridcell", hidden: this.#hidden.has(column.name), class: `${column.wide ? "wide" : ""} ${column.n ? "n" : ""}` }));
    // One stop of the Tab key for the whole list: in it the arrows move, and the space bar ticks the box.
    const box = this.selectable ? h("input", { type: "checkbox", tabindex: "-1" }) : null;
    const element = h("div", { class: "row", role: "row", id: `row-${++rowNumber}` }, box ? h("span", { role: "gridcell", class: "choice" }, box) : null, cells);
    element.addEventListener("click", (event) => this.#click(event, slot));
    const slot = { element, box, cells, shown: cells.map(() => null), index: -1, named: "" };
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
    const chosen = this.selected.has(this.id(row));
    slot.element.classList.toggle("at", index === this.#at);
    slot.element.setAttribute("aria-selected", String(this.selectable ? chosen : index === this.#at));
    if (slot.box) {
      slot.box.checked = chosen;
      const name = `Choose ${this.nameOf(row)}`;
      if (slot.named !== name) slot.box.setAttribute("aria-label", slot.named = name);
    }
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
    const choosing = event.target.closest(".choice") !== null;
    // The list keeps the keyboard.
    if (choosing) this.element.focus({ preventScroll: true });
    if (this.selectable && event.shiftKey && choosing) this.#range(row);
    else if (this.selectable && (choosing || event.ctrlKey || event.metaKey)) this.#toggle(row);
    else this.openRow(row);
    this.draw();
  }

  #toggle(row) {
    const id = this.id(row);
    if (!this.selected.delete(id)) this.selected.add(id);
    this.#last = id;
    this.onSelect(this.selected);
  }

  /** From the row that was chosen last to this one. */
  #range(row) {
    const from = this.#rows.findIndex((each) => this.id(each) === this.#last);
    const to = this.#rows.indexOf(row);
    if (from < 0) {
      this.#toggle(row);
      return;
    }
    for (const each of this.#rows.slice(Math.min(from, to), Math.max(from, to) + 1)) this.selected.add(this.id(each));
    this.onSelect(this.selected);
  }

  #chooseAll() {
    for (const row of this.#rows) {
      if (this.all.checked) this.selected.add(this.id(row));
      else this.selected.delete(this.id(row));
    }
    this.onSelect(this.selected);
    this.draw();
  }

  #key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 2);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -this.#rows.length, End: this.#rows.length };
    if (event.key in steps) {
      this.#move(steps[event.key]);
    } else if (event.key === "Enter" && this.#rows[this.#at]) {
      this.openRow(this.#rows[this.#at]);
    } else if ((event.key === "x" || event.key === " ") && this.selectable && this.#rows[this.#at]) {
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
