"use strict";
// flow.js - callers and callees of one function at its two sides, joined to it
// by bands as wide as the time that they pass on.

/* global ESTIMATED, EXACT, RECURSIVE, _, arcs, bar, calleesOf, callersOf,
   callsOf, count, cycles, draw, functionLink, functions, hasTime, kindWords,
   make, mostOf, page, passed, perCall, percent, period, sentence, share, time,
   timeUnit, total */

/* exported Flow */

const FLOW_ROW = 58; // as in page.css
const FLOW_GAP = 84;
const FLOW_FIRST = 8; // rows before one asks for more

// A row: what it is about, and the samples that it passes on.
function flowOfArc(arc, isCaller) {
  const kind = arcs.kind[arc];
  const passes = kind === EXACT || kind === ESTIMATED;
  const callee = arcs.callee[arc];
  const cycle = functions.cycle[callee];
  const all =
    cycle === 0 || cycle === functions.cycle[arcs.caller[arc]]
      ? functions.calls[callee]
      : cycles[cycle - 1].calls;
  return {
    arc,
    kind,
    passes,
    isCaller,
    samples: passes ? passed(arc) : 0,
    i: isCaller ? arcs.caller[arc] : callee,
    all
  };
}

function callsOfArc(row) {
  const calls = count(arcs.calls[row.arc]);
  if (arcs.isStatic[row.arc]) {
    return _("found in the code");
  }
  if (page.has_stacks && arcs.calls[row.arc] === 0) {
    return ""; // nobody counted them
  }
  return row.passes
    ? _("%s of %s calls", calls, count(row.all))
    : _("%s calls", calls);
}

// What a call by the arc of ROW took, where that was measured.
function perCallOfArc(row) {
  const calls = arcs.calls[row.arc];
  return (
    page.has_stacks &&
    hasTime &&
    period > 0 &&
    calls > 0 &&
    row.samples > 0 &&
    make(
      "span",
      {class: "per-call", title: _("total per call")},
      perCall(row.samples, calls)
    )
  );
}

// What KIND means for the time of ROW.
function kindChip(row) {
  const help = [
    page.has_stacks
      ? ""
      : page.at_least
        ? _("at least: some of its time may have no callers")
        : _("exact: all calls come from here"),
    _("estimated: at least 0, at most %s", timeUnit(mostOf(row.arc))),
    "",
    _("calls within a cycle pass on no time")
  ][row.kind];
  return make(
    "span",
    {class: `kind kind-${row.kind}`, title: help},
    kindWords[row.kind],
    row.kind === ESTIMATED &&
      hasTime &&
      make("span", {class: "range"}, ` 0\u2013${time(mostOf(row.arc))}`)
  );
}

function flowRow(row, scale) {
  return make(
    "li",
    {class: "flow-row", "data-function": row.i ?? null},
    make(
      "span",
      {class: "flow-head"},
      row.i === undefined
        ? make("span", {class: "name plain"}, row.title)
        : [functionLink(row.i), kindChip(row)]
    ),
    make(
      "span",
      {class: "figures"},
      hasTime &&
        (row.passes || row.i === undefined) && [
          make("b", {}, timeUnit(row.samples)),
          make("span", {class: "percent"}, percent(row.samples, 1, scale))
        ],
      row.arc !== undefined && [
        make("span", {}, callsOfArc(row)),
        perCallOfArc(row)
      ]
    ),
    bar(share(row.samples, scale))
  );
}

// The band between row number I and the place from AT on in the middle.
function band(row, {y, at, size, isLeft, height}) {
  const middle = y + FLOW_ROW / 2;
  const half = Math.min(size, FLOW_ROW - 16) / 2;
  const [near, far] = isLeft ? [0, FLOW_GAP] : [FLOW_GAP, 0];
  const bend = FLOW_GAP / 2;
  const low = Math.min(at + size, height);
  return draw("path", {
    class: `band band-${row.kind ?? "self"}`,
    d:
      `M${near},${middle - half} C${bend},${middle - half} ${bend},${at} ` +
      `${far},${at} L${far},${low} C${bend},${low} ${bend},` +
      `${middle + half} ${near},${middle + half} Z`
  });
}

