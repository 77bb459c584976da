// The hierarchical macro-task graph: a layer's tasks in rows from top to bottom, every task below those that it
// waits for; a task that holds layers can be opened, and then contains their graphs.
//
// Layout, for each layer by itself and from the inside out (K. Sugiyama, S. Tagawa, M. Toda, 1981, without dummy
// nodes): a task's row is the longest chain to it; rows are ordered by the mean place of their neighbours; tasks
// then move towards their neighbours as far as their row allows. Very long rows are broken.

const NODE = {w: 148, h: 46, gapX: 22, gapY: 40, head: 24, pad: 14};
const SWEEPS = 4;

class Layout {
  /** `opened`: paths of opened tasks; `path`: of this layer, layers and tasks from the outside in. */
  constructor(layer, opened, path) {
    this.layer = layer;
    this.path = path;
    this.nodes = layer.tasks.map(task => this.makeNode(task, opened));
    this.edges = [];
    for (const task of layer.tasks) {
      for (const need of task.needs) this.join(need.task, task.id, {need});
      if (task.control) this.join(task.control.condition, task.id, {when: task.control.when, arm: task.control.arm});
    }
    this.rows = this.makeRows();
    for (let i = 0; i < SWEEPS; ++i) this.orderRows(i % 2 === 0);
    this.placeRows();
    for (let i = 0; i < SWEEPS; ++i) this.pull();
    this.finish();
  }

  makeNode(task, opened) {
    const path = this.path + "/" + task.id;
    const inside = task.inside.filter(id => !this.path.split("/").includes("L" + id));
    const node = {task, path, layer: this.layer, inside, layout: this, before: [], after: [], parts: null,
      w: NODE.w, h: NODE.h, x: 0, y: 0};
    if (!inside.length || !opened.has(path)) return node;
    node.parts = inside.map(id => new Layout(data.graph[id], opened, path + "/L" + id));
    node.w = Math.max(NODE.w, ...node.parts.map(part => part.w)) + 2 * NODE.pad;
    node.h = NODE.head + NODE.pad + node.parts.reduce((sum, part) => sum + part.h + NODE.head, 0);
    return node;
  }

  join(from, to, what) {
    const edge = {from: this.nodes[from], to: this.nodes[to], ...what};
    this.edges.push(edge);
    edge.from.after.push(edge.to);
    edge.to.before.push(edge.from);
  }

  /** Edges lead from lower to higher ids, so one pass finds the longest chains. */
  makeRows() {
    const ranks = [];
    for (const node of this.nodes) {
      node.rank = node.before.reduce((most, each) => Math.max(most, each.rank + 1), 0);
      (ranks[node.rank] ??= []).push(node);
    }
    const most = Math.max(6, Math.ceil(Math.sqrt(this.nodes.length) * 1.3));
    const rows = [];
    for (const rank of ranks)
      for (let i = 0; i < rank.length; i += most) rows.push(rank.slice(i, i + most));
    return rows;
  }

  orderRows(isDown) {
    this.number();
    for (const row of isDown ? this.rows : [...this.rows].reverse()) {
      for (const node of row) {
        const others = isDown ? node.before : node.after;
        node.wish = others.length ? others.reduce((sum, each) => sum + each.order / each.width, 0) / others.length
          : node.order / node.width;
      }
      row.sort((a, b) => a.wish - b.wish || a.task.id - b.task.id);
    }
    this.number();
  }

  number() {
    this.rows.forEach((row, r) => row.forEach((node, i) => {
      node.row = r;
      node.order = i;
      node.width = Math.max(1, row.length - 1);
    }));
  }

  placeRows() {
    this.number();
    let y = 0;
    for (const row of this.rows) {
      const width = row.reduce((sum, node) => sum + node.w + NODE.gapX, -NODE.gapX);
      let x = -width / 2;
      for (const node of row) {
        node.x = x;
        node.y = y;
        x += node.w + NODE.gapX;
      }
      y += Math.max(...row.map(node => node.h)) + NODE.gapY;
    }
  }

