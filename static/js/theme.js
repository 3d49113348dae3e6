// The theme switch. Loaded early, not deferred, so that the page never shows in the wrong theme first.
// What the reader chose stays in this browser; "auto" follows the system.
(function () {
  "use strict";

  const KEY = "lastcard-theme";
  const root = document.documentElement;

  function kept() {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch (refused) {
      return "auto"; // storage is off in this browser: follow the system
    }
  }

  function show(theme) {
    if (theme === "auto") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = theme;
    }
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
    }
  }

  root.classList.add("has-js");
  show(kept());

  document.addEventListener("DOMContentLoaded", () => show(kept()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-set-theme]");
    if (!button) {
      return;
    }
    try {
      localStorage.setItem(KEY, button.dataset.setTheme);
    } catch (refused) {
      // the choice then lasts for this page only
    }
    show(button.dataset.setTheme);
  });
})();
