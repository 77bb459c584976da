// Light and dark, and the pictures in these colours. The page has `graph` and `schedule`, and begins with
// setTheme(kept.get()).

const root = document.documentElement;

/** Draws everything again, for other colours. */
function redraw() {
  graph.view.draw();
  schedule.view.draw();
  const table = schedule.view.scene?.table;
  if (table) schedule.legend(table);
}

// Light and dark: the system's choice until the button is used; the choice is kept where the browser allows it.
const themeButton = document.getElementById("theme");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const kept = {
  get() { try { return localStorage.getItem("kasuri-theme"); } catch { return null; } },
  set(theme) { try { localStorage.setItem("kasuri-theme", theme); } catch { /* a page from a file may not keep anything */ } },
};

function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  themeButton.textContent = isDark() ? "Light" : "Dark";
  themeButton.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  redraw();
}

function isDark() { return (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark"; }

themeButton.onclick = () => {
  const theme = isDark() ? "light" : "dark";
  kept.set(theme);
  setTheme(theme);
};
systemIsDark.addEventListener("change", () => setTheme(root.dataset.theme));

