"use strict";
// figures.js - the figures of the page, by function, arc and cycle.

/* global _, count, figures, make, page */

/* exported ESTIMATED, EXACT, RECURSIVE, arcCount, arcs, base, briefName,
   calleesOf, callersOf, callsOf, changes, cycleLink, cycleTotal, cycles,
   fileColumns, findFunction, functionCount, functionHref, functionKey,
   functionLink, functions, kindWords, mostOf, nameBytes, nameOf, passed,
   shown, spreads, symbols, total */

// --- Functions --------------------------------------------------------------

// A name as the page shows it: browsers need minutes for a megabyte (R16.88).
function shown(name) {
  const most = 10000;
  return name.length <= most
    ? name
    : name.slice(0, most).replace(/[\ud800-\udbff]$/, "") + "…";
}

// The numbers that ROWS have as KEY, in an array of this TYPE.
function column(rows, key, type = Float64Array) {
  return type.from(rows, row => row[key] ?? 0);
}

const symbols = new Map(); // what the linker calls a function, if not its name
const nameBytes = new Map(); // of names that are no UTF-8
const functions = (() => {
  const rows = figures.functions ?? figures.lines;
  rows.forEach((row, i) => {
    if (row.function !== row.name) {
      symbols.set(i, shown(row.function));
    }
    if (row.function_base64 !== undefined) {
      nameBytes.set(i, shown(row.function_base64));
    }
  });
  delete figures.functions;
  delete figures.lines;
  return {
    name: rows.map(row => shown(row.name)),
    file: rows.map(row => row.file ?? ""),
    object: rows.map(row => row.object ?? ""),
    address: rows.map(row => row.address),
    line: column(rows, "line", Uint32Array),
    self: column(rows, "samples"),
    children: column(rows, "children_samples"),
    calls: column(rows, "calls"),
    self_calls: column(rows, "self_calls"),
    cycle: column(rows, "cycle", Uint32Array),
    index: column(rows, "index", Uint32Array),
    system: column(rows, "system_samples"),
    totalSystem: column(rows, "total_system_samples"),
    estimated: rows.map(row => row.children_kind === "estimated"),
    lowerBound: rows.map(row => row.calls_kind === "lower bound")
  };
})();
const functionCount = functions.name.length;
const total = functions.self.map((self, i) => self + functions.children[i]);

