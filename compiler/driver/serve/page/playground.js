// The start of everything: what is typed is analyzed shortly after, and the answer shown.

const PAUSE_MS = 400; // after the last key
const page = crypto.getRandomValues(new Uint32Array(2)).join("-");
const state = byId("state"), flags = byId("flags"), sample = byId("sample");

let running = null; // the AbortController of the request that is on its way
let timer = 0;

function say(text) { state.textContent = text; }

async function ask(signal) {
  const answer = await fetch("analyze", {method: "POST", signal, headers: {"Content-Type": "application/json"},
    body: JSON.stringify({page, source: editor.source, flags: flags.value})});
  if (answer.status === 409) return null; // a newer request of this page
  if (!answer.ok) throw new Error("the server refuses this: " + (await answer.text()).trim());
  return answer.json();
}

/** What is typed survives that the page is loaded again, as long as its tab is open. */
const draft = {
  get() {
    const isAgain = performance.getEntriesByType("navigation")[0]?.type === "reload";
    try { return isAgain ? JSON.parse(sessionStorage.getItem("kasuri-draft")) : null; } catch { return null; }
  },
  set(typed) { try { sessionStorage.setItem("kasuri-draft", JSON.stringify(typed)); } catch { /* it need not */ } },
};

async function analyze() {
  clearTimeout(timer);
  draft.set({source: editor.source, flags: flags.value});
  running?.abort();
  const own = running = new AbortController();
  say("Analyzing");
  try {
    const result = await ask(own.signal);
    if (own !== running || !result) return;
    showResult(result);
    const counts = ["error", "warning"].map(kind => [kind, result.messages.filter(each => each.severity === kind).length]);
    const bad = counts.filter(([, count]) => count).map(([kind, count]) => `${count} ${kind}${count > 1 ? "s" : ""}`);
    say([...bad, `analyzed in ${result.milliseconds} ms`].join(", "));
  } catch (problem) {
    if (own !== running || problem.name === "AbortError") return;
    document.body.classList.add("stale");
    say(problem instanceof TypeError ? "The server does not answer: has `kasuri serve` been ended?" : problem.message);
  }
}

function analyzeSoon() {
  clearTimeout(timer);
  timer = setTimeout(analyze, PAUSE_MS);
}

function load(source, options) {
  editor.source = source;
  flags.value = options;
  sample.value = facts.samples.find(each => each.text === source)?.name ?? "";
  return analyze();
}

/** The source of the address, or else the first sample. */
async function loadAddress() {
  const shared = await fromFragment(location.hash);
  if (shared) return load(shared.source, shared.flags);
  if (!editor.source) return load(facts.samples[0].text, "-O3");
}

async function share() {
  const fragment = await toFragment({source: editor.source, flags: flags.value});
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(fragment);
    say("Copied what follows the '#' of the address: put it behind the address of any playground");
  } catch {
    say("The address now has the source behind its '#'");
  }
}

const editor = new Editor(() => {
  sample.value = "";
  analyzeSoon();
});
const graph = new Graph();
const schedule = new Schedule();
const cores = new Cores();
new Tabs();
setTheme(kept.get());

for (const {name, title} of facts.samples) sample.append(element("option", {value: name}, title));
sample.onchange = () => {
  const chosen = facts.samples.find(each => each.name === sample.value);
  if (chosen) load(chosen.text, flags.value);
};
flags.addEventListener("input", analyzeSoon);
byId("share").onclick = share;
byId("skip").onclick = event => {
  event.preventDefault();
  editor.text.focus();
};
addEventListener("hashchange", loadAddress);
const typed = draft.get();
(typed ? load(typed.source, typed.flags) : loadAddress()).then(() => { root.dataset.ready = "true"; });
globalThis.kasuri = {editor, graph, schedule, load, analyze}; // for the console, and for the page's test
