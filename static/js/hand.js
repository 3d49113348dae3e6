// The own hand: raising cards, playing them, their order. What a play still needs is asked in choose.js.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const COLORS = "RYGBPW";
  const FACES = "0123456789SVD";
  const SORTS = ["color", "playable", "dealt"]; // the first is how the page comes
  const CROWD = 19;

  let chosen = []; // ids of the raised cards, in the order in which they were raised
  let known = null; // ids of the cards in the hand as it was
  const fresh = new Set(); // ids of cards that came and have not been touched yet

  const hand = () => document.querySelector("#hand .hand");
  const buttons = () => [...document.querySelectorAll("#hand .held")];
  const byId = (id) => (id ? document.getElementById(id) : null);

  function kept(key) {
    try {
      return localStorage.getItem(`lastcard-${key}`) || "";
    } catch (refused) {
      return ""; // storage is off in this browser
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(`lastcard-${key}`, value);
    } catch (refused) {
      // the choice then lasts for this page only
    }
  }

  // --- order ---------------------------------------------------------------------------------------------------

  function rank(button) {
    const code = button.dataset.code;
    const color = COLORS.indexOf(code[0]);
    return color * 100 + (code[0] === "W" ? code.length : FACES.indexOf(code[1]));
  }

  function order(mode) {
    const dealt = (a, b) => Number(a.dataset.order) - Number(b.dataset.order);
    const color = (a, b) => Number(fresh.has(a.id)) - Number(fresh.has(b.id)) || rank(a) - rank(b) || dealt(a, b);
    const playable = (a, b) => Number(!a.dataset.moves) - Number(!b.dataset.moves) || color(a, b);
    return { color, playable, dealt }[mode];
  }

  function sortMode() {
    const wanted = kept("sort");
    if (SORTS.includes(wanted)) {
      return wanted;
    }
    // a hand that does not fit the screen starts with what can be played
    return buttons().length >= CROWD && window.innerWidth < 1000 ? "playable" : SORTS[0];
  }

  function sort() {
    const list = hand();
    const mode = sortMode();
    const label = document.querySelector("#sort span");
    if (label && kept("sort")) {
      label.textContent = document.getElementById("sort").getAttribute(`data-sort-${mode}`);
    }
    if (!list) {
      return;
    }
    const wanted = buttons().sort(order(mode));
    if (wanted.some((button, index) => list.children[index] !== button.parentElement)) {
      list.append(...wanted.map((button) => button.parentElement));
    }
  }

  function nextSort() {
    keep("sort", SORTS[(SORTS.indexOf(sortMode()) + 1) % SORTS.length]);
    sort();
  }

  // --- raising and playing ---------------------------------------------------------------------------------------

  const cardsOf = (way) => way.replace(/^day /, "").split(/[?~>@]/)[0].split("+");

  // every way that a card of the hand may be laid now
  function ways() {
    return [...new Set(buttons().flatMap((button) => (button.dataset.moves ? button.dataset.moves.split("|") : [])))];
  }

  function holds(cards, codes) {
    const left = [...cards];
    return codes.every((code) => {
      const at = left.indexOf(code);
      if (at >= 0) {
        left.splice(at, 1);
      }
      return at >= 0;
    });
  }

  const codesOf = (ids) => ids.map((id) => byId(id).dataset.code);

  // whether some way lays all of these cards together
  function together(ids) {
    const codes = codesOf(ids);
    return ways().some((way) => cardsOf(way).length > 1 && holds(cardsOf(way), codes));
  }

  function raise(ids) {
    chosen = ids;
    for (const button of buttons()) {
      const slot = button.parentElement;
      const up = chosen.includes(button.id);
      slot.classList.toggle("selected", up);
      slot.classList.toggle("also", !up && chosen.length > 0 && together([...chosen, button.id]));
    }
    const bar = document.getElementById("chosen");
    if (bar) {
      bar.hidden = chosen.length < 2;
      bar.querySelector("span").textContent = lastcard.words.playSeveral.replace("{count}", String(chosen.length));
    }
  }

  function refuse(button, why) {
    const slot = button.parentElement;
    slot.classList.remove("refused");
    void slot.offsetWidth; // begin the nudge anew
    slot.classList.add("refused");
    lastcard.notice(why || lastcard.words.wait);
  }

  function tap(button, atOnce) {
    fresh.delete(button.id);
    button.parentElement.classList.remove("fresh");
    lastcard.choose.close();
    if (chosen.includes(button.id)) {
      playChosen();
    } else if (chosen.length && together([...chosen, button.id])) {
      raise([...chosen, button.id]);
    } else if (!button.dataset.moves) {
      raise([]);
      refuse(button, button.dataset.why);
    } else {
      raise([button.id]);
      const alone = !ways().some((way) => cardsOf(way).length > 1 && cardsOf(way).includes(button.dataset.code));
      if (atOnce || (kept("one-tap") === "yes" && alone)) {
        playChosen();
      }
    }
  }

  // the raised cards, in the order in which they were raised: the first is judged, the last lies on top
  function playChosen() {
    const codes = codesOf(chosen);
    const same = ways().filter((way) => cardsOf(way).length === codes.length && holds(cardsOf(way), codes));
    const ends = (first, last) =>
      same.find((way) => (!first || cardsOf(way)[0] === codes[0]) && (!last || cardsOf(way).at(-1) === codes.at(-1)));
    const best = ends(true, true) || ends(false, true) || same[0];
    if (best) {
      const order = cardsOf(best).join("+");
      play(same.filter((way) => cardsOf(way).join("+") === order).join("|"), byId(chosen[0]));
    } else {
      refuse(byId(chosen[0]), lastcard.words.notNow);
    }
  }

  // moves: the ways to make this play, divided by "|"
  function play(moves, from) {
    fresh.clear();
    lastcard.choose.open(moves.split("|"), from);
  }

  // --- after a swap ------------------------------------------------------------------------------------------------

  function renewed() {
    const now = new Set(buttons().map((button) => button.id));
    for (const id of now) {
      if (known && known.size && !known.has(id)) {
        fresh.add(id);
      }
    }
    for (const id of fresh) {
      if (now.has(id)) {
        byId(id).parentElement.classList.add("fresh");
      } else {
        fresh.delete(id);
      }
    }
    known = document.getElementById("hand") ? now : null;
    sort();
    const still = chosen.filter((id) => now.has(id));
    raise(still.length && (byId(still[0]).dataset.moves || together(still)) ? still : []);
    const offered = [...document.querySelectorAll("#table [data-move]")].flatMap((one) => one.dataset.move.split("|"));
    lastcard.choose.renewed(new Set([...ways(), ...offered]));
    const box = document.getElementById("one-tap");
    if (box) {
      box.checked = kept("one-tap") === "yes";
    }
  }

  function step(by) {
    const all = buttons();
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
    if (all[next]) {
      all[next].focus();
      all[next].scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  function rowLength() {
    const all = buttons();
    if (all.length < 2) {
      return 1;
    }
    const top = all[0].getBoundingClientRect().top;
    const row = all.filter((button) => Math.abs(button.getBoundingClientRect().top - top) < 8).length;
    return row || 1;
  }

  lastcard.hand = {
    tap, play, playChosen, step, rowLength, nextSort, renewed, buttons,
    drop: () => raise([]),
    raised: () => byId(chosen[0]),
    setOneTap: (on) => keep("one-tap", on ? "yes" : "no"),
  };
})();
