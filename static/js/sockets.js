// Every line to the server that the page has: it notices when it is dead and comes back by itself, each at its own
// moment. htmx's ws extension reconnects after an abnormal close; here are the heartbeat and the cases it leaves alone.
// An element with ws-connect names in data-ends the codes after which its line stays closed. When a line opens, is
// lost or ends, its element says so in data-line and gets the event lastcard:line.
(function () {
  "use strict";

  const lastcard = (window.lastcard = window.lastcard || {});
  const BEAT = 10000; // a ping so often
  const SILENCE = 25000; // nothing heard for so long: the line is dead
  const LONGEST_WAIT = 10000;
  const TOO_MUCH = 4008;
  const BY_EXTENSION = [1006, 1011, 1012, 1013]; // it reconnects after these on its own

  const lines = new Map(); // element -> line
  let fresh = null; // the socket that htmx is about to give to an element

  const jitter = (tries) => 300 + Math.random() * Math.min(LONGEST_WAIT, 1000 * 2 ** tries);

  htmx.config.wsReconnectDelay = jitter;
  htmx.createWebSocket = (url) => {
    fresh = new WebSocket(url, []);
    return fresh;
  };

  function lineOf(element) {
    if (!lines.has(element)) {
      lines.set(element, { element, socket: null, wrapper: null, heard: Date.now(), lostAt: 0, ended: false, tries: 0 });
    }
    return lines.get(element);
  }

  function tell(line, code, reason) {
    line.element.dataset.line = line.ended ? "ended" : line.lostAt ? "lost" : "open";
    line.element.dispatchEvent(new CustomEvent("lastcard:line", { bubbles: true, detail: { line, code, reason } }));
  }

  function lose(line, code) {
    line.lostAt = line.lostAt || Date.now();
    tell(line, code);
  }

  function reconnect(line, wait) {
    setTimeout(() => {
      if (!line.ended && line.lostAt && line.wrapper && line.socket.readyState > WebSocket.OPEN) {
        line.wrapper.reconnect();
      }
    }, wait);
  }

  // a dead socket may take minutes to say so: let go of it and open another
  function drop(line) {
    line.heard = Date.now();
    if (line.socket) {
      line.socket.onclose = null;
      line.socket.onerror = null;
      line.socket.close();
    }
    lose(line);
    reconnect(line, jitter(0));
  }

  function beat(line) {
    if (line.ended || !line.wrapper || line.lostAt) {
      return;
    }
    if (Date.now() - line.heard > SILENCE) {
      drop(line);
    } else {
      line.wrapper.send(JSON.stringify({ act: "ping" }));
    }
  }

  document.addEventListener("htmx:wsConnecting", (event) => {
    const line = lineOf(event.target);
    line.socket = fresh;
    fresh.addEventListener("message", () => {
      line.heard = Date.now();
    });
  });

  document.addEventListener("htmx:wsOpen", (event) => {
    const line = lineOf(event.target);
    Object.assign(line, { wrapper: event.detail.socketWrapper, heard: Date.now(), lostAt: 0, tries: 0 });
    tell(line);
  });

  document.addEventListener("htmx:wsClose", (event) => {
    const line = lineOf(event.target);
    const code = event.detail.event.code;
    if ((line.element.dataset.ends || "").split(" ").includes(String(code))) {
      line.ended = true;
      tell(line, code, event.detail.event.reason);
      return;
    }
    lose(line, code);
    if (!BY_EXTENSION.includes(code)) {
      line.tries += 1;
      reconnect(line, code === TOO_MUCH ? 5000 : jitter(line.tries));
    }
  });

  setInterval(() => lines.forEach(beat), BEAT);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      lines.forEach((line) => Date.now() - line.heard > SILENCE && beat(line));
    }
  });
  window.addEventListener("offline", () => lines.forEach((line) => line.ended || lose(line)));
  window.addEventListener("online", () =>
    lines.forEach((line) => {
      if (line.lostAt && !line.ended) {
        if (line.socket.readyState === WebSocket.OPEN) {
          drop(line);
        } else {
          reconnect(line, 200 + Math.random() * 1000);
        }
      }
    }),
  );

  // the answer to a ping is swapped into this
  if (!document.getElementById("beat")) {
    const answer = document.createElement("div");
    answer.id = "beat";
    answer.hidden = true;
    document.body.append(answer);
  }

  lastcard.lineOf = lineOf;
})();
