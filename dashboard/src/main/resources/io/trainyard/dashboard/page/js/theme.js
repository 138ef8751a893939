// Light or dark: as the system has it, until somebody chooses.

const KEY = "trainyard-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function stored() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

export function applyTheme() {
  document.documentElement.dataset.theme = stored() ?? (system.matches ? "dark" : "light");
  document.dispatchEvent(new Event("themechange"));
}

export function toggleTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem(KEY, next); } catch { /* a frame without storage: until the page is closed */ }
  document.documentElement.dataset.theme = next;
  document.dispatchEvent(new Event("themechange"));
}

system.addEventListener("change", applyTheme);
