"use strict";
// others.js - cycles, what has changed, and how times vary between profiles.

/* global _, base, callsOf, changes, count, cycleTotal, cycles, figure,
   figures, fileColumns, framed, functionLink, functions, hasTime, make, note,
   percent, seconds, secondsUnit, section, sentence, share, shown,
   spreadPicture, spreads, symbols, time, timeCell, timeUnit, unit */

/* exported changeNote, changesPart, cyclesPart, profileMap, profilesPart,
   signed */

function signed(value) {
  return (value < 0 ? "\u2212" : "+") + seconds(Math.abs(value));
}

// A table of ROWS, whose cells have the kinds of the HEADINGS; those called
// "name" say what a row is about.
function plainTable(caption, headings, rows) {
  const cell = (content, i) => {
    const kind = headings[i][1];
    return kind === "name"
      ? make("th", {class: kind, scope: "row"}, content)
      : make("td", {class: kind}, content);
  };
  return framed(
    {class: "scroller"},
    "plain",
    caption,
    headings.map(([title, kind]) =>
      title === ""
        ? make("td", {class: kind})
        : make("th", {scope: "col", class: kind}, sentence(title))
    ),
    rows.map(cells => make("tr", {}, cells.map(cell)))
  );
}

// How many of ALL there are beyond those SHOWN.
function hiddenNote(all, shownCount) {
  return all > shownCount && note(_("%s more", count(all - shownCount)));
}

// --- Cycles -----------------------------------------------------------------

const MEMBERS_FIRST = 20;

function specOf(i) {
  return symbols.get(i) ?? functions.name[i];
}

