"use strict";
// The button goes from what the system says to the other theme and back. Nothing
// is stored: a page opened from a file has no place of its own to store it.
(() => {
  const root = document.documentElement, button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.textContent = dark() ? "☀ light" : "☾ dark";
    button.setAttribute("aria-label", dark() ? "use light colours" : "use dark colours");
  };
  button.hidden = false;
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; show(); });
  system.addEventListener("change", show);
  show();
})();
