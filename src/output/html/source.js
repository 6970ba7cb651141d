"use strict";
// source.js - lines of source files with the samples taken in their code and
// the calls made there.

/* global _, base, codeDetails, count, functionLink, heat, make, page, percent,
   share, time, timeUnit */

/* exported sourceOfFunction, sourcePart, sourceText */

const GAP = 5; // lines beyond those of a function that are shown with it

// A file: its name, its lines by number, and what is known of them.
const sources = page.sources.map(({file, lines, heat: rows}) => {
  const source = {name: file, text: new Map(), rows: []};
  for (let i = 0; i < lines.length; i += 2) {
    source.text.set(lines[i], lines[i + 1]);
  }
  for (let i = 0; i < rows.length; i += 4) {
    const [line, samples, calls, row] = rows.slice(i, i + 4);
    source.rows.push({line, samples, calls, row});
  }
  return source;
});
delete page.sources;

// Line NUMBER of the file called NAME, empty if it is not known.
function sourceText(name, number) {
  return (
    sources.find(source => source.name === name)?.text.get(number) ?? ""
  );
}

function samplesOf(rows) {
  return rows.reduce((sum, row) => sum + row.samples, 0);
}

// What ROWS say of each line.
function byLine(rows) {
  const lines = new Map();
  for (const {line, samples, calls} of rows) {
    const sum = lines.get(line) ?? {samples: 0, calls: 0};
    sum.samples += samples;
    sum.calls += calls;
    lines.set(line, sum);
  }
  return lines;
}

function sourceLine(number, text, known, most) {
  const samples = known?.samples ?? 0;
  return make(
    "tr",
    {},
    make("td", {class: "line-number"}, number),
    make(
      "td",
      {class: `line-time heat-${heat(share(samples, most))}`},
      samples > 0 ? time(samples) : ""
    ),
    make(
      "td",
      {class: "line-calls"},
      known?.calls > 0 ? `≥\u00a0${count(known.calls)}` : ""
    ),
    make("td", {}, text)
  );
}

// The lines of SOURCE around ROWS.
function sourceTable(source, rows) {
  const known = byLine(rows);
  const most = Math.max(...rows.map(row => row.samples), 1e-9);
  const wanted = new Set(known.keys());
  for (const line of known.keys()) {
    for (let near = line - GAP; near <= line + GAP; near++) {
      if (source.text.has(near)) {
        wanted.add(near);
      }
    }
  }
  const numbers = [...wanted].sort((a, b) => a - b);
  const body = make("tbody");
  numbers.forEach((number, i) => {
    if (i > 0 && number > numbers[i - 1] + 1) {
      body.append(
        make("tr", {class: "gap"}, make("td", {colspan: 4}, "\u22ee"))
      );
    }
    body.append(
      sourceLine(
        number,
        source.text.get(number) ?? "",
        known.get(number),
        most
      )
    );
  });
  return make(
    "div",
    {
      class: "source",
      tabindex: 0,
      role: "group",
      dir: "ltr",
      "aria-label": source.name
    },
    make(
      "table",
      {},
      make("caption", {class: "unseen"}, source.name),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          [_("line"), _("self"), _("calls"), _("Source")].map(title =>
            make("th", {scope: "col"}, title)
          )
        )
      ),
      body
    )
  );
}

function sourceSection(source, rows) {
  return make(
    "section",
    {},
    make("h2", {}, _("Source")),
    make(
      "p",
      {class: "note"},
      make("code", {}, source.name),
      " ",
      timeUnit(samplesOf(rows))
    ),
    sourceTable(source, rows)
  );
}

// The lines of function I, of each file that it has code of.
function sourceOfFunction(i) {
  return sources
    .map(source => [source, source.rows.filter(row => row.row === i)])
    .filter(([, rows]) => rows.length > 0)
    .map(([source, rows]) => sourceSection(source, rows));
}

const sourcePart = {
  name: "source",
  title: _("Source"),
  isThere: () => sources.length > 0,
  open(key) {
    const order = [...sources].sort(
      (a, b) => samplesOf(b.rows) - samplesOf(a.rows)
    );
    const source = sources.find(({name}) => name === key) ?? order[0];
    const links = order.map(({name, rows}) =>
      make(
        "li",
        {},
        make(
          "a",
          {
            href: `#source=${encodeURIComponent(name)}`,
            title: name,
            "aria-current": name === source.name ? "true" : null
          },
          base(name)
        ),
        " ",
        percent(samplesOf(rows))
      )
    );
    const functionsOf = [...new Set(source.rows.map(({row}) => row))];
    return make(
      "div",
      {},
      make("h1", {tabindex: -1}, _("Source")),
      make("ul", {class: "files"}, links),
      make("p", {}, make("code", {}, source.name)),
      make(
        "p",
        {class: "in-cycle"},
        functionsOf.map(row => [functionLink(row), " "])
      ),
      sourceTable(source, source.rows),
      functionsOf.map(codeDetails)
    );
  }
};
