// Motion: a card flies to the discard pile, drawn cards come off the draw pile, the arrows turn. Play never waits for it:
// the new state is already there, and the next one cuts it short. With reduced motion the changed place is outlined.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const PLAY = 220;
  const DRAW = 180;
  const NEXT = 60;
  const MOST = 6;
  const OUT = "cubic-bezier(.2,.8,.2,1)";
  let before = null;

  const box = (element) => (element ? element.getBoundingClientRect() : null);

  function place(seat) {
    return document.querySelector(`.place[data-seat="${seat}"] .seat-face`) || document.querySelector("#me .seat-face");
  }

  // where everything stands before a message changes the page
  function remember() {
    const ring = document.getElementById("ring");
    before = ring && {
      version: Number(ring.dataset.version),
      direction: ring.dataset.direction,
      color: ring.dataset.color,
      hand: new Map(lastcard.hand.buttons().map((button) => [button.dataset.code, box(button.querySelector(".card"))])),
    };
  }

  function outline(element) {
    if (element) {
      element.classList.add("changed");
      setTimeout(() => element.classList.remove("changed"), 800);
    }
  }

  function fly(element, from, duration) {
    const to = box(element);
    if (!from || !to.width) {
      return;
    }
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    const scale = Math.min(1, from.width / to.width);
    element.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
      { duration, easing: OUT },
    );
  }

  function laid(ring) {
    const top = document.querySelector("#discard-pile .top");
    const own = document.getElementById("table").dataset.seat === ring.dataset.by;
    const from = (own && before.hand.get(ring.dataset.top)) || box(place(ring.dataset.by));
    if (calm.matches) {
      outline(document.getElementById("discard-pile"));
    } else {
      fly(top, from, PLAY);
    }
  }

  function drew(seat, count) {
    const pile = document.querySelector("#draw-pile .card:nth-child(3)");
    const target = place(seat);
    if (!pile || !target) {
      return;
    }
    if (calm.matches) {
      outline(target);
      return;
    }
    const from = box(pile);
    const to = box(target);
    for (let index = 0; index < Math.min(count, MOST); index += 1) {
      const card = pile.cloneNode(true);
      card.classList.add("flying");
      card.style.left = `${from.left}px`;
      card.style.top = `${from.top}px`;
      card.style.width = `${from.width}px`;
      document.body.append(card);
      const x = to.left + to.width / 2 - from.left - from.width / 2;
      const y = to.top + to.height / 2 - from.top - from.height / 2;
      const flight = card.animate(
        [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.6 }],
        { duration: DRAW, delay: index * NEXT, easing: "ease-in-out", fill: "both" },
      );
      flight.onfinish = flight.oncancel = () => card.remove();
    }
  }

  function turned() {
    if (calm.matches) {
      return;
    }
    for (const arrows of document.querySelectorAll("#ring .ring-arrows")) {
      const now = arrows.classList.contains("turned") ? -1 : 1;
      arrows.animate([{ transform: `scaleX(${-now})` }, { transform: `scaleX(${now})` }], {
        duration: 260,
        easing: "ease-in-out",
      });
    }
  }

  // after the swap: show the way from what was to what is
  function show() {
    const ring = document.getElementById("ring");
    if (!ring || !before || Number(ring.dataset.version) <= before.version) {
      return;
    }
    if (ring.dataset.by !== "") {
      laid(ring);
    }
    for (const one of ring.dataset.drew.split(" ").filter(Boolean)) {
      const [seat, count] = one.split(":");
      drew(seat, Number(count));
    }
    if (ring.dataset.direction !== before.direction) {
      turned();
    }
    if (ring.dataset.color !== before.color && !calm.matches) {
      for (const svg of ring.querySelectorAll(".ring")) {
        svg.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 300, easing: OUT });
      }
    }
  }

  lastcard.motion = { remember, show };
})();
