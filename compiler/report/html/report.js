// The report's data, and its source in the page.
//
// Needed by the pictures: `data`, as report.json has it, and sourceLink(place), what leads to a place in the source.

const data = JSON.parse(document.getElementById("data").textContent);

/** The files in the order of the page's sections, as HtmlFiles has them: found by their headings. */
const fileIndex = new Map([...document.querySelectorAll("details.file h3")].map((head, i) => [head.textContent, i]));

function sourceLink(place) {
  const index = fileIndex.get(place.file);
  if (index === undefined) return placeText(place);
  const line = `f${index}L${place.line}`;
  return element("a", {href: "#" + (document.getElementById(line) ? line : "file" + index)}, placeText(place));
}

