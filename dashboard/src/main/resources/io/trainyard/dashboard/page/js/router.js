// The address after "#" says what is shown, filters included, so that it can be sent to somebody.

export function current() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  let parts;
  try {
    parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    parts = [];
  }
  return { parts, query: new URLSearchParams(query) };
}

/** Changes the part behind "?", without a new entry in the history. */
export function setQuery(values) {
  const { query } = current();
  for (const [name, value] of Object.entries(values)) {
    if (value === "" || value === null || value === undefined || value === false) query.delete(name);
    else query.set(name, value);
  }
  const path = location.hash.split("?")[0] || "#/";
  const text = query.toString();
  history.replaceState(null, "", path + (text ? `?${text}` : ""));
}

export function go(hash) {
  location.hash = hash;
}
