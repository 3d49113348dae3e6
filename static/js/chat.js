// The chat: what is being typed, whether it is open and what was read survive when the region is swapped; phrases and
// reactions rise for a moment as bubbles beside those who said them.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const BUBBLE = 4000; // how long one is to be seen
  const GAP = 6; // between a bubble and a face
  const EDGE = 8; // between a bubble and the edge of the screen
  const $ = (id) => document.getElementById(id);
  const kept = { open: false, draft: "", read: 0, shown: 0 };

  const last = () => Number($("chat")?.dataset.last || 0);

  function remember() {
    const text = $("chat-text");
    if (text) {
      kept.draft = text.value;
    }
    if (document.body.dataset.openSheet !== "chat") {
      kept.open = $("fold-chat")?.open ?? kept.open;
    }
    kept.phrases = $("chat-phrases")?.scrollLeft ?? 0;
  }

  function unread() {
    const lines = document.querySelectorAll("#chat-lines > [data-line]:not(.own)");
    return [...lines].filter((line) => Number(line.dataset.line) > kept.read).length;
  }

  function restore() {
    const fold = $("fold-chat");
    if (!fold) {
      return;
    }
    // in a sheet of its own the fold is the sheet
    const open = kept.open || document.body.dataset.openSheet === "chat";
    if (fold.open !== open) {
      fold.open = open;
    }
    const text = $("chat-text");
    if (text && text.value !== kept.draft) {
      text.value = kept.draft;
    }
    if ($("chat-phrases")) {
      $("chat-phrases").scrollLeft = kept.phrases || 0;
    }
    // an open fold is read only where it shows: on a phone it may lie in a closed sheet
    if (fold.open && $("chat-log").offsetParent) {
      kept.read = last();
      $("chat-log").scrollTop = $("chat-log").scrollHeight;
    }
    const count = unread();
    for (const id of ["chat-unread", "sheet-unread"]) {
      $(id).hidden = count === 0;
      $(id).textContent = String(count);
    }
  }

  // --- bubbles -----------------------------------------------------------------------------------------------------

  const crosses = (one, other) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

  // what one plays with and has to read: nothing may lie over it
  const IN_PLAY =
    "#hand > ol, #actions, #message > *, .picker:not([hidden]), .me-who, .sort, .piles, #seats .seat, #open-chat, .room-do";

  function inPlay() {
    const places = document.querySelectorAll(IN_PLAY);
    return [...places].map((place) => place.getBoundingClientRect()).filter((box) => box.width > 0);
  }

  // beside the seat where nothing is in the way, under or over its face; nothing where there is no such place
  function spot(seat, face, width, height) {
    const x = Math.min(Math.max(face.left + (face.width - width) / 2, EDGE), innerWidth - width - EDGE);
    const y = face.top + (face.height - height) / 2;
    const tried = [
      [x, seat.bottom + GAP],
      [x, seat.top - height - GAP],
      [seat.right + GAP, y],
      [seat.left - width - GAP, y],
    ];
    const taken = inPlay();
    return tried
      .map(([left, top]) => ({ left, top, right: left + width, bottom: top + height }))
      .find(
        (box) =>
          box.left >= EDGE &&
          box.top >= EDGE &&
          box.right <= innerWidth - EDGE &&
          box.bottom <= innerHeight - EDGE &&
          !taken.some((other) => crosses(box, other)),
      );
  }

  function rise(line) {
    const own = line.classList.contains("own");
    const place = own ? $("me") : document.querySelector(`[data-seat="${line.dataset.bubble}"]:not(#table)`);
    const face = place?.querySelector(".seat-face, .avatar")?.getBoundingClientRect();
    if (!face || !face.width) {
      return;
    }
    const seat = (place.querySelector(".seat") || place).getBoundingClientRect();
    for (const old of $("bubbles").querySelectorAll(`[data-of="${line.dataset.bubble}"]`)) {
      old.remove();
    }
    const bubble = document.createElement("p");
    bubble.className = "bubble";
    bubble.dataset.of = line.dataset.bubble;
    bubble.append(...line.querySelector(".chat-words").cloneNode(true).childNodes);
    $("bubbles").append(bubble);
    const found = spot(own ? face : seat, face, bubble.offsetWidth, bubble.offsetHeight);
    if (!found) {
      bubble.remove(); // it still stands in the chat
      return;
    }
    bubble.style.left = `${found.left}px`;
    bubble.style.top = `${found.top}px`;
    setTimeout(() => bubble.remove(), BUBBLE);
  }

  function showBubbles() {
    for (const line of document.querySelectorAll("#chat-lines > [data-bubble]")) {
      if (Number(line.dataset.line) > kept.shown) {
        rise(line);
      }
    }
    kept.shown = Math.max(kept.shown, last());
  }

  // --- reporting a line --------------------------------------------------------------------------------------------

  function report(button) {
    const said = button.closest("[data-line]").querySelector(".chat-said");
    const form = $("report-form");
    form.reset();
    form.elements.line.value = button.dataset.report;
    $("report-words").textContent = said.textContent.replace(/\s+/g, " ").trim();
    button.closest("details").open = false;
    $("report-dialog").showModal();
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "chat-text") {
      kept.draft = event.target.value;
    }
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.id === "fold-chat" && document.body.dataset.openSheet !== "chat") {
        kept.open = event.target.open;
        restore();
      } else if (event.target.matches(".chat-more[open]")) {
        event.target.closest("li").scrollIntoView({ block: "nearest" });
      }
    },
    true,
  );
  document.addEventListener("htmx:wsAfterSend", (event) => {
    if (event.target.id === "chat-form") {
      kept.draft = "";
      $("chat-text").value = "";
    } else if (event.target.id === "report-form") {
      $("report-dialog").close();
    }
  });
  document.addEventListener("lastcard:sheet", () => {
    if (document.body.dataset.openSheet !== "chat" && $("fold-chat")) {
      $("fold-chat").open = kept.open;
    }
    restore();
  });
  $("socket").addEventListener("htmx:wsBeforeMessage", remember);
  $("socket").addEventListener("htmx:wsAfterMessage", () => {
    restore();
    showBubbles();
  });
  kept.read = kept.shown = last();
  lastcard.chat = { report };
})();
