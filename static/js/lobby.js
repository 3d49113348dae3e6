// The list of tables changes under its reader: what is the same stays untouched, and the focus comes back.
(function () {
  "use strict";

  // on a narrow screen the filters scroll sideways: the chosen one is seen
  for (const chosen of document.querySelectorAll("#filters [aria-current]")) {
    const list = chosen.closest("ul");
    list.scrollLeft += chosen.getBoundingClientRect().left - list.getBoundingClientRect().left - 24;
  }

  let focus = null; // where the focus was before a message
  let inList = false;

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { fragment, target } = event.detail;
    const fresh = fragment.firstElementChild;
    if (fresh && fresh.id === target.id && fresh.isEqualNode(target)) {
      event.detail.shouldSwap = false;
    }
  });

  document.addEventListener("htmx:wsBeforeMessage", () => {
    const active = document.activeElement;
    focus = active && active !== document.body ? active.id : null;
    inList = Boolean(active?.closest("#offers"));
  });

  document.addEventListener("htmx:wsAfterMessage", () => {
    if (focus && document.activeElement === document.body) {
      const next = document.getElementById(focus) || (inList && document.getElementById("tables-title"));
      next?.focus({ preventScroll: true });
    }
  });
})();
