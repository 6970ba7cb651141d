"use strict";
// tree.js - the call tree as an icicle: each call path a box as wide as its
// time, below the box of its caller.

/* global _, briefName, cycleLink, functionLink, functions, hasModifier, heat,
   make, openFunction, page, percent, program, replaceRoute, searchInput,
   searchWords, share, timeUnit */

/* exported treePart */

const TREE_ROW = 27; // as in page.css
const LEAST_WIDTH = 1.5; // pixels of a box that is made
const NAMED_WIDTH = 30; // and of one with a name
const LETTER_WIDTH = 7.2; // as in page.css
const PADDING = 5; // likewise, beside a name

const tree = (() => {
  const from = page.tree?.paths ?? [];
  const size = from.length / 3 + 1;
  const columns = {
    parent: new Int32Array(size).fill(-1),
    frame: new Int32Array(size).fill(-1),
    total: new Float64Array(size),
    start: new Float64Array(size),
    depth: new Uint32Array(size),
    size
  };
  // Path 0 is the whole program; its children have no parent.
  for (let i = 1, at = 0; i < size; i++) {
    columns.parent[i] = from[at++];
    columns.frame[i] = from[at++];
    columns.total[i] = from[at++];
  }
  const next = new Float64Array(size);
  for (let i = 1; i < size; i++) {
    if (columns.parent[i] === 0) {
      columns.total[0] += columns.total[i];
    }
  }
  for (let i = 1; i < size; i++) {
    const parent = columns.parent[i];
    columns.start[i] = columns.start[parent] + next[parent];
    columns.depth[i] = columns.depth[parent] + 1;
    next[parent] += columns.total[i];
  }
  delete page.tree?.paths;
  return columns;
})();

function frameOf(i) {
  return i === 0 ? undefined : page.tree.frames[tree.frame[i]];
}

function frameName(i) {
  const frame = frameOf(i);
  if (frame === undefined) {
    return program;
  }
  if (frame === null) {
    return "[other]";
  }
  return typeof frame === "string"
    ? frame
    : frame < 0
      ? _("cycle %s", -frame)
      : functions.name[frame];
}

function timesOf(i) {
  const part = percent(tree.total[i], 1, tree.total[0]);
  return `${timeUnit(tree.total[i])}, ${part}`;
}

function isBelow(i, ancestor) {
  let at = i;
  while (tree.depth[at] > tree.depth[ancestor]) {
    at = tree.parent[at];
  }
  return at === ancestor;
}