  /** Each task to the middle of its neighbours, as far as the others in its row let it. */
  pull() {
    for (const row of this.rows) {
      for (const node of row) {
        const others = [...node.before, ...node.after];
        node.wish = others.length
          ? others.reduce((sum, each) => sum + each.x + each.w / 2, 0) / others.length - node.w / 2 : node.x;
      }
      const fromLeft = [], fromRight = [];
      row.forEach((node, i) => {
        fromLeft[i] = i ? Math.max(node.wish, fromLeft[i - 1] + row[i - 1].w + NODE.gapX) : node.wish;
      });
      for (let i = row.length - 1; i >= 0; --i)
        fromRight[i] = i + 1 < row.length ? Math.min(row[i].wish, fromRight[i + 1] - row[i].w - NODE.gapX) : row[i].wish;
      row.forEach((node, i) => { node.x = (fromLeft[i] + fromRight[i]) / 2; });
    }
  }

  finish() {
    const left = this.nodes.reduce((least, node) => Math.min(least, node.x), Infinity);
    for (const node of this.nodes) node.x -= left;
    this.w = this.nodes.reduce((most, node) => Math.max(most, node.x + node.w), 0);
    this.h = this.nodes.reduce((most, node) => Math.max(most, node.y + node.h), 0);
    this.mostNs = this.nodes.reduce((most, node) => Math.max(most, node.task.estimatedNs ?? 0), 0);
  }

  /** All nodes at their places in the picture, outer ones first; edges and opened nodes by depth. */
  flatten(dx, dy, nodes, depths, depth = 0) {
    depths[depth] ??= {edges: [], frames: []};
    depths[depth].edges.push(...this.edges);
    for (const node of this.nodes) {
      node.x += dx;
      node.y += dy;
      nodes.push(node);
      if (node.parts) depths[depth].frames.push(node);
      let y = node.y + NODE.head;
      for (const part of node.parts ?? []) {
        part.head = {x: node.x + NODE.pad, y};
        part.flatten(node.x + (node.w - part.w) / 2, y + NODE.head, nodes, depths, depth + 1);
        y += part.h + NODE.head;
      }
    }
  }
}

class GraphScene {
  rim = 24;

  constructor(layer, opened, graph) {
    this.graph = graph;
    this.layout = new Layout(layer, opened, "L" + layer.id);
    this.nodes = [];
    this.depths = [];
    this.layout.flatten(0, 0, this.nodes, this.depths);
  }

  bounds() { return {x: 0, y: 0, w: this.layout.w, h: this.layout.h}; }
  box(node) { return node; }
  place(node) { return node.task; }
  open(node) { this.graph.toggle(node); }

  summary() {
    const layer = this.layout.layer;
    return `${layer.tasks.length} task${layer.tasks.length === 1 ? "" : "s"} of ${layer.function}, ` +
      `${fileName(layer.file)}:${layer.line}, ${percent(layer.estimatedShare)} of the program's time` +
      (layer.layer == null ? "; not in the plan" : "; in the plan");
  }

  hit(x, y) {
    for (let i = this.nodes.length - 1; i >= 0; --i) {
      const node = this.nodes[i];
      if (x >= node.x && x <= node.x + node.w && y >= node.y && y <= node.y + node.h) return node;
    }
    return null;
  }

  step(node, key) {
    if (!node) return this.nodes[0] ?? null;
    const {rows} = node.layout, row = rows[node.row];
    const nearest = others => others?.reduce((best, each) =>
      !best || Math.abs(each.x + each.w / 2 - node.x - node.w / 2) < Math.abs(best.x + best.w / 2 - node.x - node.w / 2)
        ? each : best, null);
    switch (key) {
    case "ArrowLeft": return row[node.order - 1] ?? null;
    case "ArrowRight": return row[node.order + 1] ?? null;
    case "ArrowUp": return nearest(node.before.length ? node.before : rows[node.row - 1]);
    case "ArrowDown": return nearest(node.parts ? node.parts[0].rows[0] : node.after.length ? node.after
      : rows[node.row + 1]);
    case "Home": return this.nodes[0];
    default: return this.layout.nodes.at(-1);
    }
  }

