"use strict";
// source.js - lines of source files with the samples taken in their code and
// the calls made there.

/* global _, base, codeDetails, count, framed, functionLink, heat, make, note,
   page, percent, section, sentence, share, time, timeUnit */

/* exported lineCells, linesTable, sourceOfFunction, sourcePart, sourceText */

const MISSING_MOST = 20; // files that are named as not found
const NEAR = 5; // lines that are shown on either side of one that matters

// A file: its name, its lines by number, the first and last one of functions
// that are shown as a whole, and what is known of lines.
const sources = page.sources.map(data => {
  const {file, functions: whole, lines, heat: rows} = data;
  const source = {name: file, text: new Map(), whole: new Map(), rows: []};
  for (let i = 0; i < whole.length; i += 3) {
    source.whole.set(whole[i], whole.slice(i + 1, i + 3));
  }
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

// The first cells of a line: where it is, its SAMPLES, of which the hottest
// has MOST, and its calls.
function lineCells(place, samples, most, calls) {
  return [
    make("td", {class: "line-number"}, place),
    make(
      "td",
      {class: `line-time heat-${heat(share(samples, most))}`},
      samples > 0 ? time(samples) : ""
    ),
    make("td", {class: "line-calls"}, calls)
  ];
}

// Lines of source or instructions, with TITLES above their columns.
function linesTable(caption, titles, rows) {
  return framed(
    {class: "source", dir: "ltr"},
    null,
    caption,
    titles.map(title => make("th", {scope: "col"}, sentence(title))),
    rows
  );
}

// Line NUMBER of SOURCE, and a gap if it is not the one after line BEFORE.
function sourceRows(source, number, before, known, most) {
  const gap = make("tr", {class: "gap"}, make("td", {colspan: 4}, "\u22ee"));
  const {samples = 0, calls = 0} = known ?? {};
  return [
    number > before + 1 ? gap : null,
    make(
      "tr",
      {},
      lineCells(
        number,
        samples,
        most,
        calls > 0 ? `≥\u00a0${count(calls)}` : ""
      ),
      make("td", {}, source.text.get(number) ?? "")
    )
  ];
}

// The lines of SOURCE around ROWS, and those of the functions LISTED.
function sourceTable(source, rows, listed) {
  const known = byLine(rows);
  const most = Math.max(...rows.map(row => row.samples), 1e-9);
  const wanted = new Set(known.keys());
  const ranges = [
    ...[...known.keys()].map(line => [line, line]),
    ...listed.map(row => source.whole.get(row)).filter(Boolean)
  ];
  for (const [first, last] of ranges) {
    for (let line = first - NEAR; line <= last + NEAR; line++) {
      if (source.text.has(line)) {
        wanted.add(line);
      }
    }
  }
  const numbers = [...wanted].sort((a, b) => a - b);
  return linesTable(
    source.name,
    [_("line"), _("self"), _("calls"), _("Source")],
    numbers.map((number, i) =>
      sourceRows(
        source,
        number,
        numbers[i - 1] ?? number,
        known.get(number),
        most
      )
    )
  );
}

function sourceSection(source, rows, i) {
  return section(
    _("Source"),
    note(make("code", {}, source.name), " ", timeUnit(samplesOf(rows))),
    sourceTable(source, rows, [i])
  );
}

// The lines of function I, of each file that it has code of.
function sourceOfFunction(i) {
  return sources
    .map(source => [source, source.rows.filter(row => row.row === i)])
    .filter(([, rows]) => rows.length > 0)
    .map(([source, rows]) => sourceSection(source, rows, i));
}

const sourcePart = {
  name: "source",
  title: _("Source"),
  isThere: () => sources.length > 0,
  open(key) {
    const isMissing = ({text}) => text.size === 0;
    const order = [...sources].sort(
      (a, b) =>
        isMissing(a) - isMissing(b) || samplesOf(b.rows) - samplesOf(a.rows)
    );
    const missing = order.filter(isMissing).map(({name}) => name);
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
      missing.length > 0 &&
        note(
          _(
            "Files that were not found: %s",
            missing.slice(0, MISSING_MOST).join(", ")
          ),
          missing.length > MISSING_MOST &&
            `, ${_("%s more", count(missing.length - MISSING_MOST))}`
        ),
      make("p", {}, make("code", {}, source.name)),
      make(
        "p",
        {class: "in-cycle"},
        functionsOf.map(row => [functionLink(row), " "])
      ),
      sourceTable(source, source.rows, functionsOf),
      functionsOf.map(codeDetails)
    );
  }
};