const treePart = {
  name: "tree",
  title: _("Call tree"),
  zoom: 0,
  focus: 0,
  text: "",
  isThere: () => tree.size > 1,
  open(key) {
    this.zoom = this.find(key);
    this.focus = this.zoom;
    const input = searchInput(this, () => this.show(), {
      placeholder: _("Search")
    });
    this.found = make("output", {for: "search"});
    this.boxes = make("div", {
      class: "icicle",
      role: "tree",
      dir: "ltr",
      "aria-label": _("Call tree"),
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
        make("h1", {}, _("Call tree")),
        input,
        make(
          "button",
          {type: "button", onclick: () => this.zoomTo(0)},
          _("whole program")
        ),
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
  },
  close() {
    removeEventListener("resize", this.onresize);
  },

  // The path of KEY: numbers of children, from the whole program on.
  find(key) {
    let at = 0;
    for (const step of (key ?? "").split(".").filter(word => word !== "")) {
      at = this.childrenOf(at)[Number(step)] ?? at;
    }
    return at;
  },
  keyOf(i) {
    const steps = [];
    for (let at = i; at > 0; at = tree.parent[at]) {
      steps.unshift(this.childrenOf(tree.parent[at]).indexOf(at));
    }
    return steps.join(".");
  },
  childrenOf(i) {
    const children = [];
    const depth = tree.depth[i];
    let j = i + 1;
    while (j < tree.size && tree.depth[j] > depth) {
      if (tree.parent[j] === i) {
        children.push(j);
      }
      j++;
    }
    return children;
  },

  matches() {
    const words = searchWords(this.text);
    const found = new Set();
    if (words.length > 0) {
      for (let i = 1; i < tree.size; i++) {
        const name = frameName(i).toLowerCase();
        if (words.every(word => name.includes(word))) {
          found.add(i);
        }
      }
    }
    return found;
  },

  // The time of the paths in FOUND, those below others of them once.
  timeOf(found) {
    let samples = 0,
      limit = -1;
    for (const i of found) {
      if (i > limit) {
        samples += tree.total[i];
        limit = i;
        while (
          limit + 1 < tree.size &&
          tree.depth[limit + 1] > tree.depth[i]
        ) {
          limit++;
        }
      }
    }
    return samples;
  },

  show() {
    this.width = Math.max(100, this.boxes.clientWidth);
    const whole = tree.total[this.zoom] || 1;
    const origin = tree.start[this.zoom];
    const found = this.matches();
    const boxes = [];
    let deepest = 0;
    for (let i = 0; i < tree.size; i++) {
      const isAbove = isBelow(this.zoom, i) && i !== this.zoom;
      if (!isAbove && !isBelow(i, this.zoom)) {
        continue;
      }
      const part = isAbove ? 1 : tree.total[i] / whole;
      if (part * this.width < LEAST_WIDTH) {
        continue;
      }
      deepest = Math.max(deepest, tree.depth[i]);
      boxes.push(
        this.box(
          i,
          isAbove ? 0 : (tree.start[i] - origin) / whole,
          part,
          isAbove,
          found
        )
      );
    }
    this.boxes.style.blockSize = `${(deepest + 1) * TREE_ROW}px`;
    this.boxes.replaceChildren(...boxes);
    this.found.textContent =
      found.size > 0
        ? percent(this.timeOf(found), 1, tree.total[0])
        : this.text.trim() !== ""
          ? _("none")
          : "";
    this.describe(this.focus);
  },

  box(i, start, part, isAbove, found) {
    const frame = frameOf(i);
    const kind =
      i === 0
        ? "root"
        : frame === null
          ? "other"
          : frame < 0
            ? "cycle"
            : "call";
    const isNamed = part * this.width >= NAMED_WIDTH;
    const name = isNamed
      ? briefName(
          frameName(i),
          Math.floor((part * this.width - 2 * PADDING) / LETTER_WIDTH)
        )
      : frameName(i);
    return make(
      "div",
      {
        role: "treeitem",
        "data-path": i,
        "aria-level": tree.depth[i] + 1,
        "aria-selected": String(i === this.zoom),
        tabindex: i === this.focus ? 0 : -1,
        class:
          `box box-${kind} heat-${heat(
            share(tree.total[i], tree.total[0])
          )}${isAbove ? " above" : ""}${
            isNamed ? "" : " narrow"
          }` + (found.size === 0 ? "" : found.has(i) ? " match" : " faint"),
        "aria-label": `${name}, ${timesOf(i)}`,
        title: `${frameName(i)}\n${timesOf(i)}`,
        style: {
          insetBlockStart: `${tree.depth[i] * TREE_ROW}px`,
          insetInlineStart: `${100 * start}%`,
          inlineSize: `${100 * part}%`
        }
      },
      isNamed && name
    );
  },

  describe(i) {
    const frame = frameOf(i);
    this.detail.replaceChildren(
      typeof frame === "number" && frame >= 0
        ? functionLink(frame)
        : typeof frame === "number"
          ? cycleLink(-frame)
          : make("b", {}, frameName(i)),
      " ",
      timesOf(i)
    );
  },

  zoomTo(i) {
    this.focus = i;
    replaceRoute(i === 0 ? "tree" : `tree=${this.keyOf(i)}`);
    this.zoom = i;
    this.show();
    this.boxes.querySelector(`[data-path="${i}"]`)?.focus();
  },

  select(i) {
    const element = this.boxes.querySelector(`[data-path="${i}"]`);
    if (!element) {
      return;
    }
    this.boxes.querySelector('[tabindex="0"]')?.setAttribute("tabindex", -1);
    element.setAttribute("tabindex", 0);
    this.focus = i;
    element.focus();
    this.describe(i);
  },

  click(event) {
    const box = event.target.closest("[data-path]");
    if (box) {
      this.zoomTo(Number(box.dataset.path));
    }
  },

  press(event) {
    const i = this.focus;
    const siblings = i === 0 ? [0] : this.childrenOf(tree.parent[i]);
    const at = siblings.indexOf(i);
    const actions = {
      ArrowDown: () => this.select(this.childrenOf(i)[0]),
      ArrowUp: () => i > 0 && this.select(tree.parent[i]),
      ArrowRight: () => this.select(siblings[at + 1]),
      ArrowLeft: () => this.select(siblings[at - 1]),
      Home: () => this.select(this.zoom),
      Enter: () => this.zoomTo(i),
      " ": () => this.zoomTo(i),
      Backspace: () => this.zoomTo(Math.max(0, tree.parent[this.zoom])),
      f: () =>
        typeof frameOf(i) === "number" &&
        frameOf(i) >= 0 &&
        openFunction(frameOf(i))
    };
    if (event.key in actions && !hasModifier(event)) {
      event.preventDefault();
      actions[event.key]();
    }
  }
};