  describe(node) {
    const task = node.task, words = [];
    const say = text => words.push(text);
    say(`${taskName(task)}: ${task.kind}${task.calls.length ? " " + task.calls.join(", ") : ""}, `);
    say(sourceLink(task));
    say(`, ${duration(task.estimatedNs)} estimated`);
    if (task.split) say(", can be split by iteration");
    say(`. Starts ${task.earliest === "at once" ? "at once" : "after " + task.earliest}.`);
    for (const need of task.needs)
      if (need.variables.length)
        say(` From T${need.task}: ${need.variables.join(", ")}${need.bytes ? ` (${need.bytes} bytes)` : ""}` +
          `${need.aligned ? `, ${alignment(need.aligned)}` : ""}.`);
    if (node.inside.length)
      say(` Holds ${node.inside.length} layer${node.inside.length > 1 ? "s" : ""}: Enter ${node.parts ? "closes" : "opens"} it.`);
    return words;
  }

  draw(pen) {
    const {ctx, sees, scale} = pen;
    this.colours = Object.fromEntries(["node", "node-line", "edge", "text", "quiet", "focus", "frame", "cost", "planned"]
      .map(name => [name, colour(name)]));
    ctx.clearRect(0, 0, pen.width, pen.height);
    ctx.textBaseline = "middle";
    const isSeen = box => box.x < sees.x + sees.w && box.x + box.w > sees.x && box.y < sees.y + sees.h &&
      box.y + box.h > sees.y;
    for (const {edges, frames} of this.depths) { // an edge passes behind the frames of its layer
      for (const edge of edges) this.drawEdge(pen, edge, scale.x);
      for (const node of frames) if (isSeen(node)) this.drawFrame(pen, node);
    }
    for (const node of this.nodes) if (!node.parts && isSeen(node)) this.drawNode(pen, node, scale.x);
    if (pen.chosen && isSeen(pen.chosen)) this.drawChosen(pen, pen.chosen);
  }

  outline(pen, node) {
    const {ctx} = pen, s = pen.scale.x, x = pen.x(node.x), y = pen.y(node.y), w = node.w * s, h = node.h * s;
    ctx.beginPath();
    if (node.task.kind === "condition" && !node.parts) {
      ctx.moveTo(x + w / 2, y - 4 * s);
      ctx.lineTo(x + w, y + h / 2);
      ctx.lineTo(x + w / 2, y + h + 4 * s);
      ctx.lineTo(x, y + h / 2);
      ctx.closePath();
    } else {
      ctx.roundRect(x, y, w, h, (node.task.kind === "repetition" ? 16 : 3) * s);
    }
  }

  drawFrame(pen, node) {
    const {ctx} = pen, s = pen.scale.x;
    this.outline(pen, node);
    ctx.fillStyle = this.colours.frame;
    ctx.fill();
    ctx.strokeStyle = this.colours["node-line"];
    ctx.lineWidth = 1;
    ctx.stroke();
    if (s < 0.35) return;
    ctx.fillStyle = this.colours.text;
    ctx.font = `600 ${12 * s}px system-ui, sans-serif`;
    ctx.fillText(fitted(ctx, "▾ " + taskTitle(node.task), (node.w - 20) * s), pen.x(node.x + 10), pen.y(node.y + 14));
    ctx.fillStyle = this.colours.quiet;
    ctx.font = `${11 * s}px system-ui, sans-serif`;
    for (const part of node.parts)
      ctx.fillText(fitted(ctx, `${part.layer.function}, ${fileName(part.layer.file)}:${part.layer.line}`,
        (node.w - 20) * s), pen.x(part.head.x), pen.y(part.head.y + 13));
  }

