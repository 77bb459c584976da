// The schedule of a layer for a number of cores: a lane for each core or group of cores, a bar for each row of the plan in the colour
// of its frequency level, the planned gaps in the pattern of their idle mode, and below it what was measured.

const LANE = {h: 26, measured: 12, gap: 12, left: 82, top: 26};
const STOPS = [0, 1, 2, 3, 4]; // colours of page.css from the fastest level to the slowest; others lie between
const IDLE = {spin: "spinning", gate: "clock gated", off: "power off"};

/** The rows of each core, or of the first core of each group, with the gap in front of each, and the measured ones. */
function lanesOf(layer, table) {
  let core = 0;
  const lanes = (table.groups ?? Array(table.workers).fill(1)).map((size, worker) => {
    core += size;
    return {worker, core: core - size, size, rows: [], measured: []};
  });
  for (const row of table.rows) lanes[row.worker].rows.push({...row, measured: false});
  for (const row of table.measured ?? [])
    if (lanes[row.worker]) lanes[row.worker].measured.push({...row, measured: true, parts: partsOf(table, row)});
  const height = LANE.h + (table.measured ? LANE.measured + 3 : 0);
  lanes.forEach((lane, i) => {
    lane.y = i * (height + LANE.gap);
    lane.h = height;
    let level = null; // a row without one keeps that of the row before
    lane.rows.forEach((row, k) => {
      level = row.level ?? level;
      Object.assign(row, {lane, index: k, y: lane.y, h: LANE.h, asked: row.level != null, level,
        idleFrom: k ? lane.rows[k - 1].startNs + lane.rows[k - 1].costNs : 0});
    });
    lane.measured.sort((a, b) => a.startNs - b.startNs);
    lane.measured.forEach((row, k) => Object.assign(row, {lane, index: k, y: lane.y + LANE.h + 3, h: LANE.measured}));
  });
  return lanes;
}

/** "core 3", or "cores 0–1" of a group. */
function coresOf(lane) {
  return lane.size > 1 ? `cores ${lane.core}–${lane.core + lane.size - 1}` : `core ${lane.core}`;
}

function partsOf(table, row) {
  return table.rows.find(each => each.task === row.task)?.parts ?? 1;
}

class ScheduleScene {
  axes = "x";
  rim = 6;
  margin = {left: LANE.left, top: LANE.top};

  constructor(layer, table, isWide = false) {
    this.layer = layer;
    this.table = table;
    this.isWide = isWide;
    this.lanes = lanesOf(layer, table);
    const ends = this.lanes.flatMap(lane => [...lane.rows, ...lane.measured].map(row => row.startNs + row.costNs));
    this.endNs = ends.reduce((most, each) => Math.max(most, each), table.makespanNs ?? 0) || 1;
    const last = this.lanes.at(-1);
    this.bottom = last.y + last.h + 10;
    this.height = Math.min(this.bottom + LANE.top, Math.max(320, innerHeight * 0.7));
  }

  bounds() { return {x: 0, y: 0, w: this.endNs, h: this.bottom}; }
  box(row) { return {x: row.startNs, y: row.y, w: Math.max(row.costNs, 0), h: row.h}; }
  place(row) { return this.layer.macroTasks[this.layer.tasks[row.task].members[0]]; }

  rowsAt(lane, y) { return y > lane.y + LANE.h + 1 ? lane.measured : lane.rows; }

  hit(x, y) {
    const lane = this.lanes.find(each => y >= each.y && y <= each.y + each.h);
    return lane ? this.rowsAt(lane, y).find(row => x >= row.startNs && x <= row.startNs + row.costNs) ?? null : null;
  }

  step(row, key) {
    const all = this.lanes.flatMap(lane => lane.measured.length ? [lane.rows, lane.measured] : [lane.rows])
      .filter(rows => rows.length);
    if (!row) return all[0]?.[0] ?? null;
    const own = row.measured ? row.lane.measured : row.lane.rows, at = all.indexOf(own);
    const middle = row.startNs + row.costNs / 2;
    const distance = each => Math.abs(each.startNs + each.costNs / 2 - middle);
    const nearest = rows => rows?.reduce((best, each) => distance(each) < distance(best) ? each : best) ?? null;
    switch (key) {
    case "ArrowLeft": return own[row.index - 1] ?? null;
    case "ArrowRight": return own[row.index + 1] ?? null;
    case "ArrowUp": return nearest(all[at - 1]);
    case "ArrowDown": return nearest(all[at + 1]);
    case "Home": return own[0];
    default: return own.at(-1);
    }
  }

