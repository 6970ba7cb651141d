"use strict";
// waits.js - where the program waits: the functions that do, opened to what
// calls them, and an account of all the time that passed.

/* global Table, _, bar, count, duration, figure, figures, functionLink, make,
   note, openFunction, searchInput, searchWords, sentence, shown */

/* exported waitsPart */

function waitSeconds(value) {
  return `${value.toFixed(3)}\u00a0s`;
}

// --- The account ------------------------------------------------------------

// What the lives of all threads consist of.
function lifeParts(account) {
  const {user, system, waits, places, idle} = account;
  const {threads} = figures.waits.idle;
  return [
    [
      "processor",
      _("processor"),
      user + system,
      _("user: %s, system: %s", waitSeconds(user), waitSeconds(system))
    ],
    ["waits", _("waits"), waits, _("places: %s", count(places))],
    [
      "idle",
      _("threads that only waited"),
      idle,
      _("threads: %s", count(threads))
    ],
    ["rest", _("not explained"), account.not_explained, ""]
  ].filter(([, , value]) => value > 0);
}

function accountFigures() {
  const {account} = figures;
  if (account?.waits === undefined) {
    return null;
  }
  const {elapsed, lives, longest, processes, threads} = account;
  const parts = lifeParts(account);
  const percentOf = value => `${((100 * value) / lives).toFixed(1)}\u00a0%`;
  return [
    make(
      "dl",
      {class: "facts"},
      figure(
        _("elapsed"),
        waitSeconds(elapsed),
        processes > 1
          ? sentence(
              _(
                "in %s processes, the longest %s",
                count(processes),
                waitSeconds(longest)
              )
            )
          : threads > 1 &&
              sentence(
                _("in %s threads: %s", count(threads), waitSeconds(lives))
              )
      ),
      parts.map(([kind, title, value, remark]) =>
        figure(
          [make("span", {class: `life-key life-${kind}`}), sentence(title)],
          waitSeconds(value),
          [percentOf(value), remark].filter(text => text !== "").join(" · ")
        )
      )
    ),
    make(
      "div",
      {class: "life", "aria-hidden": "true"},
      parts.map(([kind, title, value]) =>
        make("span", {
          class: `life-${kind}`,
          title: `${title}: ${waitSeconds(value)}`,
          style: {flexGrow: value / lives}
        })
      )
    )
  ];
}

// --- Functions and their callers --------------------------------------------

// A row for each function, and one for each of its places; those that threads
// only waited in come last.
const waitRows = (() => {
  const rows = [];
  const {functions = [], idle = {functions: []}} = figures.waits ?? {};
  const add = (entry, isIdle) => {
    const parent = {...entry, isIdle, below: []};
    const name = shown(entry.name);
    rows.push(parent);
    entry.places.forEach(place => {
      const callers = place.callers.map(caller => shown(caller.name));
      const text = `${name} ${callers.join(" ")}`.toLowerCase();
      parent.below.push(rows.length);
      rows.push({...place, name, isIdle, isPlace: true, text});
    });
    // A function with one place is one row.
    if (parent.below.length === 1) {
      Object.assign(parent, rows.pop(), {isPlace: false, below: []});
    }
    parent.name = name;
    parent.text ??= name.toLowerCase();
    delete parent.places;
  };
  functions.forEach(entry => add(entry, false));
  idle.functions.forEach(entry => add(entry, true));
  return rows;
})();

// What called the function of row I, the innermost first.
function callersOfWait(i) {
  const {callers, more_callers: hasMore, below} = waitRows[i];
  if (callers === undefined) {
    return make(
      "span",
      {class: "note"},
      ` ${_("callers: %s", count(below.length))}`
    );
  }
  const links = callers.map(caller =>
    functionLink(caller.row ?? shown(caller.name))
  );
  if (links.length === 0) {
    links.push(make("span", {class: "note"}, _("unknown callers")));
  } else if (hasMore) {
    links.push("…");
  }
  return links.map(link => [make("span", {class: "note"}, " < "), link]);
}

// All of row I that does not fit into a line.
function waitTitle(i) {
  const {name, callers = []} = waitRows[i];
  return [name, ...callers.map(caller => shown(caller.name))].join("\n< ");
}

