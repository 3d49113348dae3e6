// What every page may need: hidden fields that only the browser can fill, and menus that close again.
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

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!except || !menu.contains(except)) {
        menu.open = false;
      }
    }
  }

  fill();
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (open) {
      closeMenus(null);
      open.querySelector("summary").focus();
    }
  });
})();
