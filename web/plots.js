// Curves by dygraphs: drag to zoom, double click to see all; the cursor of a clock is read off in the keys above.
"use strict";

const inks = {
  light: ["#2457d6", "#d9480f", "#0b8f6a", "#9333b8", "#b07d00", "#4b5563", "#d6457f"],
  dark: ["#7aa2ff", "#ff9457", "#4fd1a5", "#cf8cf0", "#e6bf4a", "#a8b2c3", "#ff8bb8"],
};
const dashesOf = (series, turn) => (series.style === "dashed" ? [6, 4] : [null, [5, 3], [2, 3], [9, 3, 2, 3]][turn % 4]);

// One table of all series over the abscissae of all: null where a series has no point, NaN where it has a gap.
function tableOf(series) {
  const same = series.every((s) => s.x.length === series[0].x.length && s.x.every((x, k) => x === series[0].x[k]));
  const number = (y) => (y === null ? NaN : y);
  if (same) return series[0].x.map((x, k) => [x, ...series.map((s) => number(s.y[k]))]);
  const rows = new Map();
  series.forEach((s, column) => s.x.forEach((x, k) => {
    if (x === null) return;
    if (!rows.has(x)) rows.set(x, [x, ...series.map(() => null)]);
    rows.get(x)[column + 1] = number(s.y[k]);
  }));
  return [...rows.values()].sort((a, b) => a[0] - b[0]);
}

function keyOf(series, colour, dashes) {
  const line = series.style === "points" ? `<circle cx="9" cy="5" r="3" fill="${colour}"/>`
    : `<path d="M0 5h18" stroke="${colour}" stroke-width="2.5" ${dashes ? `stroke-dasharray="${dashes.join(" ")}"` : ""}/>`;
  const key = element("button", { className: "key", type: "button", title: "Show or hide" });
  key.setAttribute("aria-pressed", "true");
  key.innerHTML = `<svg width="18" height="10" aria-hidden="true">${line}</svg>`;
  const value = element("span");
  key.append(series.name, value);
  return { key, value };
}

