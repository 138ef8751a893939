// Lines on the screen: only those that are seen exist. Text is set as text.

import { h, perFrame } from "./dom.js";
import { rankColour } from "./charts.js";

const HEIGHT = 18;
const BEYOND = 20;

export class LogPane {
  #shown = [];
  #pool = [];
  #rank = null;
  follow = true;

  constructor(store, label) {
    this.store = store;
    this.query = "";
    this.only = false;
    this.times = false;
    this.body = h("div", { class: "body" });
    this.element = h("div", { class: "log", tabindex: "0", role: "log", "aria-label": label, "aria-live": "off" }, this.body);
    this.draw = perFrame(() => this.#draw());
    this.element.addEventListener("scroll", () => {
      this.follow = this.element.scrollTop + this.element.clientHeight >= this.element.scrollHeight - 2 * HEIGHT;
      this.draw();
    }, { passive: true });
    this.changed = perFrame(() => this.#choose());
    store.addEventListener("change", this.changed);
    document.addEventListener("themechange", this.draw);
    this.observer = new ResizeObserver(this.draw);
    this.observer.observe(this.element);
    this.changed();
  }

  close() {
    this.store.removeEventListener("change", this.changed);
    document.removeEventListener("themechange", this.draw);
    this.observer.disconnect();
  }

  /** Which container's lines; null for all. */
  of(source) {
    this.#rank = source;
    this.changed();
  }

  search(query, only) {
    this.query = query.toLowerCase();
    this.only = only;
    this.changed();
  }

  /** Number of lines that match. */
  get hits() {
    return this.query ? this.#shown.filter((line) => line.plain.toLowerCase().includes(this.query)).length : 0;
  }

  /** Goes to the next line for which something holds, from the one at the top; round about. */
  goTo(fits, direction = 1) {
    const n = this.#shown.length;
    if (n === 0) return false;
    const from = this.#at ?? Math.floor(this.element.scrollTop / HEIGHT) - direction;
    for (let i = 1; i <= n; i++) {
      const at = (((from + direction * i) % n) + n) % n;
      if (fits(this.#shown[at])) {
        this.#at = at;
        this.follow = false;
        this.element.scrollTop = Math.max(0, at * HEIGHT - this.element.clientHeight / 3);
        this.draw();
        return true;
      }
    }
    return false;
  }
  #at = null;

  #choose() {
    let lines = this.store.lines;
    if (this.#rank !== null) lines = lines.filter((line) => line.s === this.#rank);
    if (this.only && this.query) lines = lines.filter((line) => line.plain.toLowerCase().includes(this.query));
    this.#shown = lines;
    this.#at = null;
    this.body.style.height = `${lines.length * HEIGHT}px`;
    this.onChosen?.();
    this.#draw();
  }

  #draw() {
    if (!this.element.isConnected) return;
    if (this.follow) this.element.scrollTop = this.element.scrollHeight;
    const first = Math.max(0, Math.floor(this.element.scrollTop / HEIGHT) - BEYOND);
    const last = Math.min(this.#shown.length, first + Math.ceil(this.element.clientHeight / HEIGHT) + 2 * BEYOND);
    while (this.#pool.length > Math.max(0, last - first)) this.#pool.pop().remove();
    while (this.#pool.length < last - first) {
      const element = h("div", { class: "l" });
      this.#pool.push(element);
      this.body.append(element);
    }
    for (let i = first; i < last; i++) this.#fill(this.#pool[i - first], this.#shown[i], i);
  }

  #fill(element, line, index) {
    const signature = `${this.query}|${this.times}|${index === this.#at}|${document.documentElement.dataset.theme}`;
    element.style.transform = `translateY(${index * HEIGHT}px)`;
    if (element.line === line && element.signature === signature) return;
    element.line = line;
    element.signature = signature;
    element.className = `l ${line.l ?? ""} ${index === this.#at ? "hit" : ""}`;
    const origin = this.store.origins[line.s];
    const parts = [];
    if (this.#rank === null) {
      parts.push(h("b", { vars: { "--rank": rankColour(origin?.rank ?? -1) }, title: origin?.pod }, origin ? (origin.rank >= 0 ? String(origin.rank) : origin.step.slice(0, 6)) : ""));
    } else {
      parts.push(h("b", { vars: { width: "0" } }));
    }
    if (this.times) parts.push(h("time", {}, line.t ? line.t.slice(11, 23) : ""));
    const text = h("span", {});
    for (let i = 0; i < line.x.length; i += 2) text.append(this.#piece(line.x[i], line.x[i + 1]));
    if (line.n) text.append(h("span", { class: "cut" }, ` … ${line.n.toLocaleString("en")} bytes more`));
    parts.push(text);
    element.replaceChildren(...parts);
  }

  #piece(text, classes) {
    const element = h("span", { class: /^[a-z0-9 ]*$/.test(classes) ? classes || null : null });
    const lower = this.query ? text.toLowerCase() : "";
    let at = 0;
    for (let found = this.query ? lower.indexOf(this.query) : -1; found >= 0; found = lower.indexOf(this.query, at)) {
      element.append(text.slice(at, found), h("mark", {}, text.slice(found, found + this.query.length)));
      at = found + this.query.length;
    }
    element.append(text.slice(at));
    return element;
  }
}
