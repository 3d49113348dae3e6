// The table's line to the server, as the player sees it: it says when it is gone, and for good.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const SHOWN_AFTER = 700; // a short blink of the line is not worth a word
  const MOVED = 4006;
  // what says why the line is gone for good, by the server's code
  const ENDS = { 4001: "elsewhere", 4005: "unwatched" };

  const line = lastcard.lineOf(document.getElementById("socket"));

  function show() {
    const shown = document.getElementById("line");
    const lost = line.lostAt !== 0 && Date.now() - line.lostAt > SHOWN_AFTER;
    document.body.classList.toggle("is-lost", lost);
    if (shown) {
      shown.hidden = !lost;
      if (lost) {
        const seconds = Math.floor((Date.now() - line.lostAt) / 1000);
        shown.querySelector("[data-lost-for]").textContent =
          `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      }
    }
  }

  line.element.addEventListener("lastcard:line", (event) => {
    if (line.ended && event.detail.code === MOVED) {
      location.replace(event.detail.reason); // the address of the table where one's seat is now
    } else if (line.ended) {
      document.getElementById(ENDS[event.detail.code] || "closed").showModal();
    } else if (line.lostAt) {
      setTimeout(show, SHOWN_AFTER + 50);
    } else {
      show();
    }
  });
  setInterval(() => line.lostAt && show(), 1000);

  lastcard.line = { lost: () => line.lostAt !== 0, ended: () => line.ended, show };
})();