const waitsPart = {
  name: "waits",
  title: _("Waits"),
  text: "",
  hasIdle: false,
  closed: new Set(),
  isThere: () => waitRows.length > 0,
  open() {
    this.table ??= new Table({
      columns: this.columns(),
      caption: _("Waits"),
      open: i => this.openRow(i),
      below: i => this.below(i)
    });
    const input = searchInput(this, () => this.search(), {
      placeholder: sentence(_("name of a function or caller")),
      "aria-controls": "found"
    });
    this.found = make("output", {id: "found", for: "search"});
    this.table.attach();
    return make(
      "div",
      {},
      make(
        "div",
        {class: "tools"},
        make("h1", {}, _("Waits")),
        input,
        this.idleBox(),
        this.found
      ),
      accountFigures(),
      note(
        _(
          "Time without the processor, of all threads together, by the " +
            "function that waited and what called it."
        ),
        waitRows.some(row => row.processor > 0) && [
          " ",
          _("Functions of MPI have that of the processor, too: they spin.")
        ]
      ),
      this.table.element
    );
  },
  opened() {
    this.search();
  },
  close() {
    this.table.detach();
  },

  // A switch for threads that only waited, if there are any.
  idleBox() {
    if (figures.waits.idle.functions.length === 0) {
      return null;
    }
    const box = make("input", {
      type: "checkbox",
      checked: this.hasIdle,
      onchange: () => {
        this.hasIdle = box.checked;
        this.search();
      }
    });
    return make(
      "label",
      {},
      box,
      " ",
      sentence(_("threads that only waited"))
    );
  },

  columns() {
    return [
      {
        title: _("time"),
        class: "wide self",
        first: -1,
        key: i => waitRows[i].seconds,
        cell: i => this.timeCell(waitRows[i])
      },
      {
        title: _("waits"),
        class: "number waits",
        first: -1,
        key: i => waitRows[i].waits,
        cell: i => (waitRows[i].waits > 0 ? count(waitRows[i].waits) : "")
      },
      {
        title: _("longest"),
        class: "number longest",
        first: -1,
        key: i => waitRows[i].longest ?? 0,
        cell: i =>
          waitRows[i].longest ? duration(waitRows[i].longest, "s") : ""
      },
      {
        title: _("function, called from"),
        class: "name",
        isHeading: true,
        key: i => waitRows[i].text,
        cell: i => this.nameCell(i)
      }
    ];
  },

  timeCell({seconds: value, isPlace}) {
    const part = this.all > 0 ? value / this.all : 0;
    return [
      bar(part),
      make("span", {class: isPlace ? "time note" : "time"}, value.toFixed(3)),
      make("span", {class: "percent"}, `${(100 * part).toFixed(1)}\u00a0%`)
    ];
  },

  nameCell(i) {
    const {name, row, isPlace, isIdle, unfinished, below} = waitRows[i];
    const isOpen = !this.closed.has(i);
    const hasBelow = below?.length > 0;
    return make(
      "span",
      {title: waitTitle(i)},
      hasBelow
        ? make(
            "button",
            {
              type: "button",
              class: "opener",
              tabindex: -1,
              "aria-expanded": String(isOpen),
              "aria-label": _("callers: %s", count(below.length)),
              onclick: () => this.openRow(i)
            },
            isOpen ? "\u2212" : "+"
          )
        : make("span", {class: isPlace ? "opener below" : "opener"}),
      isPlace
        ? make("span", {class: "unseen"}, name)
        : row !== undefined
          ? functionLink(row, {tabindex: -1})
          : make("code", {}, name),
      isIdle &&
        !isPlace && [" ", make("span", {class: "chip"}, _("only waited"))],
      callersOfWait(i),
      unfinished > 0 &&
        !hasBelow && [" ", make("span", {class: "chip"}, _("not finished"))]
    );
  },

  // Close or open the callers of row I, or show the function that called.
  openRow(i) {
    const {below, callers} = waitRows[i];
    if (below?.length > 0) {
      if (!this.closed.delete(i)) {
        this.closed.add(i);
      }
      this.table.sort();
    } else if (callers[0]?.row !== undefined) {
      openFunction(callers[0].row);
    }
  },

  // The rows that are shown below row I.
  below(i) {
    const {below} = waitRows[i];
    return this.closed.has(i) ? [] : below.filter(k => this.isFound(k));
  },

  isFound(i) {
    return this.words.every(word => waitRows[i].text.includes(word));
  },

  search() {
    this.words = searchWords(this.text);
    const rows = [];
    this.all = 0;
    let found = 0;
    waitRows.forEach((row, i) => {
      if (row.isPlace || (row.isIdle && !this.hasIdle)) {
        return;
      }
      this.all += row.seconds;
      const places = row.below.length > 0 ? row.below : [i];
      const matching = places.filter(k => this.isFound(k));
      if (matching.length > 0) {
        rows.push(i);
      }
      found += matching.reduce((sum, k) => sum + waitRows[k].seconds, 0);
    });
    this.table.set(rows);
    this.found.textContent = waitSeconds(found);
  }
};
