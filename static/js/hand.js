// The own hand: raising a card, playing it, the order of the cards, the colour picker.
// Everything that leaves the page goes through lastcard.send (table.js).
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const COLORS = "RYGBPW";
  const FACES = "0123456789SVD";
  const SORTS = ["color", "playable", "dealt"]; // the first is how the page comes
  const CROWD = 19;

  let selected = ""; // id of the raised card
  let known = null; // ids of the cards in the hand as it was
  const fresh = new Set(); // ids of cards that came and have not been touched yet
  let picking = null; // what the open picker decides about: {moves, from}

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

  function select(button) {
    selected = button ? button.id : "";
    for (const one of buttons()) {
      one.parentElement.classList.toggle("selected", one.id === selected);
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
    if (!button.dataset.moves) {
      select(null);
      refuse(button, button.dataset.why);
    } else if (atOnce || kept("one-tap") === "yes" || button.id === selected) {
      select(button);
      play(button.dataset.moves, button);
    } else {
      closePicker();
      select(button);
    }
  }

  // moves: the ways to lay this card, divided by "|"; several of them differ in the colour they name
  function play(moves, from) {
    fresh.clear();
    const ways = moves.split("|");
    if (ways.length === 1) {
      lastcard.lay(ways[0]);
    } else if (ways.every((way) => way.includes(">"))) {
      openPicker(ways, from);
    } else {
      lastcard.lay(from.dataset.code || ways[0]);
    }
  }

  // --- the picker ------------------------------------------------------------------------------------------------

  const picker = () => document.getElementById("picker");

  function openPicker(moves, from) {
    picking = { moves, from: from.id };
    picker().hidden = false;
    const first = picker().querySelector(".best") || picker().querySelector(".tile");
    first.focus({ preventScroll: true });
  }

  function closePicker() {
    const back = picking && byId(picking.from);
    picking = null;
    if (picker() && !picker().hidden) {
      picker().hidden = true;
      if (back) {
        back.focus({ preventScroll: true });
      }
    }
  }

  function pick(color) {
    const move = picking && picking.moves.find((way) => way.includes(`>${color}`));
    closePicker();
    if (move) {
      lastcard.lay(move);
    }
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
    const still = byId(selected);
    select(still && still.dataset.moves ? still : null);
    if (picking) {
      const from = byId(picking.from);
      if (from && (from.dataset.moves || from.dataset.move)) {
        picker().hidden = false;
      } else {
        picking = null;
        picker()?.setAttribute("hidden", "");
      }
    }
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
    tap, play, pick, step, rowLength, nextSort, renewed, closePicker, select,
    selected: () => byId(selected),
    picking: () => picking !== null,
    buttons,
    setOneTap: (on) => keep("one-tap", on ? "yes" : "no"),
  };
})();
