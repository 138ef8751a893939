import { h } from "./dom.js";

export const STATES = ["Running", "Ending", "Starting", "Initializing", "Pending", "Created", "Suspended", "Failed", "Complete"];

const SIGNS = {
  Running: "●", Ending: "◑", Starting: "◐", Initializing: "⇣", Pending: "○", Created: "◌", Suspended: "‖", Failed: "✕", Complete: "✓",
  Succeeded: "✓", Waiting: "○", Ended: "■",
};
const LIKE = { Succeeded: "Complete", Waiting: "Pending", Ended: "Suspended" };

/** A state, told by a sign and a word; the colour only helps. */
export function state(name) {
  const known = Object.hasOwn(SIGNS, name);
  return h("span", { class: `state${known ? ` s-${LIKE[name] ?? name}` : ""}`, "data-sign": known ? SIGNS[name] : "·" }, name);
}
