// What every page does: sorts tables, shows long ones in part, copies commands, follows the reader in the contents.
"use strict";

// Elements in one call: element("p", {className: "a"}, child, "text").
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function makeSortable(figure) {
  const body = figure.querySelector("tbody");
  const rows = [...body.rows];
  const shown = Number(figure.dataset.shown);
  const more = element("button", { className: "more", type: "button" });
  let all = rows.length <= shown + 2;
  const show = () => {
    [...body.rows].forEach((row, index) => { row.hidden = !all && index >= shown; });
    more.textContent = all ? `Show ${shown} rows` : `Show all ${rows.length} rows`;
  };
  if (!all) {
    more.onclick = () => { all = !all; show(); };
    figure.querySelector(".scroll").after(more);
    show();
  }
  if (rows.length < 2) return;
  figure.querySelectorAll("th").forEach((head, column) => {
    const button = element("button", { type: "button", title: "Sort" });
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const before = head.getAttribute("aria-sort");
      const direction = before === "ascending" ? "descending" : before === "descending" ? null : "ascending";
      figure.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      if (direction) head.setAttribute("aria-sort", direction);
      const sign = direction === "descending" ? -1 : 1;
      // Numbers by value, before texts; a third click brings the first order back.
      const key = (row) => {
        const cell = row.cells[column];
        return "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent;
      };
      const compare = (a, b) => {
        const x = key(a), y = key(b);
        if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
        return sign * (typeof x === "number" ? x - y : x.localeCompare(y, "en", { numeric: true }));
      };
      body.append(...(direction ? [...rows].sort(compare) : rows));
      show();
    };
  });
}
document.querySelectorAll("figure.table").forEach(makeSortable);

document.querySelectorAll("pre").forEach((block) => {
  if (!navigator.clipboard) return;
  const button = element("button", { className: "copy", type: "button", textContent: "Copy" });
  button.onclick = () => navigator.clipboard.writeText(block.querySelector("code").textContent).then(
    () => { button.textContent = "Copied"; }, () => { button.textContent = "Not allowed"; });
  block.append(button);
});

// Folded sections are open on paper and when the address names them.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
function openNamed() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named) named.querySelectorAll("details").forEach((part) => { part.open = true; });
}
addEventListener("hashchange", openNamed);
openNamed();

if (document.querySelector("nav")) {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const observer = new IntersectionObserver((entries) => {
    entries.forEach((entry) => (entry.isIntersecting ? seen.add(entry.target.id) : seen.delete(entry.target.id)));
    let first = true;
    links.forEach((link, id) => {
      link.classList.toggle("here", first && seen.has(id));
      if (seen.has(id)) first = false;
    });
  }, { rootMargin: "-10% 0px -45% 0px" });
  document.querySelectorAll("section").forEach((section) => observer.observe(section));
}

// Plots and scenes of one clock: all hear of a new time, and of a new stretch of time.
const clocks = new Map();
function clockOf(name) {
  if (name && clocks.has(name)) return clocks.get(name);
  const listeners = [];
  const clock = {
    time: null,
    listen(listener) { listeners.push(listener); },
    set(time, from) {
      clock.time = time;
      listeners.forEach((listener) => { if (listener !== from && listener.time) listener.time(time); });
    },
    zoom(ends, from) { listeners.forEach((listener) => { if (listener !== from && listener.zoom) listener.zoom(ends); }); },
  };
  if (name) clocks.set(name, clock);
  return clock;
}

const pageData = (() => {
  const text = document.getElementById("data");
  return text ? JSON.parse(text.textContent) : { plots: [], scenes: [] };
})();

// The index of the number in a rising list that is nearest to a value.
function nearestIndex(list, value) {
  let low = 0, high = list.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle; else high = middle;
  }
  return value - list[low] <= list[high] - value ? low : high;
}

// "0.0123", "1234", "-1.2e-6": four digits.
function shortNumber(value) {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
