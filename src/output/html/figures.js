"use strict";
// figures.js - the figures of the page, by function, arc and cycle.

/* global FEW_SAMPLES, _, count, figures, make, totals */

/* exported ESTIMATED, EXACT, RECURSIVE, arcCount, arcKind, arcs, base,
   briefName, calleesOf, callersOf, callsOf, changes, cycleLink, cycleTotal,
   cycles, fileColumns, fileOf, findFunction, functionCount, functionLink,
   functions, hasFew, isEstimated, isLowerBound, keyOf, kindWords, mostOf,
   nameBytes, nameOf, objectOf, passed, placeOf, spreads, symbols, total */

// --- Functions --------------------------------------------------------------

const functions = figures.functions;
const functionCount = functions.self.length;
for (const key of ["self", "children", "calls", "self_calls"]) {
  functions[key] = Float64Array.from(functions[key]);
}
for (const key of ["file", "line", "object", "cycle", "index", "kinds"]) {
  functions[key] = Uint32Array.from(functions[key]);
}

// --- Names ------------------------------------------------------------------

// The joined names: PARTS are literals, and behind each what is copied from
// before it, where that begins and how many characters it has.
function joinedNames(parts) {
  const size = parts.reduce(
    (sum, part, i) =>
      sum + (i % 3 === 0 ? part.length : i % 3 === 2 ? part : 0),
    0
  );
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let i = 0; i < parts.length; i += 3) {
    const literal = parts[i];
    for (let j = 0; j < literal.length; j++) {
      bytes[at++] = literal.charCodeAt(j);
    }
    if (i + 2 < parts.length) {
      bytes.copyWithin(at, parts[i + 1], parts[i + 1] + parts[i + 2]);
      at += parts[i + 2];
    }
  }
  return new TextDecoder().decode(bytes).split("`");
}

const symbols = new Map(); // what the linker calls a function, if not its name
const nameBytes = new Map(); // of names that are no UTF-8
{
  const names = joinedNames(functions.names);
  functions.name = Array.from(functions.self, (_self, i) => names[2 * i]);
  for (let i = 0; i < functionCount; i++) {
    if (names[2 * i + 1] !== "") {
      symbols.set(i, names[2 * i + 1]);
    }
  }
  const others = functions.other_names;
  for (let i = 0; i < others.length; i += 4) {
    const [row, name, symbol, bytes] = others.slice(i, i + 4);
    functions.name[row] = name;
    if (symbol !== null) {
      symbols.set(row, symbol);
    }
    if (bytes !== null) {
      nameBytes.set(row, bytes);
    }
  }
}
delete functions.names;
delete functions.other_names;

const total = functions.self.map((self, i) => self + functions.children[i]);

function isEstimated(i) {
  return (functions.kinds[i] & 1) !== 0;
}

function isLowerBound(i) {
  return (functions.kinds[i] & 2) !== 0;
}

function hasFew(i) {
  return totals.has_errors && functions.self[i] < FEW_SAMPLES;
}

function fileOf(i) {
  return functions.file[i] > 0 ? figures.files[functions.file[i] - 1] : "";
}

function base(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

function placeOf(i) {
  const file = fileOf(i);
  return file === "" ? "" : `${base(file)}:${functions.line[i]}`;
}

function objectOf(i) {
  const object = figures.provenance.objects[functions.object[i] - 1];
  return object ? base(object.file) : "";
}

// Calls as listings show them: by others, and by itself behind a plus sign.
function callsOf(i) {
  const calls = functions.calls[i];
  const own = functions.self_calls[i];
  if (calls === 0 && own === 0) {
    return "";
  }
  return (
    (isLowerBound(i) ? "≥\u00a0" : "") +
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

function keyOf(i) {
  const name = functions.name[i];
  return byName.get(name) === i ? name : `${name}@${functions.address[i]}`;
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

const EXACT = 0;
const ESTIMATED = 1;
const RECURSIVE = 2;
const kindWords = [_("exact"), _("estimated"), "", _("in a cycle")];

const arcs = (() => {
  const from = figures.arcs ?? [];
  const size = from.length / 6;
  const columns = {
    caller: new Uint32Array(size),
    callee: new Uint32Array(size),
    calls: new Float64Array(size),
    self: new Float64Array(size),
    children: new Float64Array(size),
    kind: new Uint8Array(size)
  };
  for (let i = 0, at = 0, caller = 0; i < size; i++) {
    caller += from[at++];
    columns.caller[i] = caller;
    columns.callee[i] = from[at++];
    columns.calls[i] = from[at++];
    columns.self[i] = from[at++];
    columns.children[i] = from[at++];
    columns.kind[i] = from[at++];
  }
  delete figures.arcs;
  return columns;
})();
const arcCount = arcs.caller.length;

function arcKind(arc) {
  return arcs.kind[arc] & 3;
}

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
  return cycle.samples[0] + cycle.samples[1];
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
      href: "#function=" + encodeURIComponent(keyOf(i)),
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

// The name of a profile, which may be a number of those that were named.
function profileName(file) {
  return typeof file === "number" ? figures.provenance.profiles[file] : file;
}

const spreads = new Map();
// Consecutive profiles, WIDTH of them in each column but the last: the name of
// the first of each, and of some functions the mean samples in each.
const fileColumns = {width: 1, first: [], rows: new Map()};
if (figures.per_file) {
  const {rows, width, first, columns} = figures.per_file;
  for (let i = 0; i < rows.length; i += 6) {
    spreads.set(rows[i], {
      mean: rows[i + 1],
      minimum: rows[i + 2],
      maximum: rows[i + 3],
      deviation: rows[i + 4],
      file: profileName(rows[i + 5])
    });
  }
  fileColumns.width = width;
  fileColumns.first = first.map(profileName);
  columns.forEach(([i, ...means]) => fileColumns.rows.set(i, means));
}

const changes = [];
if (figures.comparison) {
  const rows = figures.comparison.rows;
  for (let i = 0; i < rows.length; i += 9) {
    changes.push({
      row: rows[i],
      name: rows[i + 1],
      kind: rows[i + 2],
      old: rows[i + 3],
      now: rows[i + 4],
      error: rows[i + 5],
      significant: rows[i + 6] === 1,
      calls: [rows[i + 7], rows[i + 8]]
    });
  }
}
