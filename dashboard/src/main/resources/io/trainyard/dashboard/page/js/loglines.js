// Lines of several containers in one order, not more than a limit.

const MOST = 50000;

export class LogLines extends EventTarget {
  origins = [];
  lines = [];
  /** How many lines at the beginning were let go. */
  forgotten = 0;
  gone = new Map();
  ended = false;

  begin(origins) {
    this.origins = origins;
    this.lines = [];
    this.forgotten = 0;
    this.gone.clear();
    this.ended = false;
    this.#tell();
  }

  add(lines) {
    for (const line of lines) {
      line.at = line.t ? Date.parse(line.t) : (this.lines.at(-1)?.at ?? 0);
      line.plain = line.x.filter((_, i) => i % 2 === 0).join("");
      // Containers are read side by side, so a line may come a little late; its place is near the end.
      let i = this.lines.length;
      while (i > 0 && this.lines[i - 1].at > line.at) i--;
      if (i === this.lines.length) this.lines.push(line);
      else this.lines.splice(i, 0, line);
    }
    if (this.lines.length > MOST) {
      const over = this.lines.length - MOST;
      this.lines.splice(0, over);
      this.forgotten += over;
    }
    this.#tell();
  }

  lose(source, why) {
    this.gone.set(source, why);
    this.#tell();
  }

  end() {
    this.ended = true;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