  drawEdge(pen, edge, s) {
    const {ctx, sees} = pen, {from, to} = edge;
    const x1 = from.x + from.w / 2, y1 = from.y + from.h, x2 = to.x + to.w / 2, y2 = to.y;
    if (Math.max(y1, y2) < sees.y || Math.min(y1, y2) > sees.y + sees.h || Math.max(x1, x2) < sees.x ||
        Math.min(x1, x2) > sees.x + sees.w) return;
    const isChosen = pen.chosen === from || pen.chosen === to;
    ctx.strokeStyle = isChosen ? this.colours.focus : this.colours.edge;
    ctx.lineWidth = isChosen ? 2 : Math.max(0.4, Math.min(1.2, s * 1.5));
    ctx.setLineDash("when" in edge ? [5, 4] : []);
    ctx.beginPath();
    ctx.moveTo(pen.x(x1), pen.y(y1));
    const bend = Math.min(60, Math.max(14, (y2 - y1) / 2));
    if (s < 0.2) ctx.lineTo(pen.x(x2), pen.y(y2));
    else ctx.bezierCurveTo(pen.x(x1), pen.y(y1 + bend), pen.x(x2), pen.y(y2 - bend), pen.x(x2), pen.y(y2));
    ctx.stroke();
    ctx.setLineDash([]);
    if (s < 0.3) return;
    ctx.fillStyle = ctx.strokeStyle;
    ctx.beginPath();
    ctx.moveTo(pen.x(x2), pen.y(y2));
    ctx.lineTo(pen.x(x2 - 4), pen.y(y2 - 8));
    ctx.lineTo(pen.x(x2 + 4), pen.y(y2 - 8));
    ctx.fill();
    if ("when" in edge && s > 0.45) {
      ctx.font = `${11 * s}px system-ui, sans-serif`;
      const stays = edge.from.task.kind !== "condition"; // the task has not left the layer
      const outcome = stays ? "stays" : edge.arm === undefined ? (edge.when ? "true" : "false") : `arm ${edge.arm}`;
      ctx.fillText(outcome, pen.x(x2 + 7), pen.y(y2 - 12));
    }
  }

  drawNode(pen, node, s) {
    const {ctx} = pen, task = node.task;
    this.outline(pen, node);
    ctx.fillStyle = this.colours.node;
    ctx.fill();
    ctx.strokeStyle = this.colours["node-line"];
    ctx.lineWidth = Math.max(0.5, Math.min(1.3, s * 1.5));
    ctx.stroke();
    if (task.split) {
      ctx.save();
      ctx.clip();
      ctx.strokeStyle = this.colours.planned;
      ctx.lineWidth = 7 * s;
      ctx.stroke();
      ctx.restore();
    }
    if (task.kind === "subroutine" && s > 0.2)
      for (const x of [node.x + 7, node.x + node.w - 7]) {
        ctx.beginPath();
        ctx.moveTo(pen.x(x), pen.y(node.y));
        ctx.lineTo(pen.x(x), pen.y(node.y + node.h));
        ctx.stroke();
      }
    if (s < 0.35) return;
    this.drawTexts(pen, node, s);
  }

  drawTexts(pen, node, s) {
    const {ctx} = pen, task = node.task, inset = task.kind === "condition" ? 34 : 13, width = node.w - 2 * inset;
    ctx.fillStyle = this.colours.text;
    ctx.font = `600 ${12 * s}px system-ui, sans-serif`;
    ctx.fillText(fitted(ctx, (node.inside.length ? "▸ " : "") + taskTitle(task), width * s), pen.x(node.x + inset),
      pen.y(node.y + 14));
    ctx.fillStyle = this.colours.quiet;
    ctx.font = `${11 * s}px system-ui, sans-serif`;
    ctx.fillText(fitted(ctx, `:${task.line}  ${duration(task.estimatedNs)}`, width * s), pen.x(node.x + inset),
      pen.y(node.y + 29));
    const part = node.layout.mostNs > 0 ? task.estimatedNs / node.layout.mostNs : 0;
    ctx.fillStyle = this.colours.cost;
    ctx.fillRect(pen.x(node.x + inset), pen.y(node.y + 38), Math.max(1, part * width * s), 3 * s);
  }

  drawChosen(pen, node) {
    this.outline(pen, node);
    pen.ctx.strokeStyle = this.colours.focus;
    pen.ctx.lineWidth = 3;
    pen.ctx.stroke();
  }
}

