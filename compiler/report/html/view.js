// A picture on a canvas that can be moved, zoomed and walked through with the keyboard.
//
// A *scene* says what is there:
//   bounds()           {x, y, w, h} of all of it, in its own units
//   draw(pen)          draws what pen.sees; pen.ctx is in CSS pixels, pen.x(…) and pen.y(…) map to them
//   hit(x, y)          the item at a place, or null
//   box(item)          {x, y, w, h} of an item
//   step(item, key)    the item that an arrow key leads to from this one (null: none chosen yet)
//   describe(item)     a node list for the status line: what the item is
//   place(item)        {file, line, endLine} in the source, or null
//   open(item)         what Enter and a double click do; optional
//   margin             {left, top} pixels that stay where they are; axes: zoom "x" alone or "xy"

/** The value of a colour of page.css as the theme has it now. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** The unit that suits a number of nanoseconds: its size and name. */
function unitOf(ns) {
  return [[1e9, "s"], [1e6, "ms"], [1e3, "us"]].find(([each]) => ns >= each) ?? [1, "ns"];
}

/** "3.4 ms" of nanoseconds, as the remarks write it. */
function duration(ns) {
  if (ns == null) return "unknown";
  const [size, unit] = unitOf(ns);
  return (ns / size).toFixed(size > 1 && ns / size < 9.95 ? 1 : 0) + " " + unit;
}

/** The same with five digits, for a moment. */
function moment(ns) {
  const [size, unit] = unitOf(ns);
  return Number((ns / size).toPrecision(5)) + " " + unit;
}

/** The unit that suits a number of millijoules: its size in mJ, and its name. */
function energyUnit(mj) {
  return [[1e3, "J"], [1, "mJ"], [1e-3, "uJ"]].find(([each]) => mj >= each) ?? [1e-6, "nJ"];
}

function energy(mj) {
  const [size, unit] = energyUnit(mj);
  return Number((mj / size).toPrecision(3)) + " " + unit;
}

function percent(share) {
  const value = Math.min(100, share * 100);
  return (value >= 9.95 ? value.toFixed(0) : Number(value.toPrecision(2))) + " %";
}

function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An element with properties and children; text stays text. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** "a.c:12–20" */
function placeText(place) {
  return fileName(place.file) + ":" + place.line + (place.endLine > place.line ? "–" + place.endLine : "");
}

