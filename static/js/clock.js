// Clocks: rings that empty, the seconds of the own turn, the countdown to the next deal.
// The server says how long is left (data-left); the page only counts down. Spoken at the start, at 10 and at 5 s.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const LAST = 5;
  const SPOKEN = [10, LAST];
  const ends = new WeakMap(); // element -> when its time is over
  let told = "";

  function left(element, attribute) {
    if (!ends.has(element)) {
      ends.set(element, performance.now() + Number(element.getAttribute(attribute)) * 1000);
    }
    return Math.max(0, (ends.get(element) - performance.now()) / 1000);
  }

  function fill(text, count) {
    return text.replace("{count}", String(count));
  }

  function ring(timer) {
    const seconds = left(timer, "data-left");
    const shown = calm.matches ? Math.ceil(seconds) : seconds;
    const part = Math.min(1, shown / Number(timer.dataset.total || 30));
    timer.querySelector(".timer-left").style.strokeDashoffset = String(100 * (1 - part));
    timer.classList.toggle("last-seconds", seconds <= LAST);
    return seconds;
  }

  function speak(seconds) {
    const mark = SPOKEN.filter((at) => seconds <= at).pop();
    const key = mark ? `${mark}` : "";
    if (key && key !== told && seconds > 0) {
      lastcard.say(fill(lastcard.words.spoken, mark));
    }
    told = key;
  }

  function tick() {
    for (const timer of document.querySelectorAll("svg.timer")) {
      ring(timer);
    }
    const own = document.querySelector('#me[data-turn="yes"] svg.timer');
    const shown = document.querySelector("#me [data-seconds]");
    if (own && shown) {
      const seconds = left(own, "data-left");
      shown.textContent = fill(lastcard.words.seconds, Math.ceil(seconds));
      speak(seconds);
    }
    for (const line of document.querySelectorAll("[data-countdown]")) {
      line.textContent = fill(line.dataset.text, Math.ceil(left(line, "data-countdown")));
    }
  }

  lastcard.clock = { tick };
  // not before every script has run: where they come slowly, the words are not there yet
  document.addEventListener("DOMContentLoaded", () => setInterval(tick, 250));
})();
