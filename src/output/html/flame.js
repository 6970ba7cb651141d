"use strict";
// flame.js - the flame graph: boxes as wide as the time of call paths, beside
// the boxes of their callers; top down, bottom up or around one function.

/* global PIVOT, WHOLE, _, boxesBeside, briefName, callPaths, count, cycleLink,
   figures, fill, forms, frameKey, frameName, frames, functionLink,
   goneFunctions, gonePaths, hasModifier, heat, isFunction, make, mostFrame,
   note, openFunction, outermost, page, percent, pivotRoot, replaceRoute,
   searchInput, searchWords, sentence, share, siblingsOf, timeUnit, waysOf,
   weight */

/* exported flamePart */

const FLAME_ROW = 27; // as in page.css
const LEAST_WIDTH = 1.5; // pixels of a box that is made
const NAMED_WIDTH = 30; // and of one with a name
const LETTER_WIDTH = 7.2; // as in page.css
const PADDING = 5; // likewise, beside a name
const OFFERED = 300; // functions that are offered as pivots
const GONE_MOST = 5; // functions and paths that are named as gone
const PATH_MOST = 3; // frames of such a path that are named
const LEAST_CHANGE = 0.0005; // of a part that is shown as changed

// --- Changes ----------------------------------------------------------------

const isCompared = page.old_tree !== undefined;

// The part of all time that BOX had in the old profiles, how it has changed,
// and the standard error of that.
function changeOf(box) {
  const {total, old} = callPaths();
  const before = share(box.old, old[0]);
  const now = share(box.total, total[0]);
  const variance = (part, samples, each) =>
    (part * (1 - part) * each) / Math.max(1, samples);
  return {
    before,
    change: now - before,
    error: Math.sqrt(
      Math.max(
        0,
        variance(now, total[0], weight) +
          variance(before, old[0], page.old_tree.weight)
      )
    )
  };
}

function changeText(box) {
  const {before, change, error} = changeOf(box);
  const sign = change < 0 ? "\u2212" : "+";
  const points = value => (100 * value).toFixed(1);
  return (
    `${_("old")} ${percent(before, 1, 1)}, ${_("change")} ` +
    `${sign}${points(Math.abs(change))} \u00b1\u00a0${points(error)}`
  );
}

// A class for that: pale is what chance may be.
function changeClass(box) {
  const {change, error} = changeOf(box);
  if (Math.abs(change) < LEAST_CHANGE) {
    return "heat-0";
  }
  const pale = Math.abs(change) <= 3 * error ? "-pale" : "";
  return (change > 0 ? "grew" : "shrank") + pale;
}

function changeLegend() {
  const key = (kind, text) => [
    make("span", {class: `key ${kind}`}),
    sentence(text)
  ];
  return note(
    key("grew", _("greater part of all time than before")),
    key("shrank", _("smaller part")),
    key("heat-0", _("no change")),
    ". ",
    sentence(_("pale: less than three standard errors")),
    "."
  );
}

// What the old profiles had, ITEMS of name and samples.
function goneNote(title, items) {
  const whole = callPaths().old[0];
  const shown = items
    .slice(0, GONE_MOST)
    .map(([name, samples]) => `${name} ${percent(samples, 1, whole)}`);
  if (items.length > GONE_MOST) {
    shown.push(_("%s more", count(items.length - GONE_MOST)));
  }
  return items.length > 0 && note(`${title}: ${shown.join(", ")}`);
}

// The names of a path, but of a long one only the innermost.
function pathText(names) {
  const shown = names.slice(-PATH_MOST);
  return [...(names.length > PATH_MOST ? ["\u2026"] : []), ...shown].join(
    " \u203a "
  );
}

function goneNotes() {
  const least = LEAST_CHANGE * callPaths().old[0];
  const isSeen = ([, samples]) => samples >= least;
  return [
    goneNote(
      _("Functions without time now"),
      goneFunctions()
        .filter(isSeen)
        .map(([frame, samples]) => [frameName(frame), samples])
    ),
    goneNote(
      _("Call paths without time now"),
      gonePaths()
        .filter(isSeen)
        .map(([names, samples]) => [pathText(names), samples])
    )
  ];
}

// --- The part ---------------------------------------------------------------

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
              sentence(_("whole program"))
            ),
        input,
        this.found
      ),
      !page.has_stacks &&
        make(
          "p",
          {class: "synthesised"},
          make("strong", {}, sentence(_("synthesised"))),
          " ",
          _(
            "The profile has no stacks: these paths assume that each call " +
              "of a function takes the same time. A cycle is one box."
          )
        ),
      isCompared
        ? changeLegend()
        : figures.comparison !== undefined &&
            note(_("There are no old call paths to compare with.")),
      this.detail,
      this.boxes,
      isCompared && goneNotes()
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
      this.pivot = this.findFrame(rest) ?? this.pivot ?? mostFrame();
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
      make("label", {class: "unseen", for: "pivot"}, sentence(_("function"))),
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
    return isCompared
      ? changeClass(box)
      : `heat-${heat(share(box.total, callPaths().total[0]))}`;
  },
  timesOf(box) {
    const part = percent(box.total, 1, callPaths().total[0]);
    const times = `${timeUnit(box.total)}, ${part}`;
    return isCompared ? `${times}, ${changeText(box)}` : times;
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
      make("span", {}, this.timesOf(box)),
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
