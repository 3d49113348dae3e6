// Computes the deals of a finished match anew, in the reader's own browser, as docs/shuffle.md writes it down. The seed
// and the deals are those of the match's record; what they are compared with, the seal, stands in the page.
(function () {
  "use strict";

  const box = document.getElementById("shuffle");
  const result = document.getElementById("shuffle-result");
  const decks = JSON.parse(document.getElementById("shuffle-decks").textContent);
  const label = new TextEncoder().encode("lastcard shuffle 1");
  const words = 2 ** 32;

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

  function four(number) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, number);
    return bytes;
  }

  function joined(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  function read(text) {
    const tags = {};
    const deals = [];
    let left = 0;
    for (const line of text.split("\n")) {
      const tag = /^\[(\w+) (".*")\]$/.exec(line);
      const deal = /^deal (\d+), dealer \d+: (.+)$/.exec(line);
      if (tag) {
        tags[tag[1]] = JSON.parse(tag[2]);
      } else if (deal) {
        deals.push({ round: Number(deal[1]), cards: deal[2].split(" "), left });
      } else if (/^\d+: leave$/.test(line)) {
        left += 1;
      }
    }
    if (!tags.Shuffle || !deals.length) {
      throw new Error("no record");
    }
    return { seed: unhex(tags.Shuffle), strings: JSON.parse(tags.Strings), seats: JSON.parse(tags.Seats).length, deals };
  }

  // the 32-bit words of one shuffle, block by block
  async function* stream(key, context, round) {
    for (let block = 0; ; block += 1) {
      const message = joined([label, context, four(round), four(0), four(block)]);
      const digest = await crypto.subtle.sign("HMAC", key, message);
      const view = new DataView(digest);
      for (let at = 0; at < digest.byteLength; at += 4) {
        yield view.getUint32(at);
      }
    }
  }

  async function shuffled(deck, source) {
    const cards = [...deck];
    let last = cards.length - 1;
    for await (const word of source) {
      if (word >= words - (words % (last + 1))) {
        continue;
      }
      const other = word % (last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
      last -= 1;
      if (last === 0) {
        break;
      }
    }
    return cards;
  }

  async function check(record, noted) {
    const said = [];
    const say = (holds, good, bad, values = {}) => said.push({ holds, text: fill(holds ? good : bad, values) });
    const texts = box.dataset;
    say(hex(await sha256(record.seed)) === texts.seal, texts.saidSeal, texts.saidOtherSeal);
    if (noted) {
      say(noted.toLowerCase() === texts.seal, texts.saidNoted, texts.saidOtherNoted);
    }
    const encoded = record.strings.map((one) => new TextEncoder().encode(one));
    const context = await sha256(joined(encoded.flatMap((bytes) => [four(bytes.length), bytes])));
    const key = await crypto.subtle.importKey("raw", record.seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    for (const deal of record.deals) {
      const deck = decks[record.seats - deal.left].split(" ");
      const order = await shuffled(deck, stream(key, context, deal.round));
      const first = order.findIndex((card, index) => card !== deal.cards[index]);
      const holds = first < 0 && order.length === deal.cards.length;
      const values = { round: deal.round, cards: order.length, card: first < 0 ? order.length : first + 1 };
      say(holds, texts.saidDeal, texts.saidOtherDeal, values);
    }
    return said;
  }

  function show(said) {
    const holds = said.every((line) => line.holds);
    const title = document.createElement("p");
    title.className = `verdict ${holds ? "" : "records-bad"}`;
    title.textContent = holds ? box.dataset.saidHolds : box.dataset.saidFails;
    const list = document.createElement("ul");
    list.className = "records-facts";
    for (const line of said) {
      const item = document.createElement("li");
      item.className = line.holds ? "" : "records-bad";
      item.textContent = line.text;
      list.append(item);
    }
    result.replaceChildren(title, list);
    result.dataset.holds = String(holds);
  }

  async function run() {
    if (!window.crypto?.subtle) {
      result.textContent = box.dataset.saidInsecure;
      return;
    }
    try {
      const answer = await fetch(box.dataset.record);
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      show(await check(read(await answer.text()), document.getElementById("shuffle-noted").value.trim()));
    } catch (error) {
      result.textContent = box.dataset.saidUnread;
      throw error;
    }
  }

  document.getElementById("shuffle-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
})();
