"use strict";
// functions.js - the first part of the page: what was profiled, what to beware
// of, and all functions.

/* global ESTIMATED, EXACT, FEW_SAMPLES, Table, _, arcCount, arcs, bar, base,
   callsOf, count, cycles, errorOf, figure, figures, functionCount,
   functionLink, functions, hasArcs, hasTime, make, openFunction, page,
   perCall, percent, period, program, searchInput, searchWords, sentence, time,
   timeUnit, total, totals, weight */

/* exported functionsPart, timeCell */

// --- What was profiled ------------------------------------------------------

function facts() {
  const {files, profiles} = figures.provenance;
  return make(
    "dl",
    {class: "facts"},
    period > 0 &&
      page.has_samples &&
      figure(
        _("time"),
        timeUnit(totals.samples),
        figures.comparison === undefined
          ? sentence(_("one sample is %s", timeUnit(weight)))
          : sentence(_("of all new profiles together"))
      ),
    page.has_samples &&
      figure(
        _("samples"),
        count(totals.recorded_samples),
        totals.recording_samples > 0 &&
          sentence(
            _("in the recorder itself: %s", timeUnit(totals.recording_samples))
          )
      ),
    figure(
      _("Functions"),
      count(functionCount),
      totals.left_out_functions > 0 &&
        sentence(
          _(
            "left out: %s, with %s",
            count(totals.left_out_functions),
            timeUnit(totals.left_out_samples)
          )
        )
    ),
    hasArcs &&
      figure(
        _("arcs"),
        count(arcCount),
        sentence(
          page.has_stacks
            ? _("measured")
            : _("exact: %s", percent(exactArcs(), 0, Math.max(1, arcCount)))
        )
      ),
    cycles.length > 0 && figure(_("Cycles"), count(cycles.length)),
    figure(
      _("Profiles"),
      count(files),
      profiles.slice(0, 3).join(", ") + (profiles.length > 3 ? " …" : "")
    )
  );
}

// Arcs that leave nothing to an assumption.
function exactArcs() {
  return arcs.kind.reduce(
    (sum, kind) =>
      sum + (kind !== ESTIMATED && (kind !== EXACT || !page.at_least)),
    0
  );
}

// --- What to beware of ------------------------------------------------------

// Severities are never translated.
function finding(row) {
  return make(
    "li",
    {class: row.severity},
    make(
      "details",
      {},
      make(
        "summary",
        {},
        make("span", {class: "severity"}, row.severity),
        make("span", {class: "what"}, row.what)
      ),
      make("p", {}, row.evidence),
      make("p", {class: "remedy"}, row.remedy)
    )
  );
}

// "5 doubtful, 7 notes" of ROWS and so many WARNINGS, what is worse first.
function tally(rows, warnings) {
  const kinds = [
    ["warning", warnings, "warnings"],
    ...["serious", "doubtful", "note"].map(severity => [
      severity,
      rows.filter(row => row.severity === severity).length,
      severity === "note" ? "notes" : severity
    ])
  ];
  return kinds
    .filter(([, many]) => many > 0)
    .map(([severity, many, plural], i) => [
      i > 0 && ", ",
      make(
        "span",
        {class: severity},
        `${count(many)} ${many > 1 ? plural : severity}`
      )
    ]);
}

// One line, until it is opened.
function findings() {
  const rows = figures.findings ?? [];
  const {warnings} = figures.provenance;
  const title = make("h2", {}, _("What to beware of"));
  if (!figures.findings && warnings.length === 0) {
    return null;
  }
  if (rows.length + warnings.length === 0) {
    return make(
      "section",
      {class: "findings"},
      title,
      make(
        "p",
        {},
        sentence(_("no findings: nothing says that the figures mislead"))
      )
    );
  }
  return make(
    "details",
    {class: "findings"},
    make(
      "summary",
      {},
      title,
      make("span", {class: "tally"}, tally(rows, warnings.length))
    ),
    make(
      "ul",
      {},
      warnings.map(text =>
        make("li", {class: "warning"}, make("span", {class: "what"}, text))
      ),
      rows.map(finding)
    )
  );
}

// --- All functions ----------------------------------------------------------

// The most that a bar shows.
const widest = Math.max(totals.samples, 1e-9);

// A time with its error in words, its share, and both as a bar.
function timeCell(samples) {
  const error = page.has_errors ? errorOf(samples) : 0;
  const low = (samples - error) / widest;
  return [
    bar(samples / widest, low, (samples + error) / widest),
    make(
      "span",
      {
        class: "time",
        title: error > 0 ? `${time(samples)} ± ${timeUnit(error)}` : null
      },
      time(samples)
    ),
    make("span", {class: "percent"}, percent(samples))
  ];
}

function callsCell(i) {
  const help = functions.lowerBound[i]
    ? _("at least as many: some calls may be lost")
    : null;
  return make("span", {title: help}, callsOf(i));
}

