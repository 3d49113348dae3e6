// What a play still needs before it can be sent: what a wild does, a colour, a player, the cards to give away.
// The view lists every way to play as text; each question here leaves fewer ways, until one is left.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const WAY = /^(?:day )?([^?~>@]+)(?:([?~])(\d))?(?:>([A-Z]))?(?:@(\d))?$/;
  const SWAP = "~";
  // in this order, as far as the ways that are left differ in it
  const QUESTIONS = ["cards", "power", "color", "target"];

  let asked = null; // {ways, question, from: id of the card, gives}

  const $ = (id) => document.getElementById(id);
  const words = () => lastcard.words;

  function parse(way) {
    const [, cards, power, aim, color, target] = WAY.exec(way);
    return { way, cards, power: power || "", color: color || "", target: aim || target || "" };
  }

  function open(ways, from) {
    asked = { ways: ways.map(parse), question: "", from: from ? from.id : "", gives: new Set() };
    next();
  }

  function next() {
    const ways = asked.ways;
    asked.question = QUESTIONS.find((one) => new Set(ways.map((way) => way[one])).size > 1) || "";
    if (asked.question) {
      ask();
    } else if (ways[0].power === SWAP && gives(ways[0].target) < lastcard.hand.buttons().length - 1) {
      asked.question = "gives";
      ask();
    } else {
      finish(ways[0].way);
    }
  }

  function finish(way) {
    close();
    lastcard.lay(way);
  }

  // how many cards change hands with this seat
  function gives(target) {
    const other = document.querySelector(`.place[data-seat="${target}"]`);
    const count = Number(other ? other.dataset.count : 0);
    return Math.min(Number($("picker").dataset.swap), lastcard.hand.buttons().length - 1, count);
  }

  // --- the questions, each a row of tiles --------------------------------------------------------------------------

  function ask() {
    const picker = $("picker");
    const values = [...new Set(asked.ways.map((way) => way[asked.question]))];
    const colors = asked.question === "color";
    picker.hidden = false;
    picker.dataset.question = asked.question;
    $("picker-colors").hidden = !colors;
    $("picker-more").hidden = colors;
    $("picker-note").hidden = !colors;
    $("picker-title").textContent = title(asked.question);
    if (colors) {
      for (const tile of $("picker-colors").querySelectorAll(".tile")) {
        tile.hidden = !values.includes(tile.dataset.color);
      }
    } else if (asked.question === "gives") {
      $("picker-more").replaceChildren(...giving());
    } else {
      $("picker-more").replaceChildren(...values.map((value, index) => tile(value, index)));
    }
    const row = colors ? $("picker-colors") : $("picker-more");
    (row.querySelector(".best:not([hidden])") || row.querySelector("button:not([hidden])")).focus({ preventScroll: true });
  }

  function title(question) {
    const count = question === "gives" ? gives(asked.ways[0].target) : 0;
    return words()[`ask${question[0].toUpperCase()}${question.slice(1)}`].replace("{count}", String(count));
  }

  function button(...parts) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "tile tile-plain";
    made.append(...parts);
    return made;
  }

  function text(content) {
    const made = document.createElement("span");
    made.textContent = content;
    return made;
  }

  function tile(value, index) {
    const made = { power, target, cards }[asked.question](value);
    made.dataset.choose = value;
    made.dataset.key = String(index + 1);
    return made;
  }

  function power(value) {
    return button(text({ "": words().powerColor, "?": words().powerPeek, "~": words().powerSwap }[value]));
  }

  function target(value) {
    const place = document.querySelector(`.place[data-seat="${value}"]`);
    return button(place.querySelector(".avatar").cloneNode(true), text(place.querySelector(".seat-name").textContent));
  }

  function held(code) {
    return lastcard.hand.buttons().find((one) => one.dataset.code === code);
  }

  function cards(value) {
    const codes = value.split("+");
    const row = document.createElement("span");
    row.className = "minis";
    row.append(...codes.map((code) => held(code).querySelector(".card").cloneNode(true)));
    const made = button(row);
    made.setAttribute("aria-label", codes.map((code) => held(code).dataset.name).join(", "));
    return made;
  }

  // --- giving cards away ---------------------------------------------------------------------------------------------

  function giving() {
    const wild = $(asked.from)?.matches(".held") ? $(asked.from) : held("W");
    const own = lastcard.hand.buttons().filter((one) => one !== wild);
    const tiles = own.map((one) => {
      const made = button(one.querySelector(".card").cloneNode(true));
      made.classList.add("tile-card");
      made.dataset.give = one.id;
      made.setAttribute("aria-label", one.dataset.name);
      made.setAttribute("aria-pressed", "false");
      return made;
    });
    const done = button(text(words().giveDone));
    done.className = "btn btn-filled";
    done.dataset.giveDone = "";
    done.disabled = true;
    return [...tiles, done];
  }

  function give(tileButton) {
    const id = tileButton.dataset.give;
    if (!asked.gives.delete(id)) {
      asked.gives.add(id);
    }
    tileButton.setAttribute("aria-pressed", String(asked.gives.has(id)));
    $("picker-more").querySelector("[data-give-done]").disabled = asked.gives.size !== gives(asked.ways[0].target);
  }

  function giveDone() {
    const codes = [...asked.gives].map((id) => $(id).dataset.code);
    finish(`${asked.ways[0].way}:${codes.join(",")}`);
  }

  function take(value) {
    asked.ways = asked.ways.filter((way) => way[asked.question] === value);
    next();
  }

  // --- closing, and what a swap leaves of it -------------------------------------------------------------------------

  function close() {
    const back = asked && asked.from ? $(asked.from) : null;
    asked = null;
    const picker = $("picker");
    if (picker && !picker.hidden) {
      picker.hidden = true;
      back?.focus({ preventScroll: true });
    }
  }

  // after a swap: the question stays as long as its ways are still there
  function renewed(still) {
    if (!asked) {
      return;
    }
    if (!$("picker") || !asked.ways.every((way) => still.has(way.way))) {
      asked = null;
      $("picker")?.setAttribute("hidden", "");
    } else if ($("picker").hidden) {
      ask();
    }
  }

  lastcard.choose = { open, close, take, give, giveDone, renewed, isOpen: () => asked !== null };
})();
