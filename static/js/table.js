// The table's page: what a click or a key sends, and what happens when the socket swaps a region.
// Every move leaves through one form (#move, ws-send) with the version of the table that the page shows.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const NOTICE = 4500;
  const LOG_LINES = 12;
  const LAY = /^(day )?([RYGBP][0-9SVD]|W[4KCH]?)([+?~>@|]|$)/;
  const title = document.title;
  let version = 0;
  let armed = false; // the call is to go with the next card
  let focus = null; // where the focus was before a swap
  let toldVersion = 0;
  let peeked = 0; // the version whose peek was shown
  let stage = ""; // what the table showed before a swap
  let told = { text: "", until: 0 }; // the sentence that is shown, and how long: no swap may wipe it

  const $ = (id) => document.getElementById(id);
  lastcard.words = { ...$("words").dataset };

  // --- sending -----------------------------------------------------------------------------------------------------

  function send(move) {
    if (lastcard.line.lost()) {
      lastcard.line.show();
      return;
    }
    const form = $("move");
    form.elements.move.value = move;
    form.elements.version.value = String(version);
    form.requestSubmit();
  }

  // a card: the call goes with it when it was made before
  function lay(move) {
    const due = ($("call")?.dataset.due || "").split("|");
    send(armed && due.includes(move.split(":")[0]) ? `${move}!` : move);
    lastcard.hand.drop();
    arm(false);
  }

  function arm(on) {
    armed = on;
    const call = $("call");
    if (call?.hasAttribute("aria-pressed")) {
      call.setAttribute("aria-pressed", String(on));
    }
  }

  function call() {
    if ($("call").dataset.call === "due") {
      arm(!armed);
      if (armed) {
        notice(lastcard.words.armed);
      }
    } else {
      send("uno");
    }
  }

  // --- telling -----------------------------------------------------------------------------------------------------

  function notice(text) {
    told = { text, until: Date.now() + NOTICE };
    showNotice();
    setTimeout(showNotice, NOTICE + 50);
  }

  function showNotice() {
    const line = $("notice");
    if (!line) {
      return;
    }
    if (!line.hidden && !line.dataset.ours) {
      line.dataset.ours = "yes"; // it came from the server just now
      notice(line.textContent);
      return;
    }
    const due = Date.now() < told.until;
    line.dataset.ours = "yes";
    if (due && line.textContent !== told.text) {
      line.textContent = told.text;
    }
    line.hidden = !due;
  }

  function say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    $("say-polite").append(line);
    while ($("say-polite").children.length > 4) {
      $("say-polite").firstChild.remove();
    }
  }

  function announce() {
    const news = $("announce");
    if (!news || Number(news.dataset.version) <= toldVersion) {
      return;
    }
    toldVersion = Number(news.dataset.version);
    if (news.dataset.polite) {
      say(news.dataset.polite);
    }
    if (news.dataset.urgent) {
      $("say-urgent").textContent = news.dataset.urgent;
    }
  }

  // another hand, shown to us alone for some seconds; it stands outside the regions, so that no push wipes it
  function showPeek() {
    const source = $("peek-source");
    if (!source || Number(source.dataset.version) <= peeked) {
      return;
    }
    peeked = Number(source.dataset.version);
    $("peek").replaceChildren(...[...source.children].map((one) => one.cloneNode(true)));
    $("peek").hidden = false;
    setTimeout(() => {
      $("peek").hidden = true;
      $("peek").replaceChildren();
    }, Number(source.dataset.seconds) * 1000);
  }

  function showTitle() {
    const turn = $("me")?.dataset.turn === "yes";
    document.title = turn ? `${lastcard.words.turn} · ${title}` : title;
  }

  // --- swaps -------------------------------------------------------------------------------------------------------

  function beforeSwap() {
    stage = $("table").dataset.stage;
    const active = document.activeElement;
    const cards = lastcard.hand.buttons();
    focus = active && active.id && $("socket").contains(active) ? { id: active.id, at: cards.indexOf(active) } : null;
    lastcard.open = [...document.querySelectorAll("#table details[open]")].map((one) => one.id);
    lastcard.motion.remember();
  }

  function afterSwap() {
    if (stage && stage !== $("table").dataset.stage) {
      told = { text: "", until: 0 }; // what was said belongs to what is over
    }
    for (const region of document.querySelectorAll("[data-version]")) {
      version = Math.max(version, Number(region.dataset.version));
    }
    for (const id of lastcard.open || []) {
      $(id)?.setAttribute("open", "");
    }
    // new lines come in above the others
    for (const line of document.querySelectorAll(`#log-lines > li:nth-child(n + ${LOG_LINES + 1})`)) {
      line.remove();
    }
    lastcard.hand.renewed();
    arm(armed && $("call")?.dataset.call === "due");
    if (focus && document.activeElement === document.body) {
      const cards = lastcard.hand.buttons();
      const next = $(focus.id) || (focus.at >= 0 ? cards[Math.min(focus.at, cards.length - 1)] : null);
      next?.focus({ preventScroll: true });
    }
    showNotice();
    lastcard.clock.tick();
    lastcard.line.show();
    lastcard.motion.show();
    announce();
    showPeek();
    showTitle();
    showLinks();
  }

  // --- clicks and keys -----------------------------------------------------------------------------------------------

  function press(element) {
    if (element.getAttribute("aria-disabled") === "true") {
      notice(lastcard.words.notNow);
    } else if (element.id === "call") {
      call();
    } else {
      const moves = element.dataset.move;
      // a card on offer is laid like one of the hand; answers are sent as they stand
      if (LAY.test(moves)) {
        lastcard.hand.play(moves, element);
      } else {
        send(moves);
      }
    }
  }

  // the server knows no host name: the whole address of the invitation is written here
  function showLinks() {
    for (const link of document.querySelectorAll(".room-link")) {
      link.textContent = link.href;
    }
  }

  function openSheet(name) {
    const open = document.body.dataset.openSheet === name ? "" : name;
    document.body.dataset.openSheet = open;
    for (const button of document.querySelectorAll("[data-sheet]")) {
      button.setAttribute("aria-expanded", String(open === button.dataset.sheet));
    }
    document.dispatchEvent(new Event("lastcard:sheet"));
  }

  const CLICKS = [
    [".held", (button, event) => lastcard.hand.tap(button, event.detail === 0)],
    ["#picker-colors .tile", (button) => lastcard.choose.take(button.dataset.color)],
    ["[data-choose]", (button) => lastcard.choose.take(button.dataset.choose)],
    ["[data-give]", (button) => lastcard.choose.give(button)],
    ["[data-give-done]", () => lastcard.choose.giveDone()],
    ["[data-play-chosen]", () => lastcard.hand.playChosen()],
    ["#call, [data-move]", press],
    ["#sort", () => lastcard.hand.nextSort()],
    ["[data-close-picker]", () => lastcard.choose.close()],
    ["[data-sheet]", (button) => openSheet(button.dataset.sheet)],
    ["[data-close-sheet]", () => openSheet(document.body.dataset.openSheet)],
    ["[data-report]", (button) => lastcard.chat.report(button)],
    ["[data-dialog]", (button) => $(button.dataset.dialog).showModal()],
    ["[data-close-dialog]", (button) => button.closest("dialog").close()],
    ["[data-reload]", () => location.reload()],
  ];

  document.addEventListener("click", (event) => {
    for (const [selector, act] of CLICKS) {
      const hit = event.target.closest(selector);
      if (hit) {
        act(hit, event);
        return;
      }
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.dataset.setting === "one-tap") {
      lastcard.hand.setOneTap(event.target.checked);
    }
  });

  // a swipe up plays, too; the buttons stay the plain way
  let swipe = null;
  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".held");
    swipe = card && event.pointerType === "touch" ? { card, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (swipe && swipe.y - event.clientY > 40 && Math.abs(event.clientX - swipe.x) < 40) {
      lastcard.hand.tap(swipe.card, true);
    }
    swipe = null;
  });

  function keyed(key) {
    const places = [lastcard.choose.isOpen() ? "#picker" : "#message", "#message", "#actions"];
    for (const place of places) {
      const found = document.querySelectorAll(`${place} [data-key="${key}"]:not([aria-disabled="true"])`);
      const hit = [...found].find((one) => one.offsetParent !== null);
      if (hit) {
        return hit;
      }
    }
    return null;
  }

  const STEPS = {
    ArrowLeft: () => -1,
    ArrowRight: () => 1,
    ArrowUp: () => -lastcard.hand.rowLength(),
    ArrowDown: () => lastcard.hand.rowLength(),
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, summary, dialog, .log-lines");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !$("hand")) {
      return;
    }
    if (event.key in STEPS) {
      event.preventDefault();
      lastcard.hand.step(STEPS[event.key]());
    } else if (event.key === "Escape" && document.body.dataset.openSheet) {
      openSheet(document.body.dataset.openSheet);
    } else if (event.key === "Escape") {
      lastcard.choose.close();
      lastcard.hand.drop();
    } else if (event.key === " " && event.target.matches(".held")) {
      event.preventDefault(); // the space bar raises, Enter plays
      lastcard.hand.tap(event.target, false);
    } else if (event.key === "Enter" && event.target === document.body && lastcard.hand.raised()) {
      lastcard.hand.playChosen();
    } else if (event.key.length === 1) {
      const hit = keyed(event.key.toUpperCase());
      if (hit) {
        event.preventDefault();
        hit.click();
      }
    }
  });

  // --- htmx --------------------------------------------------------------------------------------------------------

  $("socket").addEventListener("htmx:wsConfigSend", (event) => {
    event.detail.headers = null; // who asks is known by the socket
    if (lastcard.line.lost()) {
      event.preventDefault(); // what is queued now would be old when the line is back
      lastcard.line.show();
    }
  });
  // not of the news, which have a line of their own
  $("socket").addEventListener("htmx:wsBeforeMessage", beforeSwap);
  $("socket").addEventListener("htmx:wsAfterMessage", afterSwap);

  Object.assign(lastcard, { send, lay, notice, say });
  afterSwap();
})();
