// What the page knows. The pictures need `data`, as report.json has it, and sourceLink(place).

const facts = JSON.parse(document.getElementById("facts").textContent);
const nothing = {graph: [], layers: [], speedupLimit: [], curves: [], loops: [], machine: {cores: [], domains: []}};
let data = nothing;

const byId = id => document.getElementById(id);

/** A link to a line of the source that is typed. */
function lineLink(line, text) {
  const link = element("a", {href: "#", title: "Line " + line}, text);
  link.onclick = event => {
    event.preventDefault();
    editor.goTo(line);
  };
  return link;
}

function sourceLink(place) { return lineLink(place.line, placeText(place)); }

