// The line to the server: it says when it is gone, notices when it is dead, and comes back by itself.
// htmx's ws extension reconnects after an abnormal close; here are the heartbeat and the cases it leaves alone.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const BEAT = 10000; // a ping so often
  const SILENCE = 25000; // nothing heard for so long: the line is dead
  const LONGEST_WAIT = 10000;
  const SHOWN_AFTER = 700; // a short blink of the line is not worth a word
  const OTHER_TAB = 4001;
  const TOO_MUCH = 4008;
  const NO_TABLE = 4404;
  const BY_EXTENSION = [1006, 1011, 1012, 1013]; // it reconnects after these on its own

  let socket = null;
  let wrapper = null;
  let heard = Date.now();
  let lostAt = 0;
  let ended = false;
  let tries = 0;

  const jitter = (retry) => 300 + Math.random() * Math.min(LONGEST_WAIT, 1000 * 2 ** retry);

  htmx.config.wsReconnectDelay = jitter;
  htmx.createWebSocket = (url) => {
    socket = new WebSocket(url, []);
    socket.addEventListener("message", () => {
      heard = Date.now();
    });
    return socket;
  };

  function show() {
    const line = document.getElementById("line");
    const lost = lostAt !== 0 && Date.now() - lostAt > SHOWN_AFTER;
    document.body.classList.toggle("is-lost", lost);
    if (line) {
      line.hidden = !lost;
      if (lost) {
        const seconds = Math.floor((Date.now() - lostAt) / 1000);
        line.querySelector("[data-lost-for]").textContent =
          `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      }
    }
  }

  function lose() {
    lostAt = lostAt || Date.now();
    setTimeout(show, SHOWN_AFTER + 50);
  }

  function reconnect(wait) {
    setTimeout(() => {
      if (!ended && lostAt && wrapper && socket.readyState > WebSocket.OPEN) {
        wrapper.reconnect();
      }
    }, wait);
  }

  // a dead socket may take minutes to say so: let go of it and open another
  function drop() {
    lose();
    heard = Date.now();
    if (socket) {
      socket.onclose = null;
      socket.onerror = null;
      socket.close();
    }
    reconnect(jitter(0));
  }

  function beat() {
    show();
    if (ended || !wrapper || lostAt) {
      return;
    }
    if (Date.now() - heard > SILENCE) {
      drop();
    } else {
      wrapper.send(JSON.stringify({ act: "ping" }));
    }
  }

  function onOpen(event) {
    wrapper = event.detail.socketWrapper;
    heard = Date.now();
    lostAt = 0;
    tries = 0;
    show();
  }

  function onClose(event) {
    const code = event.detail.event.code;
    if (code === OTHER_TAB || code === NO_TABLE) {
      ended = true;
      document.getElementById(code === OTHER_TAB ? "elsewhere" : "closed").showModal();
      return;
    }
    lose();
    if (!BY_EXTENSION.includes(code)) {
      tries += 1;
      reconnect(code === TOO_MUCH ? 5000 : jitter(tries));
    }
  }

  document.addEventListener("htmx:wsOpen", onOpen);
  document.addEventListener("htmx:wsClose", onClose);
  setInterval(beat, BEAT);
  setInterval(() => lostAt && show(), 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - heard > SILENCE) {
      beat();
    }
  });
  window.addEventListener("offline", lose);
  window.addEventListener("online", () => lostAt && (socket.readyState === WebSocket.OPEN ? drop() : reconnect(200)));

  lastcard.line = { lost: () => lostAt !== 0, ended: () => ended, show };
})();
