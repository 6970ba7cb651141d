"use strict";
// flame.js - the flame graph: boxes as wide as the time of call paths, beside
// the boxes of their callers; top down, bottom up or around one function.

/* global _, briefName, cycleLink, fill, functionKey, functionLink, functions,
   hasModifier, heat, make, openFunction, page, percent, program, replaceRoute,
   searchInput, searchWords, share, timeUnit */

/* exported flamePart, pivotLink */

const FLAME_ROW = 27; // as in page.css
const LEAST_WIDTH = 1.5; // pixels of a box that is made
const NAMED_WIDTH = 30; // and of one with a name
const LETTER_WIDTH = 7.2; // as in page.css
const PADDING = 5; // likewise, beside a name
const OFFERED = 300; // functions that are offered as pivots

// --- Call paths -------------------------------------------------------------

// Columns of numbers: of each path its parent, which comes before it, its
// frame, its samples with and without what it calls, and its children, which
// are in LIST from START[i] up to START[i + 1].  Path 0 is the whole program.
let known = null;
function callPaths() {
  known ??= readPaths(page.tree.paths);
  return known;
}

function readPaths(from) {
  const size = from.length / 3 + 1;
  const parent = new Int32Array(size);
  const frame = new Int32Array(size).fill(-1);
  const total = new Float64Array(size);
  for (let i = 1, at = 0; i < size; i++) {
    parent[i] = from[at++];
    frame[i] = from[at++];
    total[i] = from[at++];
    total[0] += parent[i] === 0 ? total[i] : 0;
  }
  const start = new Int32Array(size + 2);
  const self = total.slice();
  for (let i = 1; i < size; i++) {
    start[parent[i] + 2]++;
    self[parent[i]] -= total[i];
  }
  for (let i = 2; i < start.length; i++) {
    start[i] += start[i - 1];
  }
  const list = new Int32Array(size);
  for (let i = 1; i < size; i++) {
    list[start[parent[i] + 1]++] = i;
  }
  return {size, parent, frame, total, self, start, list};
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

// --- Frames -----------------------------------------------------------------

const frames = page.tree?.frames ?? [];
const WHOLE = -1;

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

// --- Boxes ------------------------------------------------------------------

// A box stands for paths that are joined there: AT is where it is on each, and
// FROM where their samples, of those in VALUES, are counted.  Boxes that grow
// UP are callers of the box that they grow from.

function newBox(frame, parent, isUp, values) {
  const level = parent ? parent.level + 1 : 0;
  return {frame, parent, isUp, values, level, at: [], from: [], total: 0};
}

function addPath(box, at, from) {
  box.at.push(at);
  box.from.push(from);
  box.total += box.values[from];
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
  const {total} = callPaths();
  const root = newBox(WHOLE, null, false, total);
  addPath(root, 0, 0);
  root.ways = [false];
  return root;
}

// The whole program, above which the functions are that took its time.
function bottomUpRoot() {
  const {size, frame, total, self, start} = callPaths();
  const root = newBox(WHOLE, null, true, self);
  const boxes = new Map();
  for (let i = 1; i < size; i++) {
    // Each number is rounded to a thousandth.
    if (self[i] > 0.0005 * (1 + start[i + 1] - start[i])) {
      if (!boxes.has(frame[i])) {
        boxes.set(frame[i], newBox(frame[i], root, true, self));
      }
      addPath(boxes.get(frame[i]), i, i);
    }
  }
  root.total = total[0];
  root.above = [...boxes.values()].sort((a, b) => b.total - a.total);
  root.ways = [true];
  return root;
}

// FRAME, its callers above it and what it calls below.
function pivotRoot(pivot) {
  const root = newBox(pivot, null, false, callPaths().total);
  for (const path of outermost(frame => frame === pivot)) {
    addPath(root, path, path);
  }
  root.ways = [true, false];
  return root;
}

function waysOf(box) {
  return box.ways ?? [box.isUp];
}

function boxesBeside(box, isUp) {
  const key = isUp ? "above" : "below";
  box[key] ??= growBoxes(box, isUp);
  return box[key];
}

function siblingsOf(box) {
  return box.parent ? boxesBeside(box.parent, box.isUp) : [box];
}

// --- The part ---------------------------------------------------------------

const forms = [
  {name: "", title: _("Top down"), root: topDownRoot},
  {name: "up:", title: _("Bottom up"), root: bottomUpRoot},
  {name: "pivot:", title: _("Pivot"), root: pivotRoot}
];
const PIVOT = forms[2];

const flamePart = {
  name: "flame",
  title: _("Flame graph"),
  text: "",
  pivot: null,
  active: null, // the id of what is to get the focus, empty for a box
  isThere: () => page.tree?.paths.length > 0,
  open(key) {
    this.read(key);
    const input = searchInput(this, () => this.show(), {
      placeholder: _("Search")
    });
    this.found = make("output", {for: "search"});
    this.boxes = make("div", {
      class: "flame",
      role: "tree",
      dir: "ltr",
      "aria-label": _("Flame graph"),
      onkeydown: event => this.press(event),
      onclick: event => this.click(event)
    });
    this.detail = make("p", {class: "detail", "aria-live": "polite"});
    this.onresize = () => this.show();
    addEventListener("resize", this.onresize);
    return make(
      "div",
      {},
      make(
        "div",
        {class: "tools"},
        make("h1", {}, _("Flame graph")),
        this.formChoice(),
        this.form === PIVOT
          ? this.pivotChoice()
          : make(
              "button",
              {type: "button", onclick: () => this.zoomTo(this.root)},
              _("whole program")
            ),
        input,
        this.found
      ),
      !page.has_stacks &&
        make(
          "p",
          {class: "synthesised"},
          make("strong", {}, _("synthesised")),
          " ",
          _(
            "The profile has no stacks: these paths assume that each call " +
              "of a function takes the same time. A cycle is one box."
          )
        ),
      this.detail,
      this.boxes
    );
  },
  opened() {
    this.show();
    const element = document.getElementById(this.active);
    if (this.active !== null) {
      (element ?? this.boxOf(this.focus)).focus();
    }
    this.active = null;
  },
  // Callers may fill more than a window above their root.
  scroll() {
    this.boxOf(this.focus).scrollIntoView({block: "nearest"});
  },
  close() {
    removeEventListener("resize", this.onresize);
  },

  // --- Links ---

  // KEY is a form, and then a function or numbers of boxes, from the root on.
  read(key) {
    this.form =
      forms.findLast(({name}) => key.startsWith(name)) ?? forms[0];
    const rest = key.slice(this.form.name.length);
    if (this.form === PIVOT) {
      this.pivot = this.findFrame(rest) ?? this.pivot ?? this.mostFrame();
      this.root = pivotRoot(this.pivot);
      this.zoom = this.root;
    } else {
      this.root = this.form.root();
      this.zoom = this.find(rest);
    }
    this.focus = this.zoom;
  },
  find(steps) {
    let box = this.root;
    for (const step of steps.split(".").filter(word => word !== "")) {
      box = boxesBeside(box, waysOf(box)[0])[Number(step)] ?? box;
    }
    return box;
  },
  keyOf(box) {
    const steps = [];
    for (let at = box; at.parent; at = at.parent) {
      steps.unshift(siblingsOf(at).indexOf(at));
    }
    return this.form.name + steps.join(".");
  },
  // What has the focus keeps it.
  go(key) {
    const hash = location.hash;
    location.hash = key === "" ? "flame" : `flame=${encodeURIComponent(key)}`;
    if (location.hash !== hash) {
      this.active = document.activeElement.id;
    }
  },

  // --- Which form, and around which function ---

  formChoice() {
    const select = make(
      "select",
      {
        id: "form",
        onchange: () => {
          this.go(forms[select.selectedIndex].name);
        }
      },
      forms.map(form =>
        make("option", {selected: form === this.form}, form.title)
      )
    );
    return [make("label", {class: "unseen", for: "form"}, _("Show")), select];
  },
  pivotChoice() {
    const {size, frame, self} = callPaths();
    const most = new Map();
    for (let i = 1; i < size; i++) {
      most.set(frame[i], (most.get(frame[i]) ?? 0) + self[i]);
    }
    const offered = [...most.keys()]
      .sort((a, b) => most.get(b) - most.get(a))
      .slice(0, OFFERED);
    const input = make("input", {
      id: "pivot",
      list: "pivots",
      value: frameName(this.pivot),
      autocomplete: "off",
      spellcheck: "false",
      onfocus: () => input.select(),
      onchange: () => this.choose(input)
    });
    return [
      make("label", {class: "unseen", for: "pivot"}, _("function")),
      input,
      make(
        "datalist",
        {id: "pivots"},
        offered.map(one => make("option", {value: frameName(one)}))
      )
    ];
  },
  choose(input) {
    const words = searchWords(input.value);
    const names = frames.map((frame, i) => frameName(i).toLowerCase());
    const exact = names.indexOf(input.value.toLowerCase());
    const found =
      exact >= 0
        ? exact
        : names.findIndex(name => words.every(word => name.includes(word)));
    if (found >= 0) {
      this.turnAround(found);
    }
  },
  turnAround(frame) {
    if (frame !== WHOLE) {
      this.go(PIVOT.name + frameKey(frame));
    }
  },
  findFrame(key) {
    const i = frames.findIndex((frame, at) => frameKey(at) === key);
    return i < 0 ? undefined : i;
  },
  // What took most time itself.
  mostFrame() {
    return bottomUpRoot().above[0].frame;
  },

  // --- What is drawn ---

  show() {
    this.width = Math.max(100, this.boxes.clientWidth);
    const words = searchWords(this.text);
    this.matches = new Set(
      words.length === 0
        ? []
        : [...frames.keys()].filter(i => {
            const name = frameName(i).toLowerCase();
            return words.every(word => name.includes(word));
          })
    );
    this.shown = this.layOut();
    const rowOf = ({box: {isUp, level}}) => (isUp ? -level : level);
    const rows = this.shown.map(rowOf);
    const first = rows.reduce((a, b) => Math.min(a, b), 0);
    const last = rows.reduce((a, b) => Math.max(a, b), 0);
    this.boxes.style.blockSize = `${(last - first + 1) * FLAME_ROW}px`;
    this.boxes.replaceChildren(
      ...this.shown.map((place, i) => this.draw(place, i, rows[i] - first))
    );
    this.tellFound();
    this.describe(this.focus);
  },

  // The boxes that are wide enough, each with where it starts and how wide it
  // is, of the whole width; each before those that grow from it.
  layOut() {
    const places = [];
    for (let box = this.zoom.parent; box; box = box.parent) {
      places.unshift({box, start: 0, part: 1, isAbove: true});
    }
    const whole = this.zoom.total || 1;
    const open = [{box: this.zoom, start: 0}];
    while (open.length > 0) {
      const {box, start} = open.pop();
      places.push({box, start, part: box.total / whole});
      const next = [];
      for (const isUp of waysOf(box)) {
        let at = start;
        for (const other of boxesBeside(box, isUp)) {
          const part = other.total / whole;
          if (part * this.width >= LEAST_WIDTH) {
            next.push({box: other, start: at});
          }
          at += part;
        }
      }
      open.push(...next.reverse());
    }
    return places;
  },

  draw({box, start, part, isAbove}, i, row) {
    const {frame} = box;
    const kind =
      frame === WHOLE
        ? "root"
        : frames[frame] === null
          ? "other"
          : frames[frame] < 0
            ? "cycle"
            : "call";
    const isNamed = part * this.width >= NAMED_WIDTH;
    const name = isNamed
      ? briefName(
          frameName(frame),
          Math.floor((part * this.width - 2 * PADDING) / LETTER_WIDTH)
        )
      : frameName(frame);
    const isFound = this.matches.has(frame);
    const classes = [
      `box box-${kind} ${this.colour(box)}`,
      isAbove && "above",
      !isNamed && "narrow",
      this.matches.size > 0 && (isFound ? "match" : "faint"),
      this.form === PIVOT && box === this.root && "pivot"
    ];
    return make(
      "div",
      {
        role: "treeitem",
        "data-box": i,
        "aria-level": box.level + 1,
        "aria-selected": String(box === this.zoom),
        tabindex: box === this.focus ? 0 : -1,
        class: classes.filter(Boolean).join(" "),
        "aria-label": `${name}, ${this.timesOf(box)}`,
        title: `${frameName(frame)}\n${this.timesOf(box)}`,
        style: {
          insetBlockStart: `${row * FLAME_ROW}px`,
          insetInlineStart: `${100 * start}%`,
          inlineSize: `${100 * part}%`
        }
      },
      isNamed && name
    );
  },
  colour(box) {
    return `heat-${heat(share(box.total, callPaths().total[0]))}`;
  },
  timesOf(box) {
    const part = percent(box.total, 1, callPaths().total[0]);
    return `${timeUnit(box.total)}, ${part}`;
  },

  // How much time is in what was searched for.
  tellFound() {
    const {total} = callPaths();
    const samples = outermost(frame => this.matches.has(frame)).reduce(
      (sum, path) => sum + total[path],
      0
    );
    this.found.textContent =
      this.matches.size > 0
        ? percent(samples, 1, total[0])
        : this.text.trim() !== ""
          ? _("none")
          : "";
  },

  describe(box) {
    const frame = frames[box.frame];
    const isPivot = this.form === PIVOT && box === this.root;
    this.detail.replaceChildren();
    fill(this.detail, {}, [
      isFunction(box.frame)
        ? functionLink(frame)
        : typeof frame === "number"
          ? cycleLink(-frame)
          : make("b", {}, frameName(box.frame)),
      ` ${this.timesOf(box)} `,
      box.frame !== WHOLE &&
        !isPivot &&
        make(
          "button",
          {type: "button", onclick: () => this.turnAround(box.frame)},
          _("Pivot")
        )
    ]);
  },

  // --- Keys and clicks ---

  boxOf(box) {
    const i = this.shown.findIndex(place => place.box === box);
    return this.boxes.querySelector(`[data-box="${i}"]`);
  },

  // In a pivot, turn it; else zoom.
  enter(box) {
    if (this.form === PIVOT) {
      this.turnAround(box.frame);
    } else {
      this.zoomTo(box);
    }
  },

  zoomTo(box) {
    const key = this.keyOf(box);
    this.focus = box;
    replaceRoute(key === "" ? "flame" : `flame=${key}`);
    this.zoom = box;
    this.show();
    this.boxOf(box)?.focus();
  },

  select(box) {
    const element = box && this.boxOf(box);
    if (!element) {
      return;
    }
    this.boxes.querySelector('[tabindex="0"]')?.setAttribute("tabindex", -1);
    element.setAttribute("tabindex", 0);
    this.focus = box;
    element.focus();
    this.describe(box);
  },

  click(event) {
    const element = event.target.closest("[data-box]");
    if (element) {
      this.enter(this.shown[Number(element.dataset.box)].box);
    }
  },

  // One row up or down: away from the root, or back to it.
  step(isUp) {
    const box = this.focus;
    this.select(
      waysOf(box).includes(isUp) ? boxesBeside(box, isUp)[0] : box.parent
    );
  },

  press(event) {
    const box = this.focus;
    const siblings = siblingsOf(box);
    const at = siblings.indexOf(box);
    const actions = {
      ArrowDown: () => this.step(false),
      ArrowUp: () => this.step(true),
      ArrowRight: () => this.select(siblings[at + 1]),
      ArrowLeft: () => this.select(siblings[at - 1]),
      Home: () => this.select(this.zoom),
      Enter: () => this.enter(box),
      " ": () => this.enter(box),
      Backspace: () => this.zoomTo(this.zoom.parent ?? this.zoom),
      p: () => this.turnAround(box.frame),
      f: () => isFunction(box.frame) && openFunction(frames[box.frame])
    };
    if (event.key in actions && !hasModifier(event)) {
      event.preventDefault();
      actions[event.key]();
    }
  }
};
