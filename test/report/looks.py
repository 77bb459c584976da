"""What a test asks a page for, as JavaScript: is it whole, can it be read, is something drawn."""

SETTLE = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
DEAD_LINKS = """[...document.querySelectorAll('a[href^="#"]')]
  .filter(each => !document.getElementById(each.getAttribute('href').slice(1))).map(each => each.outerHTML)"""
TWICE = """(() => { const ids = [...document.querySelectorAll('[id]')].map(each => each.id);
  return ids.filter((each, i) => ids.indexOf(each) !== i).slice(0, 5); })()"""
UNNAMED = """[...document.querySelectorAll('button, select, input, [role="application"]')].filter(each =>
  !(each.getAttribute('aria-label') || each.textContent.trim() || each.closest('label'))).map(each => each.outerHTML)"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FAINT = """(() => {
  const numbers = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = rgb => rgb.slice(0, 3).map(each => each / 255)
    .map(each => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => { for (let up = element; up; up = up.parentElement) {
    const colour = numbers(getComputedStyle(up).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour; } return [255, 255, 255]; };
  const found = new Set();
  for (const each of document.querySelectorAll('.verdict, .quiet, .lead, .kind, .help, .share, .note dt, .keys, .l a, a, '
      + '.tile dt, th, td, .why, .l code, #colored span, .gutter > *, .messages li')) {
    const [a, b] = [light(numbers(getComputedStyle(each).color)), light(ground(each))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.add(each.className + ' ' + each.tagName + ' ' + ((a + 0.05) / (b + 0.05)).toFixed(2));
  }
  return [...found].slice(0, 8); })()"""
INK = """(id => { const canvas = document.querySelector('#' + id + ' canvas'), seen = new Set();
  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  for (const each of pixels) seen.add(each);
  return seen.size; })"""