// The curves of a panel, in a place that is there already.
function makePanel(holder, plot, panel, clock) {
  const palette = () => inks[darkQuery.matches ? "dark" : "light"];
  const place = (k) => (panel.series[k].colour >= 0 ? panel.series[k].colour : k);
  const colours = () => panel.series.map((s, k) => palette()[place(k) % palette().length]);
  const dashes = panel.series.map((s, k) => dashesOf(s, Math.floor(place(k) / 7)));
  const head = element("div", { className: "panel-head" });
  const unit = panel.up.unit ? ` (${panel.up.unit})` : "";
  head.append(element("b", { textContent: panel.up.label + unit }));
  const canvas = element("div", { className: "canvas" });
  holder.append(head, canvas);

  const table = tableOf(panel.series);
  const times = table.map((row) => row[0]);
  const keys = panel.series.map((s, k) => keyOf(s, colours()[k], dashes[k]));
  keys.forEach(({ key }, k) => {
    if (panel.series[k].name) head.append(key);
    key.onclick = () => {
      const visible = !graph.visibility()[k];
      key.setAttribute("aria-pressed", String(visible));
      graph.setVisibility(k, visible);
    };
  });
  panel.limits.forEach((limit) => {
    if (limit.label) head.append(element("span", { className: "key", textContent: `┄ ${limit.label}` }));
  });
  // Errors of very different size are told apart on a logarithmic axis.
  const tops = panel.series.map((s) => Math.max(...s.y.map((y) => Math.abs(y || 0))));
  const positive = panel.series.every((s) => s.y.every((y) => y === null || y >= 0)) && Math.min(...tops) > 0;
  const uneven = positive && Math.max(...tops) > 50 * Math.min(...tops);
  const floor = Math.min(...tops) / 1000;
  const log = element("button", { className: "reset", type: "button", textContent: uneven ? "Linear" : "Logarithmic", hidden: !uneven });
  log.onclick = () => {
    const now = log.textContent === "Logarithmic";
    log.textContent = now ? "Linear" : "Logarithmic";
    graph.updateOptions({ logscale: now, valueRange: now ? [floor, Math.max(...tops) * 1.3] : null });
  };
  head.append(log);
  const reset = element("button", { className: "reset", type: "button", textContent: "Show all", hidden: true });
  head.append(reset);

  const read = (row) => keys.forEach(({ value }, k) => { value.textContent = row < 0 ? "" : shortNumber(table[row][k + 1]); });
  const self = {
    time(time) {
      const row = nearestIndex(times, time);
      read(row);
      graph.setSelection(row);
    },
    zoom(ends) {
      quiet = true;
      graph.updateOptions({ dateWindow: ends });
      reset.hidden = ends === null;
      quiet = false;
    },
  };
  let quiet = true;
  const options = {
    labels: ["x", ...panel.series.map((s, k) => `${k} ${s.name}`)],
    colors: colours(), strokeWidth: 1.6, legend: "never", axisLabelFontSize: 12, gridLineColor: "rgba(128,140,160,.22)",
    axisLineColor: "rgba(128,140,160,.5)", highlightCircleSize: 3.5, xRangePad: 0, yRangePad: 8, connectSeparatedPoints: true,
    labelsUTC: true, digitsAfterDecimal: 6, rightGap: 8, zoomAnimation: false, animatedZooms: false,
    axes: {
      x: { drawGrid: true, axisLabelFormatter: (x) => shortNumber(x), valueFormatter: (x) => shortNumber(x), pixelsPerLabel: plot.grid ? 40 : 60, ticker: Dygraph.numericLinearTicks },
      y: { axisLabelFormatter: (y) => shortNumber(y), axisLabelWidth: 52, pixelsPerLabel: 22 },
    },
    series: Object.fromEntries(panel.series.map((s, k) => [`${k} ${s.name}`, {
      strokePattern: dashes[k], drawPoints: s.style === "points" || s.style === "marked", pointSize: 2.5, strokeWidth: s.style === "points" ? 0 : 1.6,
    }])),
    highlightCallback: (event, x, points, row) => { read(row); clock.set(times[row], self); },
    drawCallback: (drawn, first) => {
      if (first || quiet) return;
      const ends = drawn.xAxisRange(), all = drawn.xAxisExtremes();
      const whole = ends[0] <= all[0] && ends[1] >= all[1];
      reset.hidden = whole;
      clock.zoom(whole ? null : ends, self);
    },
    underlayCallback: (context, area, drawn) => {
      context.save();
      context.setLineDash([6, 4]);
      context.strokeStyle = darkQuery.matches ? "#ff8a8a" : "#c5303a";
      panel.limits.forEach((limit) => {
        const y = drawn.toDomYCoord(limit.value);
        if (!(y >= area.y && y <= area.y + area.h)) return;
        context.beginPath();
        context.moveTo(area.x, y);
        context.lineTo(area.x + area.w, y);
        context.stroke();
      });
      context.restore();
      if (clock.time === null) return;
      // The moment that the scene shows.
      const x = drawn.toDomXCoord(clock.time);
      context.fillStyle = "rgba(128,140,160,.5)";
      if (x >= area.x && x <= area.x + area.w) context.fillRect(Math.round(x), area.y, 1, area.h);
    },
  };
  if (uneven) Object.assign(options, { logscale: true, valueRange: [floor, Math.max(...tops) * 1.3] });
  if (panel.up.ends[0] !== null && panel.up.ends[1] !== null) options.valueRange = panel.up.ends;
  // A finger reads off; two zoom the page, not the plot.
  if (matchMedia("(pointer: coarse)").matches) options.interactionModel = {};
  const graph = new Dygraph(canvas, table, options);
  quiet = false;
  reset.onclick = () => { self.zoom(null); clock.zoom(null, self); };
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") return;
    const x = graph.toDataXCoord(event.clientX - canvas.getBoundingClientRect().left);
    self.time(x);
    clock.set(x, self);
  });
  darkQuery.addEventListener("change", () => {
    graph.updateOptions({ colors: colours() });
    keys.forEach(({ key }, k) => key.querySelectorAll("[stroke],[fill]").forEach((mark) => {
      ["stroke", "fill"].forEach((name) => { if (mark.hasAttribute(name)) mark.setAttribute(name, colours()[k]); });
    }));
  });
  clock.listen(self);
  if (clock.time !== null) self.time(clock.time);
  return graph;
}

const graphs = [];
// Curves are drawn when they come into sight, and all of them for paper: a page may have dozens.
const waiting = new Map();
const drawPanel = (holder) => {
  if (!waiting.has(holder)) return;
  const make = waiting.get(holder);
  waiting.delete(holder);
  seenPanels.unobserve(holder);
  holder.style.minHeight = "";
  graphs.push(make());
};
const seenPanels = new IntersectionObserver((entries) => entries.forEach((entry) => { if (entry.isIntersecting) drawPanel(entry.target); }), { rootMargin: "400px 0px" });
document.querySelectorAll("figure.plot").forEach((figure) => {
  const plot = pageData.plots[Number(figure.dataset.plot)];
  const clock = clockOf(figure.dataset.clock);
  figure.classList.toggle("grid", plot.grid);
  const panels = element("div", { className: "panels" });
  figure.append(panels);
  plot.panels.forEach((panel) => {
    const holder = element("div", { className: "panel" });
    holder.style.minHeight = plot.grid ? "180px" : "245px";
    panels.append(holder);
    waiting.set(holder, () => makePanel(holder, plot, panel, clock));
    seenPanels.observe(holder);
  });
  figure.append(element("div", { className: "across", textContent: plot.across.label + (plot.across.unit ? ` (${plot.across.unit})` : "") }));
});
addEventListener("beforeprint", () => [...waiting.keys()].forEach(drawPanel));
// Plots that were folded when they were made have no size yet.
document.querySelectorAll("details").forEach((part) => part.addEventListener("toggle", () => graphs.forEach((graph) => graph.resize())));
