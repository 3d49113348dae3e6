// The replay: steps without a new page, plays by itself, is steered by keys. Every button works without this, too.
(function () {
  "use strict";

  const form = document.getElementById("replay");
  const eyes = document.getElementById("replay-eyes");
  const play = document.getElementById("replay-play");
  const speed = document.getElementById("replay-speed");
  const slide = document.getElementById("replay-slide");
  const said = document.getElementById("replay-said");
  const pace = 1500; // milliseconds a move stays, at speed 1
  let timer = null;
  let asked = 0; // the newest step that was asked for: an older answer is not shown

  const step = () => document.getElementById("step");
  const number = () => Number(step().dataset.number);
  const last = () => Number(step().dataset.last);

  function address(wanted) {
    const query = new URLSearchParams({ move: String(wanted) });
    if (eyes.value !== "open") {
      query.set("as", eyes.value);
    }
    return `${form.dataset.address}?${query}`;
  }

  function slideTo(value) {
    slide.value = String(value);
    slide.setAttribute("aria-valuetext", slide.dataset.of.replace("{number}", String(value)));
  }

  async function go(wanted) {
    const target = Math.max(0, Math.min(last(), wanted));
    const turn = ++asked;
    const focus = document.activeElement?.closest("#step") ? document.activeElement.id : "";
    let answer = null;
    try {
      answer = await fetch(address(target), { headers: { "HX-Request": "true" } });
    } catch {
      answer = null;
    }
    if (turn !== asked) {
      return;
    }
    if (!answer?.ok || answer.redirected) {
      window.location.assign(address(target)); // whatever is the matter, the page itself says it
      return;
    }
    show(await answer.text(), focus);
    window.history.replaceState(null, "", address(target));
  }

  function show(text, focus) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("step");
    step().replaceWith(fresh);
    slideTo(number());
    said.textContent = fresh.querySelector(".stepper-told").textContent.replace(/\s+/g, " ").trim();
    if (focus) {
      const next = document.getElementById(focus);
      (next && !next.disabled ? next : play).focus({ preventScroll: true });
    }
    const list = fresh.querySelector(".stepper-list");
    const current = list?.querySelector("[aria-current]");
    if (current) {
      list.scrollTop = current.offsetTop - list.offsetTop - 96;
    }
  }

  function setPlaying(on) {
    window.clearTimeout(timer);
    timer = on ? window.setTimeout(playOn, pace / Number(speed.value)) : null;
    play.setAttribute("aria-pressed", String(on));
    play.querySelector("span").textContent = on ? play.dataset.pause : play.dataset.play;
  }

  async function playOn() {
    await go(number() + 1);
    if (timer !== null) {
      setPlaying(number() < last());
    }
  }

  function toggle() {
    const on = timer === null;
    setPlaying(on);
    if (on && number() === last()) {
      go(0);
    }
  }

  // somebody steps by hand: then it no longer plays
  function by_hand(wanted) {
    setPlaying(false);
    go(wanted);
  }

  const keys = {
    ArrowLeft: () => by_hand(number() - 1),
    ArrowRight: () => by_hand(number() + 1),
    Home: () => by_hand(0),
    End: () => by_hand(last()),
    " ": toggle,
  };

  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    const within = event.target.closest("input, select, textarea, a, [contenteditable]");
    const presses = event.key === " " && event.target.closest("button, summary");
    if (act && !within && !presses && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      act();
    }
  });

  form.addEventListener("submit", (event) => {
    const wanted = event.submitter?.value;
    if (wanted) {
      event.preventDefault();
      by_hand(Number(wanted));
    }
  });
  eyes.addEventListener("change", () => go(number()));
  slide.addEventListener("input", () => by_hand(Number(slide.value)));
  speed.addEventListener("change", () => timer !== null && setPlaying(true));
  play.addEventListener("click", toggle);
  slideTo(number());
})();