  summary() {
    const {table, layer} = this, parts = [`${table.rows.length} rows on ${table.workers} cores, planned ` +
      `${duration(table.makespanNs)} against ${duration(layer.sequentialNs)} on one core`];
    if (table.simulatedNs != null) parts.push(`simulated ${duration(table.simulatedNs)}`);
    if (table.measuredNs != null) parts.push(`measured ${duration(table.measuredNs)} in ${table.measuredRuns} runs`);
    if (table.energyMj != null) parts.push(`${energy(table.energyMj)} (modeled)`);
    if (table.utilisation != null) parts.push(`cores busy ${percent(table.utilisation)} of the time`);
    if (this.isWide) parts.push("of a plan for more cores than the machine has, which is not emitted");
    return parts.join("; ");
  }

  describe(row) {
    const task = this.layer.tasks[row.task];
    const words = [`${row.measured ? "Measured" : "Planned"} on ${coresOf(row.lane)}: ${task.name}`];
    if (row.parts > 1) words.push(`, part ${row.part + 1} of ${row.parts}`);
    words.push(`, from ${moment(row.startNs)} for ${duration(row.costNs)} `);
    if (task.measuredNs != null)
      words.push(`(measured as a whole: ${duration(task.measuredNs)} ± ${duration(task.measuredDeviationNs)}, ` +
        `estimated ${duration(task.estimatedNs)}) `);
    const place = this.place(row);
    if (place) words.push("at ", sourceLink(place));
    if (row.measured) return words;
    words.push(`; ${levelText(row)}${row.level == null || row.asked ? "" : " as before"}`);
    if (row.startNs > row.idleFrom) words.push(`; before it ${IDLE[row.idle]} for ${duration(row.startNs - row.idleFrom)}`);
    if (row.nestedNs > 0)
      words.push(`; inner layers take ${duration(row.costNs * row.nestedNs / row.workNs)} of that on all cores of the group`);
    for (const wait of row.waits) {
      const awaited = this.awaited(wait);
      if (awaited) words.push(`; waits for ${this.layer.tasks[awaited.task].name} on ${coresOf(awaited.lane)}`);
    }
    return words;
  }

  awaited(wait) { return this.lanes[wait.worker]?.rows[wait.rows - 1]; }

  draw(pen) {
    const {ctx, margin} = pen;
    ctx.clearRect(0, 0, pen.width, pen.height);
    this.fills = new Fills(ctx);
    ctx.textBaseline = "middle";
    ctx.save();
    ctx.beginPath();
    ctx.rect(margin.left, 0, pen.width - margin.left, pen.height);
    ctx.clip();
    this.drawTicks(pen);
    ctx.beginPath();
    ctx.rect(margin.left, margin.top, pen.width - margin.left, pen.height - margin.top);
    ctx.clip();
    for (const lane of this.lanes) {
      if (lane.y > pen.sees.y + pen.sees.h || lane.y + lane.h < pen.sees.y) continue;
      for (const row of lane.rows) this.drawIdle(pen, row);
      for (const row of lane.rows) this.drawRow(pen, row);
      for (const row of lane.measured) this.drawRow(pen, row);
    }
    if (pen.chosen) this.drawChosen(pen, pen.chosen);
    ctx.restore();
    this.drawLabels(pen);
  }

  drawTicks(pen) {
    const {ctx, sees, margin} = pen;
    const rough = sees.w / Math.max(2, (pen.width - margin.left) / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough);
    ctx.font = "11px system-ui, sans-serif";
    ctx.lineWidth = 1;
    for (let at = Math.ceil(Math.max(0, sees.x) / step) * step; at <= sees.x + sees.w; at += step) {
      const x = Math.round(pen.x(at)) + 0.5;
      ctx.strokeStyle = colour("line");
      ctx.beginPath();
      ctx.moveTo(x, margin.top - 5);
      ctx.lineTo(x, pen.height);
      ctx.stroke();
      ctx.fillStyle = colour("quiet");
      ctx.fillText(at === 0 ? "0" : tickText(at, step), x + 3, 11);
    }
  }

