// The parallel C, beside each line the one of the source that it comes from, by the line directives of the text.

const TABLE_ROWS = /^static const ks_(row|uint16|wait)\b.*\[\]/;

/** Whether a line of the output has at least half of the words of a line of the source, or is that line. */
function isOf(text, its) {
  if (its === undefined || text.trim() === its.trim()) return its !== undefined;
  const words = its.match(/\w+/g) ?? [];
  return words.length > 0 && 2 * words.filter(each => text.includes(each)).length >= words.length;
}

/**
 * [text, line of the source or null] for each line; the directives themselves are left out. Lines that Kasuri has added
 * behind a directive have the number that the directive gives them, but nothing of that line.
 */
function emittedLines(text) {
  const typed = editor.source.split("\n"), lines = [];
  let source = null;
  for (const each of text.split("\n")) {
    const directive = each.match(/^#line (\d+)(?: "(.*)")?$/);
    if (directive) {
      source = directive[2] === undefined || directive[2] === "playground.c" ? Number(directive[1]) : null;
      continue;
    }
    lines.push([each, source !== null && isOf(each, typed[source - 1]) ? source : null]);
    if (source !== null) ++source;
  }
  return lines;
}

function emittedRow(nodes, line) {
  const row = element("div", {className: "eline"}, line === null ? element("span") : lineLink(line, String(line)),
    element("code", {}, ...nodes));
  if (line !== null) row.dataset.line = line;
  return row;
}

/** Marks what comes from a line of the source, and brings the first of it into view. */
function markEmitted(line) {
  const panel = byId("parallel"), rows = [...panel.querySelectorAll(`.eline[data-line="${line}"]`)];
  for (const each of panel.querySelectorAll(".eline.here")) each.classList.remove("here");
  for (const each of rows) each.classList.add("here");
  if (!rows.length || panel.hidden) return;
  const box = rows[0].getBoundingClientRect(), own = panel.getBoundingClientRect();
  if (box.top < own.top || box.bottom > own.bottom) panel.scrollTop += box.top - own.top - own.height / 3;
}

/** Tables of schedules that follow each other are one folded part. */
function showEmitted(text) {
  const lines = emittedLines(text), colors = coloredLines(lines.map(([each]) => each).join("\n"));
  const host = byId("emitted");
  host.replaceChildren();
  let folded = null, isInTable = false;
  lines.forEach(([each, line], i) => {
    const begins = TABLE_ROWS.test(each), isAbout = /^\/\* task, part, /.test(each);
    if (begins || isAbout || isInTable) {
      if (!folded) {
        folded = element("details", {}, element("summary", {}, "/* tables of schedules */"));
        host.append(folded);
      }
      folded.append(emittedRow(colors[i], line));
      isInTable = begins ? !each.includes(";") : isInTable && each !== "};";
      return;
    }
    folded = null;
    host.append(emittedRow(colors[i], line));
  });
}

