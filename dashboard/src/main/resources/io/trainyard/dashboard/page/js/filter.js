// Which jobs are shown; the same words as the parameters of the server's list.

export const FIELDS = ["namespace", "state", "runtime", "framework", "queue", "owner"];

export const valueOf = (row, field) => row[field] ?? "";

export function filter(rows, query) {
  const wanted = FIELDS.filter((field) => query.get(field)).map((field) => [field, new Set(query.get(field).split(","))]);
  const words = (query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const labels = terms(query.get("labels") ?? "");
  return rows.filter((row) =>
    wanted.every(([field, values]) => values.has(valueOf(row, field)))
    && labels.every((term) => matches(row.labels ?? {}, term))
    && (words.length === 0 || words.every((word) => text(row).includes(word))));
}

// Rows are replaced when they change, so what was worked out for one holds as long as it.
const texts = new WeakMap();

function text(row) {
  let known = texts.get(row);
  if (known === undefined) {
    known = [row.namespace, row.name, row.state, row.runtime, row.framework, row.queue, row.owner, row.sentence].join("\n").toLowerCase();
    texts.set(row, known);
  }
  return known;
}

function terms(selector) {
  return selector.split(",").map((term) => term.trim()).filter(Boolean).map((term) => {
    const [, not, name, operator, value] = /^(!?)([^=!]+)(!?==?)?(.*)$/.exec(term) ?? [];
    return { name: (name ?? "").trim(), value: operator ? value.trim() : null, equal: !not && operator !== "!=" };
  });
}

function matches(labels, { name, value, equal }) {
  const found = value === null ? Object.hasOwn(labels, name) : labels[name] === value;
  return found === equal;
}

/** The values that there are, the most frequent first. */
export function choices(rows, field) {
  const counts = new Map();
  for (const row of rows) {
    const value = valueOf(row, field);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
