// The editor: a text area, its text in colors below it, and a gutter with the numbers of the lines and the markers of
// what the analysis says about them.

/** Of a message: the class of its verdict. Errors are the loudest, then what is sequential. */
function classOf(message) {
  if (message.severity === "error") return "e";
  if (message.severity === "warning") return "n";
  const kind = kindOf(message.text);
  if (kind === "InsideParallel") return "i";
  if (kind === "NotWorthIt") return "w";
  return /^(loop|statements|call) runs? |^statements run |^loop nest reordered/.test(message.text) ? "p" : "s";
}
const LOUDEST = ["e", "n", "s", "w", "p", "i"];

/** "CarriedFlow" of "... [CarriedFlow]". */
function kindOf(text) { return text.match(/\[(\w+)\]$/)?.[1] ?? ""; }

class Editor {
  constructor(whenTyped) {
    this.text = byId("source");
    this.colors = byId("colored");
    this.gutter = byId("gutter");
    this.box = byId("editor");
    this.messages = new Map();
    this.balloon = new Balloon(this);
    this.text.addEventListener("input", () => {
      this.draw();
      whenTyped();
    });
    this.text.addEventListener("keydown", event => this.key(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.text) markEmitted(this.line);
    });
  }

  get source() { return this.text.value; }

  /** That of the caret. */
  get line() { return this.source.slice(0, this.text.selectionStart).split("\n").length; }

  /** Shows another source. */
  set source(value) {
    this.text.value = value;
    this.messages = new Map();
    this.box.scrollTo(0, 0);
    this.draw();
  }

  draw() {
    this.balloon.hide();
    this.colors.replaceChildren(...coloredLines(this.source).map((nodes, i) =>
      element("span", {className: "row " + this.classAt(i + 1)}, ...nodes, "\n")));
    this.drawGutter();
  }

  drawGutter() {
    const count = this.source.split("\n").length;
    this.gutter.replaceChildren(...Array.from({length: count}, (_, i) => this.marker(i + 1)));
  }

  classAt(line) {
    const classes = (this.messages.get(line) ?? []).map(classOf);
    return LOUDEST.find(each => classes.includes(each)) ?? "";
  }

  marker(line) {
    const its = this.messages.get(line);
    if (!its) return element("span", {}, String(line));
    const made = element("button", {type: "button", className: this.classAt(line), tabIndex: 0}, String(line));
    made.setAttribute("aria-label", `Line ${line}: ${its.map(each => each.text).join("; ")}`);
    made.setAttribute("aria-haspopup", "dialog");
    made.onclick = () => this.balloon.show(line, made, true);
    made.onmouseenter = () => this.balloon.show(line, made, false);
    made.onmouseleave = () => this.balloon.leave();
    return made;
  }

  /** `messages`: those with a place, each with its notes. */
  mark(messages) {
    this.messages = new Map();
    for (const each of messages) {
      if (!this.messages.has(each.line)) this.messages.set(each.line, []);
      this.messages.get(each.line).push(each);
    }
    this.draw();
  }

  /** Brings a line into view, with the caret in front of it. */
  goTo(line) {
    const at = this.source.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.text.focus({preventScroll: true});
    this.text.setSelectionRange(at, at);
    const row = this.colors.children[line - 1];
    if (!row) return;
    for (const each of this.colors.querySelectorAll(".here")) each.classList.remove("here");
    row.classList.add("here");
    row.scrollIntoView({block: "nearest", inline: "start"});
  }

  key(event) {
    if (event.key !== "F8") return;
    event.preventDefault();
    const lines = [...this.messages.keys()].sort((a, b) => a - b);
    const next = lines.find(line => line > this.line) ?? lines[0];
    if (next === undefined) return;
    this.goTo(next);
    this.balloon.show(next, this.gutter.children[next - 1], false);
  }
}

/** The remarks of a line beside its marker: while the mouse is there, or until Escape once it was clicked. */
class Balloon {
  constructor(editor) {
    this.editor = editor;
    this.host = byId("balloon");
    this.isKept = false;
    this.host.onmouseenter = () => clearTimeout(this.leaving);
    this.host.onmouseleave = () => this.leave();
    document.addEventListener("keydown", event => {
      if (event.key === "Escape" && !this.host.hidden) this.hide(this.isKept);
    });
    document.addEventListener("pointerdown", event => {
      if (!this.host.contains(event.target) && !event.target.closest?.(".gutter")) this.hide();
    });
  }

  show(line, marker, isKept) {
    clearTimeout(this.leaving);
    this.marker = marker;
    this.isKept = isKept;
    this.host.replaceChildren(element("ul", {}, ...this.editor.messages.get(line).map(messageItem)));
    this.host.hidden = false;
    const box = marker.getBoundingClientRect(), own = this.host.getBoundingClientRect();
    const left = Math.min(box.right + 8, document.documentElement.clientWidth - own.width - 8);
    const below = box.bottom + 4, fits = below + own.height < innerHeight;
    this.host.style.left = Math.max(8, left) + scrollX + "px";
    this.host.style.top = (fits ? below : Math.max(8, box.top - own.height - 4)) + scrollY + "px";
    if (isKept) this.host.focus({preventScroll: true});
  }

  leave() {
    if (!this.isKept) this.leaving = setTimeout(() => this.hide(), 250);
  }

  hide(returns = false) {
    this.host.hidden = true;
    if (returns) this.marker?.focus();
  }
}

