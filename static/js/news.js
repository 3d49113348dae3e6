// What pops up on any page: each toast goes by itself, but not while somebody points at it, is in it by keyboard, or
// looks at another tab. The bell keeps what was missed.
(function () {
  "use strict";

  const SHOWN = 9000;
  const AGAIN = 2500; // somebody was at it: look once more
  const MOST = 3;

  const toasts = document.getElementById("toasts");

  function close(toast) {
    if (toast.contains(document.activeElement)) {
      document.querySelector(".bell")?.focus({ preventScroll: true });
    }
    toast.remove();
  }

  function closeIn(toast, wait) {
    setTimeout(() => {
      if (!toast.isConnected) {
        return;
      }
      if (document.hidden || toast.matches(":hover, :focus-within")) {
        closeIn(toast, AGAIN);
      } else {
        close(toast);
      }
    }, wait);
  }

  function come(toast) {
    closeIn(toast, SHOWN);
    while (toasts.children.length > MOST) {
      close(toasts.firstElementChild);
    }
  }

  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) {
        if (node.nodeType === Node.ELEMENT_NODE && node.matches(".toast")) {
          come(node);
        }
      }
    }
  }).observe(toasts, { childList: true });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-close-toast]");
    if (button) {
      close(button.closest(".toast"));
    }
  });
  document.addEventListener("keydown", (event) => {
    const toast = event.key === "Escape" && event.target.closest(".toast");
    if (toast) {
      close(toast);
    }
  });
})();