  drawLabels(pen) {
    const {ctx} = pen;
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, pen.margin.top, pen.margin.left, pen.height);
    ctx.clip();
    for (const lane of this.lanes) {
      ctx.fillStyle = colour("text");
      ctx.font = "12px system-ui, sans-serif";
      ctx.fillText(coresOf(lane), 8, pen.y(lane.y + LANE.h / 2));
      if (!this.table.measured) continue;
      ctx.fillStyle = colour("quiet");
      ctx.font = "10px system-ui, sans-serif";
      ctx.fillText("measured", 8, pen.y(lane.y + LANE.h + 3 + LANE.measured / 2));
    }
    ctx.restore();
  }

  drawIdle(pen, row) {
    const from = pen.x(row.idleFrom), to = pen.x(row.startNs);
    if (to - from < 0.5 || from > pen.width || to < pen.margin.left) return;
    this.fills.idle(row.idle, from, pen.y(row.y) + 4, to - from, row.h - 8);
  }

  drawRow(pen, row) {
    const {ctx} = pen, from = pen.x(row.startNs), to = pen.x(row.startNs + row.costNs);
    if (from > pen.width || to < pen.margin.left) return;
    const y = pen.y(row.y), w = Math.max(1, to - from);
    const fill = row.measured ? colour("measured") : this.fills.level(row);
    ctx.fillStyle = fill;
    ctx.fillRect(from, y, w, row.h);
    if (w < 4) return;
    ctx.strokeStyle = colour("panel");
    ctx.lineWidth = 1;
    ctx.strokeRect(from + 0.5, y + 0.5, w - 1, row.h - 1);
    if (w < 34 || row.measured) return;
    const left = Math.max(from, pen.margin.left);
    ctx.font = "11px system-ui, sans-serif";
    ctx.fillStyle = inkOn(fill);
    const name = [this.layer.tasks[row.task].name.split("@")[0] + (row.parts > 1 ? ` ${row.part + 1}/${row.parts}` : ""),
      frequency(row)].filter(Boolean).join(", ");
    ctx.fillText(fitted(ctx, name, Math.min(to, pen.width) - left - 10), left + 5, y + row.h / 2);
  }

  drawChosen(pen, row) {
    const {ctx} = pen;
    ctx.strokeStyle = ctx.fillStyle = colour("focus");
    ctx.lineWidth = 3;
    ctx.strokeRect(pen.x(row.startNs), pen.y(row.y), Math.max(2, row.costNs * pen.scale.x), row.h);
    ctx.lineWidth = 1.5;
    for (const wait of row.waits ?? []) {
      const from = this.awaited(wait);
      if (!from) continue;
      const x1 = pen.x(from.startNs + from.costNs), x2 = pen.x(row.startNs);
      const y1 = pen.y(from.y + from.h / 2), y2 = pen.y(row.y + row.h / 2);
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.bezierCurveTo(x1 + 12, y1, x2 - 12, y2, x2, y2);
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(x1, y1, 3, 0, 7);
      ctx.fill();
    }
  }
}

function tickText(ns, step) {
  const [size, unit] = unitOf(ns);
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / size))));
  return (ns / size).toFixed(digits) + " " + unit;
}

/** The points of the clock of a row's core, fastest first; machines of which nothing is known have one of 1 kHz. */
function pointsOf(row) {
  const core = data.machine.cores[row.lane.core];
  return data.machine.domains[core?.domain ?? 0]?.points ?? [];
}

/** "1400 MHz", or nothing when it is not known. */
function frequency(row) {
  const khz = row.level == null ? 0 : pointsOf(row)[row.level]?.khz ?? 0;
  return khz > 1000 ? Math.round(khz / 1000) + " MHz" : "";
}

function levelText(row) {
  if (row.level == null) return "at the current frequency";
  return `level ${row.level}` + (frequency(row) ? ` (${frequency(row)})` : "");
}