function base(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

// Calls as listings show them: by others, and by itself behind a plus sign.
function callsOf(i) {
  const calls = functions.calls[i];
  const own = functions.self_calls[i];
  if (calls === 0 && own === 0) {
    return "";
  }
  return (
    (functions.lowerBound[i] ? "≥\u00a0" : "") +
    count(calls) +
    (own > 0 ? `+${count(own)}` : "")
  );
}

// --- Names in links ---------------------------------------------------------

// The number of each function by its name; of several with one name, the
// first, and the others by name and address.
const byName = new Map();
for (let i = functionCount - 1; i >= 0; i--) {
  byName.set(functions.name[i], i);
}

function functionKey(i) {
  const name = functions.name[i];
  return byName.get(name) === i ? name : `${name}@${functions.address[i]}`;
}

function functionHref(i) {
  return "#function=" + encodeURIComponent(functionKey(i));
}

function findFunction(key) {
  const found = byName.get(key);
  if (found !== undefined) {
    return found;
  }
  const at = key.lastIndexOf("@");
  const name = key.slice(0, at);
  const address = key.slice(at + 1);
  return at < 0
    ? undefined
    : functions.address.findIndex(
        (other, i) => other === address && functions.name[i] === name
      );
}

// --- Arcs -------------------------------------------------------------------

const EXACT = 0; // or measured
const ESTIMATED = 1;
const RECURSIVE = 2;
const OF_CYCLE = 3;
const kindWords = [
  page.has_stacks
    ? _("measured")
    : page.at_least
      ? _("at least")
      : _("exact"),
  _("estimated"),
  "",
  _("in a cycle")
];

const arcs = (() => {
  const kinds = {
    estimated: ESTIMATED,
    recursive: RECURSIVE,
    cycle: page.has_stacks ? EXACT : OF_CYCLE
  };
  const rows = figures.arcs ?? [];
  delete figures.arcs;
  return {
    caller: column(rows, "caller", Uint32Array),
    callee: column(rows, "callee", Uint32Array),
    calls: column(rows, "calls"),
    self: column(rows, "samples"),
    children: column(rows, "children_samples"),
    kind: Uint8Array.from(rows, row => kinds[row.kind] ?? EXACT),
    isStatic: column(rows, "found_in_code", Uint8Array)
  };
})();
const arcCount = arcs.caller.length;

// The arcs by one of their ends: those of function I are in LIST from START[I]
// up to START[I + 1].
function adjacent(ends) {
  const start = new Uint32Array(functionCount + 2);
  const list = new Uint32Array(arcCount);
  for (const end of ends) {
    start[end + 2]++;
  }
  for (let i = 2; i < start.length; i++) {
    start[i] += start[i - 1];
  }
  for (let arc = 0; arc < arcCount; arc++) {
    list[start[ends[arc] + 1]++] = arc;
  }
  return {start, list};
}
let byCaller = null; // once a function is shown
let byCallee = null;

function passed(arc) {
  return arcs.self[arc] + arcs.children[arc];
}

// What takes most comes first.
function compareArcs(one, other) {
  return (
    passed(other) - passed(one) ||
    arcs.calls[other] - arcs.calls[one] ||
    one - other
  );
}

function arcsOf({start, list}, i) {
  return Array.from(list.subarray(start[i], start[i + 1])).sort(compareArcs);
}

function callersOf(i) {
  byCallee ??= adjacent(arcs.callee);
  return arcsOf(byCallee, i);
}

function calleesOf(i) {
  byCaller ??= adjacent(arcs.caller);
  return arcsOf(byCaller, i);
}

const cycles = figures.cycles ?? [];

// All that ARC may pass on, if how much is estimated: the time of the callee
// or of its cycle.
function mostOf(arc) {
  const callee = arcs.callee[arc];
  const cycle = functions.cycle[callee];
  return cycle === 0 ? total[callee] : cycleTotal(cycles[cycle - 1]);
}

// --- Cycles -----------------------------------------------------------------

function cycleTotal(cycle) {
  return cycle.samples + cycle.children_samples;
}

// What the page calls a function that may have no row.
function nameOf(member) {
  return typeof member === "number" ? functions.name[member] : member;
}

// NAME without template arguments and parameters.
function bareName(name) {
  let depth = 0;
  let bare = "";
  for (const c of name) {
    if (c === "<" && !/operator<?$/.test(bare)) {
      depth++;
    } else if (c === ">" && depth > 0) {
      depth--;
    } else if (depth === 0) {
      bare += c;
    }
  }
  return bare.replace(/(?<=[^:])(?<!operator)\(.*/, "").replace(/^::/, "");
}

// NAME if it has at most MOST characters; else without template arguments,
// parameters and so many of its scopes that it has, if that is possible.
function briefName(name, most) {
  if (name.length <= most) {
    return name;
  }
  let brief = bareName(name) || name;
  while (brief.length > most && brief.includes("::")) {
    brief = brief.slice(brief.indexOf("::") + 2);
  }
  return brief;
}

// A link to function I, or the name of one that has no row.
function functionLink(i, attributes = {}) {
  if (typeof i !== "number") {
    return make("code", {}, i ?? "");
  }
  return make(
    "a",
    {
      href: functionHref(i),
      class: "name",
      title: functions.name[i],
      ...attributes
    },
    make("bdi", {}, functions.name[i])
  );
}

function cycleLink(number) {
  return make(
    "a",
    {href: `#cycle=${number}`, class: "chip"},
    _("cycle %s", number)
  );
}

// How the time of functions varies between profiles, by their rows.
const spreads = new Map(
  (figures.per_file?.functions ?? []).map(spread => [
    spread.row ?? shown(spread.name),
    spread
  ])
);

// Consecutive profiles, WIDTH of them in each column but the last: the name of
// the first of each, and of some functions the mean samples in each.
const fileColumns = {
  width: page.columns?.width ?? 1,
  first: page.columns?.first ?? [],
  rows: new Map((page.columns?.means ?? []).map(([i, ...means]) => [i, means]))
};

const changes = figures.comparison?.functions ?? [];
