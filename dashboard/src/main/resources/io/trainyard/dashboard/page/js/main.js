import { get, rememberAntiForgery, send } from "./api.js";
import { empty, h, replace } from "./dom.js";
import { loginView } from "./login.js";
import { current, go } from "./router.js";
import { Store } from "./store.js";
import { applyTheme, toggleTheme } from "./theme.js";
import { controllerView } from "./view-controller.js";
import { jobView } from "./view-job.js";
import { jobsView } from "./view-jobs.js";
import { overviewView } from "./view-overview.js";
import { runtimesView } from "./view-runtimes.js";

const VIEWS = [["", "Overview", overviewView], ["jobs", "Jobs", jobsView], ["runtimes", "Runtimes", runtimesView], ["controller", "Controller", controllerView]];
const CONNECTION = { connecting: "connecting…", live: "live", lost: "disconnected, trying again", expired: "logged out", ended: "the run has ended" };
const KEYS = [["/", "search"], ["g o", "overview"], ["g j", "jobs"], ["g r", "runtimes"], ["g c", "controller"], ["j k ↑ ↓", "move in the list"], ["Enter", "open"], ["x Space", "choose, where jobs can be changed"], ["t", "light or dark"], ["?", "these keys"]];

const main = document.getElementById("main");
const store = new Store();
let session = null;
let view = null;

applyTheme();
document.getElementById("theme").addEventListener("click", toggleTheme);
window.addEventListener("hashchange", route);
window.addEventListener("keydown", keys);
store.addEventListener("connection", connection);
connection();
// A page that the browser keeps for "back" would go on holding its connections, of which there are six for all pages of a server.
window.addEventListener("pagehide", () => { store.close(); leave(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) begin(); });
begin();

async function begin() {
  try {
    enter(await get("session"));
  } catch (failure) {
    replace(main, empty("The server does not answer", `${failure.message} This page tries again.`));
    setTimeout(begin, 3000);
  }
}

function enter(answer) {
  session = answer;
  rememberAntiForgery(session.antiForgery);
  drawWho();
  if (session.known) {
    store.open();
    route();
  } else {
    login();
  }
}

function login(message) {
  leave();
  document.getElementById("nav").replaceChildren();
  view = loginView(main, { session, message, done: enter });
}

function leave() {
  view?.close();
  view = null;
}

function route() {
  if (!session?.known) return;
  const { parts } = current();
  drawNav(parts[0] ?? "");
  leave();
  const known = VIEWS.find(([name]) => name === (parts[0] ?? ""));
  if (parts[0] === "jobs" && parts.length >= 3) {
    document.title = `${parts[2]} – Trainyard`;
    view = jobView(main, { store, session }, parts.slice(1));
  } else if (known && parts.length <= 1) {
    document.title = `${known[1]} – Trainyard`;
    view = known[2](main, { store, session });
  } else {
    replace(main, empty("There is no such page", "Choose one above."));
  }
}

function drawNav(now) {
  replace(document.getElementById("nav"), VIEWS.map(([name, title]) => h("a", { href: `#/${name}`, "aria-current": name === now ? "page" : null }, title)));
}

function drawWho() {
  replace(document.getElementById("who"), session.user ? h("span", { class: "soft" }, session.user) : null,
    session.known && session.login === "token" ? h("button", { type: "button", class: "quiet", onclick: logout }, "Log out") : null);
}

async function logout() {
  store.close();
  await send("DELETE", "session").catch(() => {});
  location.reload();
}

function connection() {
  const place = document.getElementById("connection");
  place.dataset.state = store.connection;
  place.textContent = CONNECTION[store.connection];
  if (store.connection === "expired") {
    session = { ...session, known: false };
    login("You were logged out: the token has expired.");
  }
}

let prefix = "";

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) {
    if (event.key === "Escape" && event.target.matches("input")) event.target.blur();
    return;
  }
  const pair = prefix + event.key;
  prefix = event.key === "g" ? "g" : "";
  const action = {
    "/": () => view?.search?.(), t: toggleTheme, "?": help,
    go: () => go("#/"), gj: () => go("#/jobs"), gr: () => go("#/runtimes"), gc: () => go("#/controller"),
  }[pair];
  if (action) {
    event.preventDefault();
    action();
  }
}

function help() {
  const dialog = h("dialog", { "aria-label": "Keys" }, h("table", {}, KEYS.map(([key, text]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, text)))),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