// TEXT as one word of a shell.
function shellWord(text) {
  return /^[\w./@%+=:,-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}

function breakingTable(list) {
  const rows = list.map(({caller, callee, calls}) => [
    count(calls),
    functionLink(caller),
    functionLink(callee)
  ]);
  const options = list.map(
    ({caller, callee}) =>
      `-k ${shellWord(`${specOf(caller)}/${specOf(callee)}`)}`
  );
  return [
    plainTable(
      _("Arcs that break it"),
      [
        [_("calls"), "number"],
        [_("Callers"), "name"],
        [_("Callees"), "other"]
      ],
      rows
    ),
    make("p", {}, _("These options leave the arcs out:")),
    make("pre", {tabindex: 0}, options.join(" \\\n"))
  ];
}

function cycleSection(cycle, number) {
  const members = cycle.members
    .filter(i => i !== null)
    .sort((a, b) => functions.self[b] - functions.self[a])
    .slice(0, MEMBERS_FIRST);
  const breaking = (cycle.breaking_arcs ?? []).filter(
    ({caller, callee}) => caller !== null && callee !== null
  );
  return make(
    "section",
    {id: `cycle-${number}`, tabindex: -1, class: "cycle"},
    make("h2", {}, sentence(_("cycle %s", number))),
    make(
      "dl",
      {class: "facts"},
      figure(_("Members"), count(cycle.members.length)),
      hasTime && [
        figure(_("self"), timeUnit(cycle.samples), percent(cycle.samples)),
        figure(
          _("total"),
          timeUnit(cycleTotal(cycle)),
          percent(cycleTotal(cycle))
        )
      ],
      figure(_("calls from outside"), count(cycle.calls)),
      figure(_("calls inside"), count(cycle.self_calls))
    ),
    breaking.length > 0 && [
      make("h3", {}, _("Arcs that break it")),
      breakingTable(breaking),
      !cycle.breaking_verified &&
        make(
          "p",
          {},
          sentence(_("not verified: a cycle remains without them"))
        )
    ],
    make("h3", {}, _("Members")),
    plainTable(
      _("Members"),
      [
        [_("self"), "wide self"],
        [_("calls"), "number"],
        [_("function"), "name"]
      ],
      members.map(i => [
        timeCell(functions.self[i]),
        callsOf(i),
        functionLink(i)
      ])
    ),
    hiddenNote(cycle.members.length, members.length)
  );
}

const cyclesPart = {
  name: "cycles",
  title: _("Cycles"),
  isThere: () => cycles.length > 0,
  open(key) {
    const order = cycles
      .map((cycle, i) => i)
      .sort((a, b) => cycleTotal(cycles[b]) - cycleTotal(cycles[a]) || a - b);
    const wanted = Number(key) - 1;
    const first = order.slice(0, 30);
    if (cycles[wanted] && !first.includes(wanted)) {
      first.push(wanted);
    }
    return make(
      "div",
      {},
      make("h1", {tabindex: -1}, _("Cycles")),
      note(
        _(
          "Functions that call each other in a circle " +
            "share their time as a whole; calls between them pass none on."
        )
      ),
      first.map(i => cycleSection(cycles[i], i + 1)),
      hiddenNote(order.length, first.length)
    );
  },
  opened(key) {
    document.getElementById(`cycle-${key}`)?.focus();
  }
};

// --- Changes ----------------------------------------------------------------

const CHANGES_MOST = 500;
const changeWords = {
  new: _("only in the new program"),
  gone: _("only in the old program"),
  ambiguous: _("several of this name")
};

function changeNote(change) {
  const mark = change.significant ? " *" : "";
  return `±\u00a0${seconds(change.delta_error)}${mark}`;
}

// Old and new time, one above the other.
function sidesPicture(change, most) {
  const line = (value, kind) =>
    make("span", {
      class: `side-bar side-${kind}`,
      style: {inlineSize: `${(100 * value) / most}%`}
    });
  return make(
    "span",
    {class: "sides", "aria-hidden": "true"},
    line(change.old_self, "old"),
    line(change.new_self, "new")
  );
}

// CALLS of FILES profiles, per profile.
function meanCalls(calls, files) {
  return calls === null
    ? "?"
    : count(Math.round((10 * calls) / Math.max(1, files)) / 10);
}

function changeRow(change, most) {
  const {delta, old_self: old} = change;
  const {old_files: oldFiles, new_files: newFiles} = figures.comparison;
  return [
    sidesPicture(change, most),
    seconds(old),
    seconds(change.new_self),
    make(
      "span",
      {class: !change.significant ? "unsure" : delta > 0 ? "worse" : "better"},
      signed(delta) + (change.significant ? " *" : "")
    ),
    `±\u00a0${seconds(change.delta_error)}`,
    old > 0 ? `${((100 * delta) / old).toFixed(1)}\u00a0%` : "",
    `${meanCalls(change.old_calls, oldFiles)} → ` +
      meanCalls(change.new_calls, newFiles),
    [
      change.row === undefined
        ? make("bdi", {}, shown(change.name))
        : functionLink(change.row),
      change.kind in changeWords &&
        make("span", {class: "chip"}, changeWords[change.kind])
    ]
  ];
}

const changeHeadings = [
  ["", "wide"],
  [_("old"), "number"],
  [_("new"), "number"],
  [_("change"), "number"],
  [_("standard error"), "number"],
  ["%", "number"],
  [_("calls"), "number"],
  [_("function"), "name"]
];

// Is there anything in the row of CHANGE, as it is shown?
function isChange(change) {
  return change.calls_differ || Number(seconds(change.delta)) !== 0;
}

// How many functions have no row, and their times.
function unchangedNote() {
  const {rest} = figures.comparison;
  const others = changes.filter(change => !isChange(change));
  const sum = key =>
    others.reduce((times, change) => times + change[key], rest[key]);
  return note(
    sentence(
      _(
        "other functions: %s, from %s to %s",
        count(rest.functions + others.length),
        seconds(sum("old_self")),
        seconds(sum("new_self"))
      )
    )
  );
}

const changesPart = {
  name: "changes",
  title: _("Changes"),
  isThere: () => figures.comparison !== undefined,
  open() {
    const {total: sum, old_files, new_files} = figures.comparison;
    const changed = changes.filter(isChange);
    const first = changed.slice(0, CHANGES_MOST);
    const most = Math.max(
      1e-12,
      ...first.map(change => Math.max(change.old_self, change.new_self))
    );
    const rows = first.map(change => changeRow(change, most));
    return make(
      "div",
      {},
      make("h1", {tabindex: -1}, _("Changes")),
      note(sentence(_("all numbers are per profile"))),
      make(
        "dl",
        {class: "facts"},
        figure(
          _("old"),
          secondsUnit(sum.old_self),
          `${_("Profiles")}: ${count(old_files)}`
        ),
        figure(
          _("new"),
          secondsUnit(sum.new_self),
          `${_("Profiles")}: ${count(new_files)}`
        ),
        figure(
          _("change"),
          `${signed(sum.delta)}\u00a0${unit}`,
          changeNote(sum)
        )
      ),
      rows.length > 0
        ? [
            note(
              _("A change marked by * is greater than three standard errors.")
            ),
            plainTable(_("Changes"), changeHeadings, rows)
          ]
        : make("p", {}, `${_("Changes")}: ${_("none")}`),
      hiddenNote(changed.length, first.length),
      unchangedNote()
    );
  }
};

// --- Profiles ---------------------------------------------------------------

const COLUMNS_WIDE = 12; // so many columns have figures in them

// The profiles of column I, by their numbers and the name of the first.
function columnName(i) {
  const {width, first} = fileColumns;
  const from = i * width + 1;
  const to = Math.min(from + width - 1, figures.per_file.files);
  return {
    number: String(from),
    title: to > from ? `${from}\u2013${to}: ${first[i]} \u2026` : first[i]
  };
}

function columnHeading({number, title}, isWide) {
  return make(
    "th",
    {scope: "col", class: "map-head", title},
    isWide
      ? base(title)
      : [
          make("span", {class: "unseen"}, title),
          make("span", {"aria-hidden": "true"}, number)
        ]
  );
}

// One of the colours for SAMPLES among those of a ROW.
function shade(samples, row) {
  return Math.ceil(9 * share(samples, Math.max(...row)));
}

// How much time the functions ROWS have in each profile, as colours.
function profileMap(rows) {
  const names = fileColumns.first.map((name, i) => columnName(i));
  const isWide = names.length <= COLUMNS_WIDE;
  const cell = (samples, i, row) =>
    make(
      "td",
      {
        class: `map-cell heat-${shade(samples, row)}`,
        title: `${names[i].title}: ${timeUnit(samples)}`
      },
      isWide ? time(samples) : make("span", {class: "unseen"}, time(samples))
    );
  return framed(
    {class: "scroller"},
    `plain map ${isWide ? "map-wide" : ""}`,
    _("Self times in each profile"),
    [
      make("th", {scope: "col", class: "name"}, sentence(_("function"))),
      names.map(name => columnHeading(name, isWide))
    ],
    rows.map(i =>
      make(
        "tr",
        {},
        make("th", {scope: "row", class: "name"}, functionLink(i)),
        fileColumns.rows.get(i).map(cell)
      )
    )
  );
}

function profileSection() {
  return (
    fileColumns.first.length > 1 &&
    section(
      _("Self times in each profile"),
      note(_("Colours compare the profiles of each row.")),
      profileMap([...fileColumns.rows.keys()])
    )
  );
}

const SPREADS_MOST = 300;

const profilesPart = {
  name: "profiles",
  title: _("Profiles"),
  isThere: () => spreads.size > 0,
  open() {
    const all = [...spreads.entries()];
    const first = all.slice(0, SPREADS_MOST);
    const most = Math.max(...first.map(([, spread]) => spread.maximum));
    return make(
      "div",
      {},
      make("h1", {tabindex: -1}, _("Profiles")),
      note(
        _(
          "Self times in %s profiles: the least, the most and the mean.",
          count(figures.per_file.files)
        )
      ),
      plainTable(
        _("Profiles"),
        [
          ["", "wide"],
          [_("mean"), "number"],
          [_("standard deviation"), "number"],
          [_("minimum"), "number"],
          [_("maximum"), "number"],
          [_("maximum / mean"), "number"],
          [_("function"), "name"],
          [_("maximum in"), "other"]
        ],
        first.map(([i, spread]) => [
          spreadPicture(spread, most),
          seconds(spread.mean),
          spread.deviation === undefined ? "" : seconds(spread.deviation),
          seconds(spread.minimum),
          seconds(spread.maximum),
          spread.mean > 0 ? (spread.maximum / spread.mean).toFixed(2) : "",
          functionLink(i),
          spread.maximum_in
        ])
      ),
      hiddenNote(all.length, first.length),
      profileSection()
    );
  }
};