/** Black or white, whichever can be read on the colour. */
function inkOn(background) {
  const [r, g, b] = background.match(/[0-9a-f]{2}/gi).map(each => parseInt(each, 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000000" : "#ffffff";
}

/** The colour at a place among the stops. */
function between(place) {
  const bytes = stop => colour("level-" + stop).match(/[0-9a-f]{2}/gi).map(each => parseInt(each, 16));
  const from = Math.min(STOPS.length - 2, Math.floor(place)), part = place - from;
  const [a, b] = [bytes(STOPS[from]), bytes(STOPS[from + 1])];
  return "#" + a.map((each, i) => Math.round(each + (b[i] - each) * part).toString(16).padStart(2, "0")).join("");
}

/** Colours of levels and patterns of idle modes. */
class Fills {
  constructor(ctx) {
    this.ctx = ctx;
  }

  level(row) {
    if (row.level == null) return colour("level-keep");
    const last = Math.max(1, pointsOf(row).length - 1);
    return between(Math.min(1, row.level / last) * (STOPS.length - 1));
  }

  /** Spinning: dense stripes; gated: thin ones, wide apart; off: an empty frame. */
  idle(mode, x, y, w, h) {
    const {ctx} = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.strokeStyle = colour(mode === "spin" ? "sequential" : "node-line");
    ctx.lineWidth = 1;
    if (mode === "off") ctx.setLineDash([3, 3]);
    ctx.stroke();
    ctx.clip();
    const step = mode === "spin" ? 5 : 12;
    const left = Math.max(x, -step), right = Math.min(x + w, ctx.canvas.width);
    ctx.beginPath();
    if (mode !== "off")
      for (let at = left - h - (left - x) % step; at < right; at += step) {
        ctx.moveTo(at, y + h);
        ctx.lineTo(at + h, y);
      }
    ctx.stroke();
    ctx.restore();
  }
}

/** The section: which layer, for how many cores. */
class Schedule {
  constructor() {
    const byId = id => document.getElementById(id);
    this.layerSelect = byId("schedule-layer");
    this.coresSelect = byId("schedule-cores");
    this.legendList = byId("schedule-legend");
    this.view = new View(byId("schedule-view"), byId("schedule-status"), "Schedule by core and time");
    this.layerSelect.onchange = () => this.show(Number(this.layerSelect.value));
    this.coresSelect.onchange = () => this.show(Number(this.layerSelect.value), Number(this.coresSelect.value));
    byId("schedule-fit").onclick = () => this.view.fit();
    byId("schedule-in").onclick = () => this.view.zoomAtChosen(1.6);
    byId("schedule-out").onclick = () => this.view.zoomAtChosen(1 / 1.6);
    this.load();
  }

  /** Shows what `data` has now. */
  load() {
    this.layers = data.layers.map((layer, index) => ({layer, index})).filter(({layer}) => layer.planned && layer.tables.length)
      .sort((a, b) => b.layer.estimatedShare - a.layer.estimatedShare);
    this.wide = new Map((data.widePlan?.layers ?? []).map(layer => [layer.candidate, layer]));
    this.layerSelect.replaceChildren();
    for (const {layer, index} of this.layers)
      this.layerSelect.append(element("option", {value: index}, `${layer.name} (${percent(layer.estimatedShare)})`));
    if (this.layers.length) this.show(this.layers[0].index);
    else this.sayNone();
  }

  sayNone() {
    this.coresSelect.replaceChildren();
    this.legendList.replaceChildren();
    this.view.say("The plan has no schedule.");
  }

  show(index, workers = Number(this.coresSelect.value)) {
    const layer = data.layers[index];
    if (!layer?.tables.length) return;
    const wide = this.wide.get(layer.candidate);
    const has = its => its?.tables.find(each => each.workers === workers);
    const isWide = !has(layer) && has(wide) != null;
    const table = has(layer) ?? has(wide) ?? layer.tables.at(-1);
    this.layerSelect.value = index;
    this.coresSelect.replaceChildren(...[...layer.tables, ...wide?.tables ?? []].map(each =>
      element("option", {value: each.workers}, each.workers + (layer.tables.includes(each) ? "" : " (simulated)"))));
    this.coresSelect.value = table.workers;
    this.view.show(new ScheduleScene(isWide ? wide : layer, table, isWide));
    this.legend(table);
  }

  legend(table) {
    const items = [];
    const seen = new Map();
    const fills = new Fills(null);
    for (const row of this.view.scene.lanes.flatMap(lane => lane.rows)) {
      const text = levelText(row) + (row.level === 0 ? ", the fastest" : "");
      if (!seen.has(text)) seen.set(text, {fill: fills.level(row), level: row.level ?? -1});
    }
    for (const [text, {fill}] of [...seen].sort((a, b) => a[1].level - b[1].level)) {
      const swatch = element("span", {className: "swatch"});
      swatch.style.background = fill;
      items.push(element("li", {}, swatch, text));
    }
    for (const [mode, text] of Object.entries(IDLE)) items.push(element("li", {}, this.swatch(mode), "idle: " + text));
    if (table.measured) {
      const swatch = element("span", {className: "swatch"});
      swatch.style.background = colour("measured");
      items.push(element("li", {}, swatch, "measured"));
    }
    this.legendList.replaceChildren(...items);
  }

  swatch(mode) {
    const canvas = element("canvas", {width: 52, height: 26});
    canvas.setAttribute("aria-hidden", "true");
    const ctx = canvas.getContext("2d");
    ctx.scale(2, 2);
    new Fills(ctx).idle(mode, 0.5, 0.5, 25, 12);
    return canvas;
  }
}
