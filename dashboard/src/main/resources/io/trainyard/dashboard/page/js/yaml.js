// Which field each line of a YAML text belongs to. Understands the block style that our server writes.

/** Lines with their paths, as in spec.replicatedJobs[0].name */
export function linesOf(text) {
  const stack = [];
  let blockIndent = -1;
  return text.replace(/\n$/, "").split("\n").map((line) => {
    const indent = line.search(/\S/);
    if (indent < 0 || (blockIndent >= 0 && indent > blockIndent)) return { line, path: stack.at(-1)?.path ?? "" };
    blockIndent = -1;
    let rest = line.slice(indent);
    let at = indent;
    while (rest.startsWith("- ") || rest === "-") {
      // Items stand below their key or deeper; an item of the same list counts on.
      const list = stack.findLast((each) => each.item && each.indent === at);
      pop(stack, at, list);
      const parent = list ? list.parent : stack.at(-1)?.path ?? "";
      const index = list ? list.index + 1 : 0;
      if (list) stack.splice(stack.indexOf(list), stack.length);
      stack.push({ indent: at, item: true, index, parent, path: `${parent}[${index}]` });
      rest = rest.slice(2);
      at += 2;
    }
    // A text in quotes is a name only if the colon stands behind them; in one without quotes no space follows a colon.
    const [, quoted, plain] = /^(?:("(?:[^"\\]|\\.)*")|([^\s"].*?)):(?:\s|$)/.exec(rest) ?? [];
    const name = quoted ? JSON.parse(quoted) : plain;
    if (name !== undefined) {
      while (stack.length && stack.at(-1).indent >= at) stack.pop();
      const parent = stack.at(-1)?.path ?? "";
      stack.push({ indent: at, item: false, path: parent ? `${parent}.${name}` : name });
      if (/: \|-?$/.test(rest)) blockIndent = at;
    } else if (/^\|-?$/.test(rest)) {
      blockIndent = at - 1;
    }
    return { line, path: stack.at(-1)?.path ?? "" };
  });
}

function pop(stack, at, list) {
  while (stack.length && stack.at(-1) !== list && (stack.at(-1).indent > at || (stack.at(-1).item && stack.at(-1).indent === at))) stack.pop();
}

/** Who set a field, or the nearest one around it. */
export function originOf(origins, kind, path) {
  // Shorter each time, whatever a name holds.
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("."), at.lastIndexOf("[")))) {
    const found = origins[`${kind}/${at}`];
    if (found !== undefined) return found;
    if (at === "") return "";
  }
}
