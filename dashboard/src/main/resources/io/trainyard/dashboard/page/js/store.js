// What the stream has told: all jobs that the reader may see, and the overview.

import { address, get, path } from "./api.js";
import { key } from "./format.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const READ_AT_END = 5;

export class Store extends EventTarget {
  jobs = new Map();
  overview = null;
  /** connecting, live, lost, expired, or ended: the server has said that nothing more will come */
  connection = "connecting";
  /** Whether all jobs are known; before that, none is not the same as zero. */
  complete = false;

  #source = null;
  #seen = "";
  #wait = FIRST_WAIT;
  #timer = 0;
  #next = null;

  open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource(address("stream", { seen: this.#seen }));
    this.#source = source;
    source.addEventListener("open", () => {
      this.#wait = FIRST_WAIT;
      this.#set(this.complete ? "live" : "connecting");
    });
    source.addEventListener("all", (event) => this.#all(event));
    source.addEventListener("changes", (event) => this.#changes(event));
    source.addEventListener("overview", (event) => {
      this.overview = JSON.parse(event.data);
      this.#tell("overview");
    });
    source.addEventListener("expired", () => this.#expired());
    source.addEventListener("ended", () => this.#ended());
    source.addEventListener("error", () => this.#lost());
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  // The old list stays until the new one is whole, so nothing flickers to zero.
  #all(event) {
    const data = JSON.parse(event.data);
    if (data.first) this.#next = new Map();
    if (this.#next === null) return;
    for (const row of data.rows) this.#next.set(key(row), row);
    if (data.last || this.jobs.size === 0) this.jobs = data.last ? this.#next : new Map(this.#next);
    if (data.last) {
      this.#next = null;
      this.complete = true;
      this.#seen = event.lastEventId;
      this.#set("live");
    }
    this.#tell("jobs");
  }

  #changes(event) {
    const data = JSON.parse(event.data);
    for (const row of data.rows) this.jobs.set(key(row), row);
    for (const gone of data.gone) this.jobs.delete(key(gone));
    if (data.last) this.#seen = event.lastEventId;
    if (this.complete) this.#set("live");
    this.#tell("jobs", new Set([...data.rows, ...data.gone].map(key)));
  }

  #expired() {
    this.close();
    this.#set("expired");
  }

  // The server goes in a moment; what somebody may want to look at afterwards is read now.
  #ended() {
    this.close();
    for (const job of [...this.jobs.values()].slice(0, READ_AT_END)) {
      for (const part of ["", "/metrics", "/spec"]) get(`jobs/${path(job.namespace, job.name)}${part}`).catch(() => {});
    }
    this.#set("ended");
    this.#tell("jobs");
  }

  // The browser would try again by itself, but for ever at the same pace, and it does not tell a lost login from a lost server.
  #lost() {
    this.#source?.close();
    this.#next = null;
    this.#set("lost");
    this.#timer = setTimeout(async () => {
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2) * (0.8 + 0.4 * Math.random());
      try {
        const session = await get("session");
        if (session.known) this.open();
        else this.#expired();
      } catch {
        this.#lost();
      }
    }, this.#wait);
  }

  #set(connection) {
    if (this.connection !== connection) {
      this.connection = connection;
      this.#tell("connection");
    }
  }

  #tell(type, keys = null) {
    this.dispatchEvent(new CustomEvent(type, { detail: keys }));
  }
}
