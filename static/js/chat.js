// The chat's fold: what is being typed, whether it is open and what was read survive when the region is swapped.
(function () {
  "use strict";

  const $ = (id) => document.getElementById(id);
  const kept = { open: false, draft: "", read: 0, sent: false };

  const last = () => Number($("chat")?.dataset.last || 0);

  function remember() {
    const text = $("chat-text");
    if (text) {
      kept.draft = text.value;
    }
    kept.open = $("fold-chat")?.open ?? kept.open;
  }

  function restore() {
    const fold = $("fold-chat");
    if (!fold) {
      return;
    }
    if (fold.open !== kept.open) {
      fold.open = kept.open;
    }
    const text = $("chat-text");
    if (text) {
      text.value = kept.draft;
    }
    // an open fold is read only where it shows: on a phone it may lie in a closed sheet
    if (fold.open && $("chat-lines").offsetParent) {
      kept.read = last();
      $("chat-lines").scrollTop = $("chat-lines").scrollHeight;
    }
    const unread = Math.max(0, last() - kept.read);
    for (const id of ["chat-unread", "sheet-unread"]) {
      $(id).hidden = unread === 0;
      $(id).textContent = String(unread);
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "chat-text") {
      kept.draft = event.target.value;
    }
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.id === "fold-chat") {
        kept.open = event.target.open;
        restore();
      }
    },
    true,
  );
  document.addEventListener("htmx:wsAfterSend", (event) => {
    if (event.target.id === "chat-form") {
      kept.draft = "";
      $("chat-text").value = "";
    }
  });
  document.addEventListener("lastcard:sheet", restore);
  document.addEventListener("htmx:wsBeforeMessage", remember);
  document.addEventListener("htmx:wsAfterMessage", restore);
  kept.read = last();
})();
