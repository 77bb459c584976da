// The page's own controls, and the start of everything.

root.classList.add("scripted");

const graph = new Graph();
const schedule = new Schedule();
showCurves();
setTheme(kept.get());

// Source: which verdicts are shown, all open or closed, and the way from one to the next.
const source = document.getElementById("source");
for (const box of source.querySelectorAll("[data-verdict]"))
  box.onchange = () => source.classList.toggle("hide-" + box.dataset.verdict, !box.checked);
const notes = () => [...source.querySelectorAll(".note")].filter(note => getComputedStyle(note).display !== "none");
document.getElementById("open-notes").onclick = () => { for (const note of notes()) note.open = true; };
document.getElementById("close-notes").onclick = () => { for (const note of notes()) note.open = false; };

function toNote(direction) {
  const all = notes(), here = all.indexOf(document.activeElement?.closest?.(".note"));
  const next = all[here < 0 ? (direction > 0 ? 0 : all.length - 1) : here + direction];
  if (!next) return;
  next.closest(".file").open = true;
  next.querySelector("summary").focus();
  next.scrollIntoView({block: "center", behavior: "auto"});
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === "n") toNote(1);
  if (event.key === "p") toNote(-1);
});

// A link to a line opens what hides it; a link to a schedule chooses its layer.
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  target.scrollIntoView({behavior: "auto", block: target.classList.contains("l") ? "center" : "start"});
}
addEventListener("hashchange", openTarget);
openTarget();
document.addEventListener("click", event => {
  const link = event.target.closest?.("[data-layer]");
  if (link) schedule.show(Number(link.dataset.layer));
});

// On paper: light, with everything open, and the whole of each picture.
let before = null;
addEventListener("beforeprint", () => {
  before = {theme: root.dataset.theme, closed: [...document.querySelectorAll("details:not([open])")]};
  for (const each of before.closed) each.open = true;
  root.dataset.theme = "light";
  for (const {view} of [graph, schedule]) {
    view.isPrinting = true;
    view.fit();
    view.drawNow();
  }
});
addEventListener("afterprint", () => {
  for (const each of before?.closed ?? []) each.open = false;
  graph.view.isPrinting = schedule.view.isPrinting = false;
  setTheme(before?.theme);
});

root.dataset.ready = "true";
globalThis.kasuri = {data, graph, schedule}; // for the console, and for the page's test
