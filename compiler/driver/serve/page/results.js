// The tabs, and what is in them.

/** Messages with their notes below them, in the order in which they were printed. */
function grouped(messages) {
  const groups = [];
  for (const each of messages)
    if (each.severity === "note" && groups.length) groups.at(-1).notes.push(each);
    else groups.push({...each, notes: []});
  return groups;
}

/** A text whose last word may name an obstacle, which has a page if the documentation is installed. */
function withKind(text) {
  const kind = kindOf(text);
  if (!kind) return [text];
  const word = facts.obstacles.includes(kind)
    ? element("a", {href: "obstacles/" + kind, target: "_blank", rel: "noopener"}, kind) : kind;
  return [text.slice(0, -kind.length - 2), element("span", {className: "kind"}, word)];
}

function placed(message, ...text) {
  return message.line ? [lineLink(message.line, "line " + message.line), ": ", ...text] : text;
}

function messageItem(message) {
  const notes = message.notes.map(note => note.text.startsWith("help: ")
    ? element("li", {className: "help"}, "What helps: " + note.text.slice(6))
    : element("li", {}, ...placed(note, ...withKind(note.text))));
  const severity = ["error", "warning"].includes(message.severity) ? message.severity + ": " : "";
  return element("li", {className: message.severity === "summary" ? "" : classOf(message)},
    ...placed(message, severity, ...withKind(message.text)), ...(notes.length ? [element("ul", {}, ...notes)] : []));
}

class Tabs {
  constructor() {
    this.tabs = [...document.querySelectorAll('[role="tab"]')];
    for (const tab of this.tabs) {
      tab.onclick = () => this.show(tab);
      tab.onkeydown = event => this.key(event, tab);
    }
    this.show(this.tabs[0]);
  }

  show(shown) {
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === shown));
      tab.tabIndex = tab === shown ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = tab !== shown;
    }
    graph?.view.fit(); // a hidden picture has no size
    schedule?.view.fit();
  }

  key(event, tab) {
    const at = this.tabs.indexOf(tab), count = this.tabs.length;
    const next = {ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1}[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.show(this.tabs[next]);
    this.tabs[next].focus();
  }
}

/** The cores of the schedule, as a slider over the tables of the layer. */
class Cores {
  constructor() {
    this.slider = byId("cores");
    this.shown = byId("cores-shown");
    this.slider.oninput = () => {
      schedule.show(Number(schedule.layerSelect.value), Number(this.slider.value));
      this.tell();
    };
    schedule.layerSelect.addEventListener("change", () => this.load());
  }

  /** For the layer that is shown now. */
  load() {
    const counts = [...schedule.coresSelect.options].map(each => Number(each.value));
    this.slider.disabled = counts.length < 2;
    if (counts.length) {
      const wanted = Number(this.slider.value);
      this.slider.min = Math.min(...counts);
      this.slider.max = Math.max(...counts);
      this.slider.value = wanted;
      schedule.show(Number(schedule.layerSelect.value), Number(this.slider.value));
    }
    this.tell();
  }

  tell() {
    this.shown.textContent = schedule.view.scene?.table.workers ?? "–";
  }
}

/** Shows an answer of the server. */
function showResult(result) {
  const groups = grouped(result.messages);
  editor.mark(groups.filter(each => each.line));
  byId("messages").replaceChildren(...groups.map(messageItem));
  const isDone = result.report !== null;
  document.body.classList.toggle("stale", !isDone);
  if (!isDone) return;
  data = {...result.report, widePlan: undefined}; // the slider says for how many cores is planned
  graph.load();
  schedule.load();
  cores.load();
  showCurves();
  byId("no-curves").hidden = byId("curves-view").childElementCount > 0;
  showEmitted(result.parallel);
}