function nameCell(i) {
  const self = functions.self[i];
  const hasFew = page.has_errors && self < FEW_SAMPLES * weight;
  return [
    functionLink(i, {tabindex: -1}),
    functions.cycle[i] > 0 &&
      make("span", {class: "chip"}, _("cycle %s", functions.cycle[i])),
    hasFew &&
      self > 0 &&
      make("span", {class: "few", title: _("fewer than 10 samples")}, "?")
  ];
}

function placeCell(i) {
  const file = functions.file[i];
  const place = file === "" ? "" : `${base(file)}:${functions.line[i]}`;
  return make("span", {title: file}, place);
}

const functionColumns = [
  {
    title: _("self"),
    class: "wide self",
    first: -1,
    help: _("time in the function itself"),
    key: i => functions.self[i],
    cell: i => timeCell(functions.self[i])
  },
  {
    title: _("total"),
    class: "wide total",
    first: -1,
    help: _("time with all that it calls"),
    key: i => total[i],
    cell: i => timeCell(total[i])
  },
  {
    title: _("calls"),
    class: "number calls",
    first: -1,
    key: i => functions.calls[i],
    cell: callsCell
  },
  {
    title: _("total per call"),
    class: "number per-call",
    first: -1,
    help: page.has_stacks ? undefined : _("if each call takes the same time"),
    key: i => (functions.calls[i] > 0 ? total[i] / functions.calls[i] : 0),
    cell: i =>
      functions.calls[i] > 0 && period > 0
        ? perCall(total[i], functions.calls[i])
        : ""
  },
  {
    title: _("function"),
    class: "name",
    isHeading: true,
    key: i => functions.name[i].toLowerCase(),
    cell: nameCell
  },
  {
    title: _("place"),
    class: "place",
    key: i => functions.file[i] + ":" + String(functions.line[i]).padStart(9),
    cell: placeCell
  }
];

const filters = [
  {title: _("Functions"), has: () => true},
  {title: _("in a cycle"), has: i => functions.cycle[i] > 0},
  {title: _("with estimated time"), has: i => functions.estimated[i]},
  {
    title: _("with 10 samples or more"),
    has: i => functions.self[i] >= FEW_SAMPLES
  }
];

let searched = null; // what search looks at, of each function

// The functions whose name, file or object has all words of TEXT.
function searchFunctions(text, filter) {
  const {name: names, file, object} = functions;
  const words = searchWords(text);
  if (words.length > 0) {
    searched ??= names.map((name, i) =>
      `${name} ${file[i]} ${object[i]}`.toLowerCase()
    );
  }
  const rows = [];
  const isFound = i => words.every(word => searched[i].includes(word));
  for (let i = 0; i < functionCount; i++) {
    if (filter.has(i) && isFound(i)) {
      rows.push(i);
    }
  }
  return rows;
}

const functionsPart = {
  name: "functions",
  title: _("Functions"),
  text: "",
  filter: 0,
  open() {
    this.table ??= new Table({
      columns: functionColumns,
      caption: _("Functions"),
      sorted: hasTime ? 0 : 2,
      open: i => openFunction(i)
    });
    const input = searchInput(this, () => this.search(), {
      placeholder: sentence(_("name, file or object")),
      "aria-controls": "found",
      onkeydown: event => this.press(event)
    });
    const select = make(
      "select",
      {
        id: "filter",
        onchange: () => {
          this.filter = select.selectedIndex;
          this.search();
        }
      },
      filters.map((filter, i) =>
        make(
          "option",
          {selected: i === this.filter},
          sentence(filter.title)
        )
      )
    );
    this.found = make("output", {id: "found", for: "search filter"});
    this.table.attach();
    return make(
      "div",
      {},
      make("h1", {class: "unseen"}, program),
      facts(),
      page.account && make("p", {class: "account"}, page.account),
      findings(),
      make(
        "section",
        {"aria-labelledby": "all"},
        make(
          "div",
          {class: "tools"},
          make("h2", {id: "all"}, _("Functions")),
          input,
          make("label", {class: "unseen", for: "filter"}, _("Show")),
          select,
          this.found
        ),
        this.table.element
      )
    );
  },
  opened() {
    this.search();
  },
  close() {
    this.table.detach();
  },
  search() {
    const rows = searchFunctions(this.text, filters[this.filter]);
    const samples = rows.reduce((sum, i) => sum + functions.self[i], 0);
    this.table.set(rows);
    this.found.textContent =
      _("%s of %s", count(rows.length), count(functionCount)) +
      (hasTime ? ` · ${_("self")} ${percent(samples)}` : "");
  },
  press(event) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.table.select(0);
    } else if (event.key === "Enter" && this.table.rows.length > 0) {
      openFunction(this.table.rows[0]);
    }
  }
};
