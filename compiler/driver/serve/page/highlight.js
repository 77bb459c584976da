// C in colors: a list of [class, text] of a source. Nothing of it depends on the source being right.

const KEYWORDS = new Set(("alignas alignof auto break case const constexpr continue default do else enum extern for goto if " +
  "inline register restrict return sizeof static static_assert struct switch typedef typeof union volatile while " +
  "_Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local").split(" "));
const TYPES = new Set("bool char double float int long short signed unsigned void _Bool _Complex size_t ssize_t FILE".split(" "));
const PIECE = new RegExp([
  String.raw`(?<co>//(?:\\\n|[^\n])*|/\*[^]*?(?:\*/|(?![^])))`,
  String.raw`(?<st>"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?)`,
  String.raw`(?<nu>\.?\d(?:[eEpP][+-]|[\w.])*)`,
  String.raw`(?<word>[A-Za-z_]\w*)`,
  String.raw`(?<kw>^[ \t]*#[ \t]*\w*)`,
].join("|"), "gm");

function classOfWord(word) {
  if (KEYWORDS.has(word)) return "kw";
  return TYPES.has(word) || /^u?int\w*_t$/.test(word) ? "ty" : "";
}

function colored(source) {
  const pieces = [];
  let end = 0;
  for (const match of source.matchAll(PIECE)) {
    if (match.index > end) pieces.push(["", source.slice(end, match.index)]);
    const [kind, text] = Object.entries(match.groups).find(([, each]) => each !== undefined);
    pieces.push([kind === "word" ? classOfWord(text) : kind, text]);
    end = match.index + match[0].length;
  }
  if (end < source.length) pieces.push(["", source.slice(end)]);
  return pieces;
}

/** The lines of a source, each a list of nodes. */
function coloredLines(source) {
  const lines = [[]];
  for (const [kind, text] of colored(source))
    text.split("\n").forEach((part, i) => {
      if (i) lines.push([]);
      if (part) lines.at(-1).push(kind ? element("span", {className: kind}, part) : part);
    });
  return lines;
}