class View {
  constructor(host, status, label) {
    this.host = host;
    this.status = status;
    this.canvas = element("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.words = element("p", {className: "quiet", hidden: true});
    host.append(this.canvas, this.words);
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.setAttribute("aria-label", label);
    host.setAttribute("aria-describedby", status.id);
    this.scene = null;
    this.chosen = null;
    this.scale = {x: 1, y: 1};
    this.origin = {x: 0, y: 0};
    this.isPrinting = false;
    this.listen();
  }

  /** Shows another scene, all of it. */
  show(scene, chosen = null) {
    this.canvas.hidden = false;
    this.words.hidden = true;
    this.scene = scene;
    this.chosen = chosen;
    this.fit();
    this.tell();
  }

  /** Shows words instead, where there is no scene. */
  say(text) {
    this.scene = this.chosen = null;
    this.canvas.hidden = true;
    this.words.hidden = false;
    this.words.textContent = text;
    this.status.replaceChildren();
  }

  /** Shows another form of the scene without moving: `kept` stays where `before` was. */
  replace(scene, before, kept) {
    const x = (before.x - this.origin.x) * this.scale.x, y = (before.y - this.origin.y) * this.scale.y;
    this.scene = scene;
    this.chosen = kept;
    this.origin = {x: kept.x - x / this.scale.x, y: kept.y - y / this.scale.y};
    this.draw();
    this.tell();
  }

  get size() {
    const margin = this.scene?.margin ?? {left: 0, top: 0};
    return {w: Math.max(10, this.host.clientWidth - margin.left), h: Math.max(10, this.height - margin.top)};
  }

  /** As high as the whole picture needs at the window's width, within bounds. */
  get height() {
    if (this.scene?.height) return this.scene.height;
    const most = Math.min(700, Math.max(320, innerHeight * 0.7));
    if (!this.scene) return most;
    const all = this.scene.bounds(), rim = 2 * (this.scene.rim ?? 0);
    const scale = Math.min(1, (this.host.clientWidth - rim) / Math.max(all.w, 1e-9));
    return Math.min(most, Math.max(240, Math.ceil(all.h * scale + rim)));
  }

  fit() {
    if (!this.scene) return;
    const all = this.scene.bounds(), size = this.size, rim = this.scene.rim ?? 0;
    const x = (size.w - 2 * rim) / Math.max(all.w, 1e-9);
    const y = (size.h - 2 * rim) / Math.max(all.h, 1e-9);
    if (this.scene.axes === "x") {
      this.scale = {x, y: 1};
      this.origin = {x: all.x - rim / x, y: all.y};
    } else {
      const both = Math.min(x, y, 1);
      this.scale = {x: both, y: both};
      this.origin = {x: all.x + all.w / 2 - size.w / both / 2,
        y: all.h * both < size.h - 2 * rim ? all.y - rim / both : all.y + all.h / 2 - size.h / both / 2};
    }
    this.draw();
  }

  zoom(factor, px = this.size.w / 2, py = this.size.h / 2) {
    if (!this.scene) return;
    const isTime = this.scene.axes === "x";
    const limit = isTime ? [1e-12, 1e6] : [0.005, 4];
    const before = {x: this.origin.x + px / this.scale.x, y: this.origin.y + py / this.scale.y};
    this.scale.x = Math.min(limit[1], Math.max(limit[0], this.scale.x * factor));
    if (!isTime) this.scale.y = this.scale.x;
    this.origin.x = before.x - px / this.scale.x;
    if (!isTime) this.origin.y = before.y - py / this.scale.y;
    this.draw();
  }

  pan(dx, dy) {
    this.origin.x -= dx / this.scale.x;
    this.origin.y -= dy / this.scale.y;
    this.clamp();
    this.draw();
  }

  /** The picture never leaves the frame altogether. */
  clamp() {
    const all = this.scene.bounds(), size = this.size;
    const w = size.w / this.scale.x, h = size.h / this.scale.y;
    this.origin.x = Math.min(all.x + all.w - w * 0.1, Math.max(all.x - w * 0.9, this.origin.x));
    this.origin.y = this.scene.axes === "x"
      ? Math.max(all.y, Math.min(all.y + all.h - h, this.origin.y))
      : Math.min(all.y + all.h - h * 0.1, Math.max(all.y - h * 0.9, this.origin.y));
  }

  /** Chooses an item, tells what it is, and brings it into view. */
  choose(item) {
    this.chosen = item;
    this.tell();
    if (item) this.reveal(this.scene.box(item));
    this.draw();
  }

  reveal(box) {
    const size = this.size;
    for (const [axis, extent, length] of [["x", size.w, box.w], ["y", size.h, box.h]]) {
      if (axis === "y" && this.scene.axes === "x" && this.scene.bounds().h <= extent) continue;
      const from = (box[axis] - this.origin[axis]) * this.scale[axis];
      const to = from + length * this.scale[axis];
      if (from < 0 || (to > extent && to - from < extent))
        this.origin[axis] = box[axis] + length / 2 - extent / this.scale[axis] / 2;
    }
  }

  tell() {
    this.status.replaceChildren(...(this.chosen ? this.scene.describe(this.chosen) : [this.scene.summary()]));
  }

  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    this.isDue = false;
    if (!this.scene) return;
    const ratio = this.isPrinting ? 2 : devicePixelRatio || 1;
    const width = this.host.clientWidth, height = this.height;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.height = height + "px";
    const ctx = this.canvas.getContext("2d");
    ctx.scale(ratio, ratio);
    const margin = this.scene.margin ?? {left: 0, top: 0};
    const size = this.size;
    this.scene.draw({
      ctx, width, height, margin, scale: this.scale, chosen: this.chosen,
      x: value => margin.left + (value - this.origin.x) * this.scale.x,
      y: value => margin.top + (value - this.origin.y) * this.scale.y,
      sees: {x: this.origin.x, y: this.origin.y, w: size.w / this.scale.x, h: size.h / this.scale.y},
    });
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect(), margin = this.scene.margin ?? {left: 0, top: 0};
    const px = event.clientX - box.left - margin.left, py = event.clientY - box.top - margin.top;
    return {px, py, x: this.origin.x + px / this.scale.x, y: this.origin.y + py / this.scale.y};
  }

  listen() {
    let drag = null;
    this.canvas.addEventListener("pointerdown", event => {
      drag = {x: event.clientX, y: event.clientY, moved: 0};
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", event => {
      if (!drag) return;
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      drag = {x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(dx) + Math.abs(dy)};
      this.pan(dx, dy);
    });
    this.canvas.addEventListener("pointerup", event => {
      if (drag && drag.moved < 4) {
        const place = this.at(event);
        this.choose(this.scene.hit(place.x, place.y));
      }
      drag = null;
    });
    this.canvas.addEventListener("pointercancel", () => { drag = null; });
    this.canvas.addEventListener("dblclick", event => {
      const place = this.at(event), item = this.scene.hit(place.x, place.y);
      if (item) this.scene.open?.(item);
    });
    this.canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
      event.preventDefault();
      const place = this.at(event);
      this.zoom(Math.exp(-event.deltaY / 300), place.px, place.py);
    }, {passive: false});
    this.host.addEventListener("keydown", event => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.host);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scene) return;
    const keys = {
      "+": () => this.zoomAtChosen(1.4), "=": () => this.zoomAtChosen(1.4), "-": () => this.zoomAtChosen(1 / 1.4),
      "0": () => this.fit(), "Escape": () => this.choose(null),
      "Enter": () => this.chosen && this.scene.open?.(this.chosen),
      "s": () => this.toSource(),
    };
    for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"])
      keys[arrow] = () => {
        const next = this.scene.step(this.chosen, arrow);
        if (next) this.choose(next);
      };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  zoomAtChosen(factor) {
    if (!this.chosen) return this.zoom(factor);
    const box = this.scene.box(this.chosen);
    this.zoom(factor, (box.x + box.w / 2 - this.origin.x) * this.scale.x,
      (box.y + box.h / 2 - this.origin.y) * this.scale.y);
  }

  toSource() {
    const place = this.chosen && this.scene.place(this.chosen);
    const link = place && sourceLink(place);
    if (link instanceof HTMLElement) link.click();
  }
}

/** Text cut to a width, with an ellipsis. */
function fitted(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 0 && ctx.measureText(text.slice(0, length) + "…").width > width) --length;
  return length > 0 ? text.slice(0, length) + "…" : "";
}
