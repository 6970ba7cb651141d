"use strict";
// paths.js - call paths, and boxes of a flame graph, in which they are joined.

/* global _, functionKey, functions, make, page, program */

/* exported PIVOT, WHOLE, boxesBeside, callPaths, forms, frameKey, frameName,
   frames, goneFunctions, gonePaths, isFunction, mostFrame, outermost,
   pivotLink, pivotRoot, siblingsOf, waysOf */

// --- Frames -----------------------------------------------------------------

const WHOLE = -1;
const frames = page.tree?.frames ?? [];
const newFrames = frames.length;
// Of each old frame its number; those that are no new ones come last.
const oldFrames = (() => {
  const numbers = new Map(frames.map((frame, i) => [frame, i]));
  return (page.old_tree?.frames ?? []).map(frame => {
    if (!numbers.has(frame)) {
      numbers.set(frame, frames.push(frame) - 1);
    }
    return numbers.get(frame);
  });
})();

function frameName(frame) {
  const content = frames[frame];
  if (frame === WHOLE) {
    return program;
  }
  return (
    typeof content === "number"
      ? content < 0
        ? _("cycle %s", -content)
        : functions.name[content]
      : content ?? "[other]"
  );
}

function isFunction(frame) {
  return typeof frames[frame] === "number" && frames[frame] >= 0;
}

// What a link calls FRAME.
function frameKey(frame) {
  return isFunction(frame) ? functionKey(frames[frame]) : frameName(frame);
}

// A link to the flame graph around function I, if that is in it.
function pivotLink(i) {
  return (
    frames.includes(i) &&
    make(
      "p",
      {},
      make(
        "a",
        {href: `#flame=pivot:${encodeURIComponent(functionKey(i))}`},
        _("Flame graph")
      )
    )
  );
}

// --- Call paths -------------------------------------------------------------

// Columns of numbers: of each path its parent, which comes before it, its
// frame, its samples with and without what it calls, the same in the old
// profiles, and its children, which are in LIST from START[i] up to
// START[i + 1].  Path 0 is the whole program.
let known = null;
function callPaths() {
  known ??= withChildren(readPaths());
  return known;
}

// The new paths, then those of the old ones that are none of them.
function readPaths() {
  const parent = [0];
  const frame = [WHOLE];
  const total = [0];
  const old = [0];
  const places = new Map();
  const add = (above, last, samples, totals) => {
    const key = above * frames.length + last;
    let i = places.get(key);
    if (i === undefined) {
      i = parent.push(above) - 1;
      frame.push(last);
      total.push(0);
      old.push(0);
      places.set(key, i);
    }
    totals[i] += samples;
    totals[0] += above === 0 ? samples : 0;
    return i;
  };
  const read = (paths, numbers, totals) => {
    const at = [0];
    for (let i = 0; i < paths.length; i += 3) {
      at.push(add(at[paths[i]], numbers[paths[i + 1]], paths[i + 2], totals));
    }
  };
  read(page.tree.paths, [...frames.keys()], total);
  if (page.old_tree) {
    read(page.old_tree.paths, oldFrames, old);
  }
  return {
    size: parent.length,
    parent: Int32Array.from(parent),
    frame: Int32Array.from(frame),
    total: Float64Array.from(total),
    old: Float64Array.from(old)
  };
}

function withChildren(paths) {
  const {size, parent, total, old} = paths;
  const start = new Int32Array(size + 2);
  const self = total.slice();
  const oldSelf = old.slice();
  for (let i = 1; i < size; i++) {
    start[parent[i] + 2]++;
    self[parent[i]] -= total[i];
    oldSelf[parent[i]] -= old[i];
  }
  for (let i = 2; i < start.length; i++) {
    start[i] += start[i - 1];
  }
  // Each number is rounded to a thousandth.
  for (let i = 0; i < size; i++) {
    const least = 0.0005 * (1 + start[i + 1] - start[i]);
    self[i] = self[i] > least ? self[i] : 0;
    oldSelf[i] = oldSelf[i] > least ? oldSelf[i] : 0;
  }
  const list = new Int32Array(size);
  for (let i = 1; i < size; i++) {
    list[start[parent[i] + 1]++] = i;
  }
  return {...paths, self, oldSelf, start, list};
}

// The paths whose last frame IS one of those wanted, and none before it: so
// their times add up, also where functions call themselves.
function outermost(is) {
  const {size, parent, frame} = callPaths();
  const isBelow = new Uint8Array(size);
  const found = [];
  for (let i = 1; i < size; i++) {
    isBelow[i] = isBelow[parent[i]];
    if (!isBelow[i] && is(frame[i])) {
      isBelow[i] = 1;
      found.push(i);
    }
  }
  return found;
}

// --- Boxes ------------------------------------------------------------------

