// Buttons that change jobs; asked for once more before they do.

import { path, send } from "./api.js";
import { h } from "./dom.js";
import { key } from "./format.js";
import { notify } from "./notice.js";

const ACTIONS = [
  { title: "Suspend", question: "Suspend", fits: (job) => !job.suspended && !job.ended, run: (job) => send("POST", `${target(job)}/suspend`) },
  { title: "Resume", question: "Resume", fits: (job) => job.suspended && !job.ended, run: (job) => send("POST", `${target(job)}/resume`) },
  { title: "Delete", question: "Delete", danger: true, fits: () => true, run: (job) => send("DELETE", target(job)) },
];

const target = (job) => `jobs/${path(job.namespace, job.name)}`;

export function askActions(jobs, done) {
  return ACTIONS.filter((action) => jobs.some(action.fits)).map((action) =>
    h("button", { type: "button", class: action.danger ? "danger" : null, onclick: () => ask(action, jobs.filter(action.fits), done) }, action.title));
}

function ask(action, jobs, done) {
  const names = jobs.slice(0, 10).map(key).join(", ") + (jobs.length > 10 ? ` and ${jobs.length - 10} more` : "");
  const dialog = h("dialog", { "aria-label": action.question },
    h("form", { method: "dialog" },
      h("p", {}, `${action.question} ${jobs.length === 1 ? "this job" : `these ${jobs.length} jobs`}? `, h("code", {}, names)),
      action.danger ? h("p", { class: "soft" }, "Pods and what they have not stored are lost.") : null,
      h("div", {}, h("button", { value: "no" }, "Cancel"), " ", h("button", { value: "yes", class: action.danger ? "danger" : "main" }, action.question))));
  dialog.addEventListener("close", async () => {
    dialog.remove();
    if (dialog.returnValue !== "yes") return;
    const results = await Promise.allSettled(jobs.map(action.run));
    const failed = results.filter((result) => result.status === "rejected");
    if (failed.length > 0) notify(`${action.title}: ${failed.length} of ${jobs.length} failed. ${failed[0].reason.message}`);
    done();
  });
  document.body.append(dialog);
  dialog.showModal();
}
