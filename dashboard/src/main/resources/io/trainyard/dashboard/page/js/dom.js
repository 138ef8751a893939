// Elements are made with text, never with markup: what a user named a job stays a name.

/** Makes an element. Properties that begin with "on" are listeners, "vars" are custom properties of CSS, false and null are left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [v, text] of Object.entries(value)) element.style.setProperty(v, text);
    else if (name === "href" && !safe(value)) continue;
    else if (name === "value") element.value = value;
    else element.setAttribute(name === "class" ? "class" : name, value === true ? "" : String(value));
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A link goes to our own page, or to the web; never to a script. */
function safe(href) {
  return /^(#|https?:\/\/|[\w./?=&%-]*$)/.test(href) && !/^\s*javascript:/i.test(href);
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Runs a task at most once a frame, however often it is asked for. A hidden page draws when it is shown. */
export function perFrame(task) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; task(); });
  };
}

export function empty(title, text) {
  return h("p", { class: "empty" }, h("strong", {}, title), text);
}

export function table(heads, rows) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
    h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", class: head.n ? "n" : null }, head.text ?? head)))),
      h("tbody", {}, rows)));
}