// A box stands for paths that are joined there: AT is where it is on each, and
// FROM where their samples, of those in VALUES, new and old ones, are counted.
// Boxes that grow UP are callers of the box that they grow from.

function newBox(frame, parent, isUp, values) {
  const level = parent ? parent.level + 1 : 0;
  const [total, old] = [0, 0];
  return {frame, parent, isUp, values, level, at: [], from: [], total, old};
}

function addPath(box, at, from) {
  box.at.push(at);
  box.from.push(from);
  box.total += box.values[0][from];
  box.old += box.values[1][from];
}

// Callers of BOX, or what it calls; what was left out comes last.
function growBoxes(box, isUp) {
  const {parent, frame, start, list} = callPaths();
  const boxes = new Map();
  const add = (at, from) => {
    const key = frame[at];
    if (!boxes.has(key)) {
      boxes.set(key, newBox(key, box, isUp, box.values));
    }
    addPath(boxes.get(key), at, from);
  };
  box.at.forEach((at, i) => {
    if (isUp && parent[at] > 0) {
      add(parent[at], box.from[i]);
    } else if (!isUp) {
      list.subarray(start[at], start[at + 1]).forEach(path => add(path, path));
    }
  });
  const isLast = ({frame: one}) => frames[one] === null;
  return [...boxes.values()].sort(
    (a, b) => isLast(a) - isLast(b) || b.total - a.total
  );
}

// The whole program, below which its outermost functions are.
function topDownRoot() {
  const {total, old} = callPaths();
  const root = newBox(WHOLE, null, false, [total, old]);
  addPath(root, 0, 0);
  root.ways = [false];
  return root;
}

// The whole program, above which the functions are that took its time.
function bottomUpRoot() {
  const {size, frame, total, old, self, oldSelf} = callPaths();
  const root = newBox(WHOLE, null, true, [self, oldSelf]);
  const boxes = new Map();
  for (let i = 1; i < size; i++) {
    if (self[i] > 0 || oldSelf[i] > 0) {
      if (!boxes.has(frame[i])) {
        boxes.set(frame[i], newBox(frame[i], root, true, root.values));
      }
      addPath(boxes.get(frame[i]), i, i);
    }
  }
  root.total = total[0];
  root.old = old[0];
  root.above = [...boxes.values()].sort((a, b) => b.total - a.total);
  root.ways = [true];
  return root;
}

// FRAME, its callers above it and what it calls below.
function pivotRoot(pivot) {
  const {total, old} = callPaths();
  const root = newBox(pivot, null, false, [total, old]);
  for (const path of outermost(frame => frame === pivot)) {
    addPath(root, path, path);
  }
  root.ways = [true, false];
  return root;
}

const forms = [
  {name: "", title: _("Top down"), root: topDownRoot},
  {name: "up:", title: _("Bottom up"), root: bottomUpRoot},
  {name: "pivot:", title: _("Pivot"), root: pivotRoot}
];
const PIVOT = forms[2];

function waysOf(box) {
  return box.ways ?? [box.isUp];
}

function boxesBeside(box, isUp) {
  const key = isUp ? "above" : "below";
  box[key] ??= growBoxes(box, isUp);
  return box[key];
}

// What took most time itself.
function mostFrame() {
  return bottomUpRoot().above[0].frame;
}

function siblingsOf(box) {
  return box.parent ? boxesBeside(box.parent, box.isUp) : [box];
}

// --- What is gone -----------------------------------------------------------

// Functions that no new path has, with what they had of the old samples, the
// most first: frames and samples.
function goneFunctions() {
  const {size, parent, frame, old} = callPaths();
  const gone = new Map();
  for (let i = 1; i < size; i++) {
    let at = frame[i] < newFrames ? 0 : parent[i];
    while (at > 0 && frame[at] !== frame[i]) {
      at = parent[at];
    }
    if (at === 0 && frame[i] >= newFrames) {
      gone.set(frame[i], (gone.get(frame[i]) ?? 0) + old[i]);
    }
  }
  return [...gone].sort((a, b) => b[1] - a[1]);
}

// Likewise, the paths that are none any more, though their functions are
// there: names of their frames and samples.
function gonePaths() {
  const {size, parent, frame, total, old} = callPaths();
  const gone = [];
  for (let i = 1; i < size; i++) {
    if (
      total[i] === 0 &&
      (parent[i] === 0 || total[parent[i]] > 0) &&
      frame[i] < newFrames &&
      frames[frame[i]] !== null
    ) {
      const names = [];
      for (let at = i; at > 0; at = parent[at]) {
        names.unshift(frameName(frame[at]));
      }
      gone.push([names, old[i]]);
    }
  }
  return gone.sort((a, b) => b[1] - a[1]);
}
