// Speedup and energy over the number of cores, as SVG.

const CHART = {w: 560, h: 300, left: 48, right: 18, top: 16, bottom: 40};

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Round steps from 0 to at least `most`. */
function steps(most, wanted) {
  const rough = most / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(each => each * power).find(each => each >= rough);
  return Array.from({length: Math.ceil(most / step - 1e-9) + 1}, (_, i) => Number((i * step).toPrecision(6)));
}

/** `series`: {label, points: [[cores, value]], colour, dash, dots}. */
function chart(title, unit, series, planned) {
  const points = series.flatMap(each => each.points);
  const cores = points.map(([x]) => x), most = Math.max(...points.map(([, y]) => y)) || 1;
  const first = Math.min(...cores), last = Math.max(...cores, first + 1);
  const ticks = steps(most, 6), top = ticks.at(-1);
  const x = value => CHART.left + (value - first) / (last - first) * (CHART.w - CHART.left - CHART.right);
  const y = value => CHART.h - CHART.bottom - value / top * (CHART.h - CHART.top - CHART.bottom);
  const picture = svg("svg", {viewBox: `0 0 ${CHART.w} ${CHART.h}`, role: "img", "aria-label": title +
    "; the table below has the figures"});
  const text = (content, at, anchor, fill = "var(--quiet)") =>
    svg("text", {x: at[0], y: at[1], "text-anchor": anchor, fill, "font-size": 12}, content);
  for (const tick of ticks)
    picture.append(svg("line", {x1: CHART.left, x2: CHART.w - CHART.right, y1: y(tick), y2: y(tick), stroke: "var(--line)"}),
      text(String(tick), [CHART.left - 6, y(tick) + 4], "end"));
  const stride = Math.ceil((last - first + 1) / 16);
  for (let core = first; core <= last; core += stride) picture.append(text(String(core), [x(core), CHART.h - 22], "middle"));
  picture.append(text("cores", [CHART.w - CHART.right, CHART.h - 6], "end"));
  if (planned >= first && planned < last)
    picture.append(svg("line", {x1: x(planned), x2: x(planned), y1: CHART.top, y2: CHART.h - CHART.bottom, stroke: "var(--quiet)",
      "stroke-dasharray": "2 3"}), text("planned for", [x(planned) + 5, CHART.h - CHART.bottom - 6], "start"));
  for (const each of series) {
    const line = each.points.map(([a, b], i) => (i ? "L" : "M") + x(a) + " " + y(b)).join("");
    picture.append(svg("path", {d: line, fill: "none", stroke: each.colour, "stroke-width": 2, "stroke-dasharray": each.dash ?? ""}));
    if (each.dots)
      for (const [a, b] of each.points)
        picture.append(svg("circle", {cx: x(a), cy: y(b), r: 3, fill: each.colour},
          svg("title", {}, `${a} core${a === 1 ? "" : "s"}: ${b} ${unit}`)));
  }
  const legend = element("ul", {className: "legend"}, ...series.map(each => {
    const sample = svg("svg", {width: 28, height: 10, "aria-hidden": "true", class: "line-sample"},
      svg("line", {x1: 0, x2: 28, y1: 5, y2: 5, stroke: each.colour, "stroke-width": 2, "stroke-dasharray": each.dash ?? ""}));
    return element("li", {}, sample, each.label);
  }));
  return element("figure", {}, element("figcaption", {}, `${title} (${unit})`), picture, legend);
}

function showCurves() {
  const host = document.getElementById("curves-view");
  host.replaceChildren();
  const limit = data.speedupLimit.filter(each => each.limit != null).map(each => [each.cores, each.limit]);
  const simulated = (data.curves ?? []).filter(each => each.speedup != null).map(each => [each.cores, each.speedup]);
  const [size, unit] = energyUnit(Math.max(0, ...(data.curves ?? []).map(each => each.energyMj ?? 0)));
  const spent = (data.curves ?? []).filter(each => each.energyMj != null).map(each => [each.cores, each.energyMj / size]);
  const most = Math.max(1, ...limit.map(([cores]) => cores), ...simulated.map(([cores]) => cores));
  const series = [], planned = data.machine.cores.length;
  if (limit.length) {
    const least = Math.max(...limit.map(([, value]) => value), ...simulated.map(([, value]) => value));
    const ideal = Math.min(most, steps(least, 6).at(-1)); // where it leaves the picture
    series.push({label: "ideal", points: [[1, 1], [ideal, ideal]],
      colour: "var(--quiet)", dash: "1 4"},
      {label: "limit of the plan (Amdahl)", points: limit, colour: "var(--planned)", dash: simulated.length ? "7 4" : "",
        dots: limit.length < 40});
  }
  if (simulated.length)
    series.push({label: "simulated", points: simulated, colour: "var(--sequential)", dots: simulated.length < 40});
  if (series.length) host.append(chart("Speedup over one core", "×", series, planned));
  if (spent.length)
    host.append(chart("Energy of one run, modeled", unit, [{label: "energy (modeled)", points: spent,
      colour: "var(--measured)", dots: spent.length < 40}], planned));
}
