// Clocks: rings that empty, the seconds of the own turn, the reserves, the countdown to the next deal.
// The server says how long is left (data-left, and data-reserve after it); the page only counts down. Spoken at the
// start, at 10 and at 5 s, and when a reserve begins.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const LAST = 5;
  const SPOKEN = [10, LAST];
  const MINUTE = 60;
  const HOUR = 3600;
  const DAY = 86400;
  const began = new WeakMap(); // element -> when the page first saw it
  let told = "";

  function left(element, seconds) {
    if (!began.has(element)) {
      began.set(element, performance.now());
    }
    return Math.max(0, seconds - (performance.now() - began.get(element)) / 1000);
  }

  function fill(text, count) {
    return text.replace("{count}", String(count));
  }

  function minutes(seconds) {
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
  }

  // as much as one wants to know: days and hours, hours and minutes, minutes and seconds
  function long(seconds) {
    const words = lastcard.words;
    const units = [[DAY, words.days], [HOUR, words.hours], [MINUTE, words.minutes]];
    const first = units.findIndex(([unit]) => seconds >= unit);
    if (seconds < 100 || first < 0) {
      return fill(words.seconds, Math.ceil(seconds));
    }
    if (first === 2) {
      return minutes(seconds);
    }
    const [unit, word] = units[first];
    const [next, nextWord] = units[first + 1];
    const rest = Math.floor((seconds % unit) / next);
    return fill(word, Math.floor(seconds / unit)) + (rest ? ` ${fill(nextWord, rest)}` : "");
  }

  // a timer's turn, or the reserve once the turn is over
  function clock(timer) {
    const turn = left(timer, Number(timer.dataset.left));
    const extra = Number(timer.dataset.reserve || 0);
    if (turn > 0 || extra <= 0) {
      return { seconds: turn, total: Number(timer.dataset.total || 30), reserve: false };
    }
    const seconds = left(timer, Number(timer.dataset.left) + extra);
    return { seconds, total: Number(timer.dataset.reserveTotal || extra), reserve: true };
  }

  function ring(timer, now) {
    const shown = calm.matches ? Math.ceil(now.seconds) : now.seconds;
    const part = Math.min(1, shown / now.total);
    timer.querySelector(".timer-left").style.strokeDashoffset = String(100 * (1 - part));
    timer.classList.toggle("last-seconds", now.seconds <= LAST);
    timer.classList.toggle("on-reserve", now.reserve);
    const mark = now.reserve && timer.closest(".place, .me")?.querySelector("[data-reserve-mark]");
    if (mark) {
      mark.hidden = false;
      mark.querySelector("[data-reserve-time]").textContent = minutes(now.seconds);
    }
  }

  function speak({ seconds, reserve }) {
    const mark = SPOKEN.filter((at) => seconds <= at).pop();
    const key = (reserve ? "reserve" : "") + (mark || "");
    if (key && key !== told && seconds > 0) {
      lastcard.say(mark ? fill(lastcard.words.spoken, mark) : fill(lastcard.words.onReserve, Math.ceil(seconds)));
    }
    told = key;
  }

  function tick() {
    for (const timer of document.querySelectorAll("svg.timer")) {
      ring(timer, clock(timer));
    }
    const own = document.querySelector('#me[data-turn="yes"] svg.timer');
    const shown = document.querySelector("#me [data-seconds]");
    if (own && shown) {
      const now = clock(own);
      shown.textContent = now.reserve ? "" : long(now.seconds);
      speak(now);
    }
    for (const line of document.querySelectorAll("[data-countdown]")) {
      line.textContent = fill(line.dataset.text, Math.ceil(left(line, Number(line.dataset.countdown))));
    }
  }

  lastcard.clock = { tick };
  // not before every script has run: where they come slowly, the words are not there yet
  document.addEventListener("DOMContentLoaded", () => setInterval(tick, 250));
})();
