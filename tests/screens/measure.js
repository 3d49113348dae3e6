// Evaluated in a page of the table: returns what overlaps, what is cut and what is too small to touch, in words.
() => {
  const wrong = [];
  const name = (element) => element.id || element.className.toString() || element.tagName;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && style.display !== "none";
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);

  if (document.documentElement.scrollWidth > innerWidth) {
    wrong.push(`scrolls sideways: ${document.documentElement.scrollWidth} in ${innerWidth}`);
  }

  const parts = all(".bar, .place, .pile, .active, #message > *, .me, .hand-box, .actions .btn, .log").filter(
    (element) => !element.classList.contains("sr"),
  );
  for (const [index, one] of parts.entries()) {
    const a = one.getBoundingClientRect();
    if (a.left < -1 || a.right > innerWidth + 1 || a.top < -1 || a.bottom > innerHeight + 1) {
      wrong.push(`${name(one)} leaves the screen: ${[a.left, a.top, a.right, a.bottom].map(Math.round)}`);
    }
    for (const other of parts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || (one.closest(".piles") && other.closest(".piles"))) {
        continue;
      }
      const b = other.getBoundingClientRect();
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 2) {
        wrong.push(`${name(one)} and ${name(other)} overlap by ${Math.round(width)} × ${Math.round(height)}`);
      }
    }
  }

  for (const target of all("button, summary, .btn, .bar a, input[type=checkbox]")) {
    const box = (target.type === "checkbox" ? target.parentElement : target).getBoundingClientRect();
    if (Math.round(box.width) < (target.matches(".held") ? 40 : 44) || Math.round(box.height) < 44) {
      wrong.push(`${name(target)} is a small target: ${Math.round(box.width)} × ${Math.round(box.height)}`);
    }
  }
  return wrong;
}