/** Of chunks that wait for chunks, as the compiler says it. */
function alignment({before, after}) {
  if (!before && !after) return "aligned";
  return `aligned, halo ${before === after ? before : `${before} before and ${after} after`}`;
}

function taskName(task) { return (task.kind === "condition" ? "C" : "T") + task.id; }

function taskTitle(task) {
  const what = task.kind === "subroutine" && task.calls.length ? task.calls[0]
    : {block: "block", repetition: task.split ? "doall" : "loop", condition: "if", subroutine: "call"}[task.kind];
  return taskName(task) + " " + what;
}

/** The section: which layer is shown, and what of it is opened. */
class Graph {
  constructor() {
    const byId = id => document.getElementById(id);
    this.select = byId("graph-layer");
    this.opened = new Set();
    this.view = new View(byId("graph-view"), byId("graph-status"), "Macro-task graph");
    this.select.onchange = () => this.show(Number(this.select.value));
    byId("graph-up").onclick = () => this.up();
    byId("graph-fit").onclick = () => this.view.fit();
    byId("graph-in").onclick = () => this.view.zoomAtChosen(1.4);
    byId("graph-out").onclick = () => this.view.zoomAtChosen(1 / 1.4);
    byId("graph-collapse").onclick = () => { this.opened.clear(); if (this.layer) this.show(this.layer.id); };
    this.legend(byId("graph-legend"));
    this.load();
  }

  /** Shows what `data` has now. */
  load() {
    this.layer = null;
    this.opened.clear();
    this.holders = new Map();
    for (const layer of data.graph)
      for (const task of layer.tasks) for (const id of task.inside) if (!this.holders.has(id)) this.holders.set(id, layer.id);
    this.fillSelect();
    if (data.graph.length) this.show(Number(this.select.value));
    else this.view.say("The program has no macro-tasks.");
  }

  fillSelect() {
    this.select.replaceChildren();
    const byShare = [...data.graph].sort((a, b) => b.estimatedShare - a.estimatedShare);
    const group = (label, layers) => {
      if (!layers.length) return;
      const made = element("optgroup", {label});
      for (const layer of layers)
        made.append(element("option", {value: layer.id}, `${layer.function}, ${fileName(layer.file)}:${layer.line} ` +
          `(${layer.tasks.length} task${layer.tasks.length === 1 ? "" : "s"}, ${percent(layer.estimatedShare)})`));
      this.select.append(made);
    };
    group("In the plan", byShare.filter(layer => layer.layer != null));
    group("Outermost", byShare.filter(layer => layer.layer == null && !this.holders.has(layer.id)));
    group("Further in", byShare.filter(layer => layer.layer == null && this.holders.has(layer.id)));
  }

  show(id, chosenPath = null) {
    this.layer = data.graph[id];
    this.select.value = id;
    document.getElementById("graph-up").disabled = !this.holders.has(id);
    const scene = new GraphScene(this.layer, this.opened, this);
    this.view.show(scene, scene.nodes.find(node => node.path === chosenPath) ?? null);
  }

  toggle(node) {
    if (!node.inside.length) return;
    if (this.opened.has(node.path)) this.opened.delete(node.path);
    else this.opened.add(node.path);
    const scene = new GraphScene(this.layer, this.opened, this);
    this.view.replace(scene, node, scene.nodes.find(each => each.path === node.path));
  }

  /** The layer that holds this one, with this one's task chosen. */
  up() {
    const holder = this.holders.get(this.layer?.id);
    if (holder === undefined) return;
    const task = data.graph[holder].tasks.find(each => each.inside.includes(this.layer.id));
    this.show(holder, "L" + holder + "/" + task.id);
  }

  legend(list) {
    const items = ["rectangle: straight-line code (T)", "rounded: loop", "blue border: can be split by iteration",
      "side bars: call", "diamond: branch (C)", "▸ contains layers", "bar: estimated time relative to the longest task of its layer"];
    for (const text of items) list.append(element("li", {}, text));
  }
}