function bands(rows, scale, isLeft, height, middle) {
  const picture = draw(
    "svg",
    {
      class: "bands",
      width: FLOW_GAP,
      height,
      viewBox: `0 0 ${FLOW_GAP} ${height}`,
      "aria-hidden": "true"
    },
    draw(
      "defs",
      {},
      draw(
        "pattern",
        {
          id: isLeft ? "hatch-in" : "hatch-out",
          width: 6,
          height: 6,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)"
        },
        draw("rect", {class: "hatch-ground", width: 6, height: 6}),
        draw("rect", {class: "hatch-line", width: 3, height: 6})
      )
    )
  );
  let at = (height - middle) / 2;
  rows.forEach((row, i) => {
    const size = Math.max(1.5, share(row.samples, scale) * middle);
    const y = i * FLOW_ROW + (height - rows.length * FLOW_ROW) / 2;
    const path = band(row, {y, at, size, isLeft, height});
    if (
      row.kind === ESTIMATED ||
      (row.kind === EXACT && page.at_least)
    ) {
      path.setAttribute("fill", isLeft ? "url(#hatch-in)" : "url(#hatch-out)");
    }
    picture.append(path);
    at += share(row.samples, scale) * middle;
  });
  return picture;
}

class Flow {
  constructor(i) {
    this.i = i;
    this.shown = {callers: FLOW_FIRST, callees: FLOW_FIRST};
    this.callers = this.order(callersOf(i).map(arc => flowOfArc(arc, true)));
    this.callees = this.order(calleesOf(i).map(arc => flowOfArc(arc, false)));
    this.sum = rows => rows.reduce((sum, row) => sum + row.samples, 0);
    const self = functions.self[i];
    const outside = total[i] - this.sum(this.callers);
    if (
      hasTime &&
      !page.has_stacks &&
      functions.cycle[i] === 0 &&
      outside > Math.max(0.01, 0.001 * total[i])
    ) {
      this.callers.unshift({
        samples: outside,
        title: sentence(_("unknown callers"))
      });
    }
    if (self > 0) {
      this.callees.unshift({
        samples: self,
        title: sentence(_("the function itself"))
      });
    }
    this.scale = Math.max(
      total[i],
      this.sum(this.callers),
      this.sum(this.callees),
      1e-9
    );
    this.element = make("div", {class: "flow"});
    this.show();
  }

  order(rows) {
    return rows
      .filter(row => row.kind !== RECURSIVE)
      .sort(
        (a, b) =>
          b.samples - a.samples || arcs.calls[b.arc] - arcs.calls[a.arc]
      );
  }

  // One side: its rows, and a button if there are more.
  side(key, title, height) {
    const rows = this[key];
    const shown = rows.slice(0, this.shown[key]);
    const list = make(
      "ul",
      {class: "flow-list", "aria-labelledby": `title-${key}`},
      shown.map(row => flowRow(row, this.scale))
    );
    list.style.setProperty(
      "--above",
      `${(height - shown.length * FLOW_ROW) / 2}px`
    );
    const more = () => {
      const first = `.${key} li:nth-child(${shown.length + 1}) a`;
      this.shown[key] += 50;
      this.show();
      this.element.querySelector(first)?.focus();
    };
    return make(
      "div",
      {class: `side ${key}`},
      make(
        "h2",
        {id: `title-${key}`},
        title,
        make(
          "span",
          {class: "count"},
          count(rows.filter(row => row.arc !== undefined).length)
        )
      ),
      rows.length > 0
        ? list
        : make("p", {class: "nothing"}, sentence(_("none"))),
      rows.length > shown.length &&
        make(
          "button",
          {type: "button", class: "more", onclick: more},
          _(
            "%s more, with %s",
            count(rows.length - shown.length),
            timeUnit(this.sum(rows.slice(shown.length)))
          )
        )
    );
  }

  middle(height, size) {
    const calls = callsOf(this.i);
    return make(
      "div",
      {
        class: "flow-middle",
        style: {
          blockSize: `${size}px`,
          marginBlockStart: `${(height - size) / 2}px`
        }
      },
      make("bdi", {class: "name"}, functions.name[this.i]),
      hasTime && make("b", {}, timeUnit(total[this.i])),
      calls !== "" && make("span", {}, _("%s calls", calls))
    );
  }

  show() {
    const rows = [
      Math.min(this.shown.callers, this.callers.length),
      Math.min(this.shown.callees, this.callees.length)
    ];
    const height = Math.max(2, ...rows) * FLOW_ROW;
    const size = Math.min(height, Math.max(2 * FLOW_ROW, 0.62 * height));
    this.element.replaceChildren(
      this.side("callers", _("Callers"), height),
      bands(this.callers.slice(0, rows[0]), this.scale, true, height, size),
      this.middle(height, size),
      bands(this.callees.slice(0, rows[1]), this.scale, false, height, size),
      this.side("callees", _("Callees"), height)
    );
  }
}
