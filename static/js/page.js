// What every page may need: hidden fields that only the browser can fill, links to copy, and menus that close again.
(function () {
  "use strict";

  // the reader's time zone, as the browser knows it; the form takes it once, at registration
  function fill() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const field of document.querySelectorAll('[data-fill="time-zone"]')) {
      if (zone && !field.value) {
        field.value = zone;
      }
    }
  }

  // a link to hand on; where the browser may not copy, it is marked, to be copied by hand
  async function copy(button) {
    const link = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      window.getSelection().selectAllChildren(link);
      return;
    }
    const words = document.getElementById("words");
    button.querySelector("span").textContent = button.dataset.copied || words.dataset.copied;
  }

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!except || !menu.contains(except)) {
        menu.open = false;
      }
    }
  }

  // what was opened within a menu is closed with it: the next time it is asked anew
  function closeWithin(event) {
    if (event.target.matches?.("details.menu") && !event.target.open) {
      for (const inner of event.target.querySelectorAll("details[open]")) {
        inner.open = false;
      }
    }
  }

  fill();
  document.addEventListener("toggle", closeWithin, true);
  document.addEventListener("click", (event) => {
    closeMenus(event.target);
    const button = event.target.closest("[data-copy]");
    if (button) {
      copy(button);
    }
  });
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (open) {
      closeMenus(null);
      open.querySelector("summary").focus();
    }
  });
})();
