"use strict";
// graph.js - the neighbourhood of a function, drawn in layers: callers to the
// left, callees to the right.

/* global _, arcs, briefName, calleesOf, callersOf, callsOf, count, draw,
   functionHref, functions, hasTime, heat, kindWords, make, page, passed,
   percent, sentence, share, timeUnit, total */

/* exported Graph */

const GRAPH_NODES = 40;
const NODE_WIDTH = 176;
const NODE_HEIGHT = 44;
const LAYER_GAP = 72;
const NODE_GAP = 14;
const BEND_HEIGHT = 10; // of an arc that passes a layer

// --- What is drawn ----------------------------------------------------------

// At most MOST callers of function I, and as many of what it calls.
function neighbours(i, most = Infinity) {
  const callers = callersOf(i).slice(0, most);
  const callees = calleesOf(i).slice(0, most);
  return [
    ...callers.map(arc => arcs.caller[arc]),
    ...callees.map(arc => arcs.callee[arc])
  ];
}

// The functions around those that were grown, at most GRAPH_NODES.
function neighbourhood(grown) {
  const nodes = new Set(grown);
  for (const i of grown) {
    for (const other of neighbours(i, 6)) {
      if (nodes.size < GRAPH_NODES) {
        nodes.add(other);
      }
    }
  }
  return nodes;
}

// The arcs between NODES, but for those of a function to itself.
function arcsBetween(nodes) {
  const list = [];
  for (const i of nodes) {
    for (const arc of calleesOf(i)) {
      if (nodes.has(arcs.callee[arc]) && arcs.callee[arc] !== i) {
        list.push(arc);
      }
    }
  }
  return list;
}

// --- Layers -----------------------------------------------------------------

// The nodes in an order, callers first where arcs of cycles permit.
function topological(nodes, links) {
  const seen = new Set();
  const order = [];
  for (const root of nodes) {
    const stack = seen.has(root) ? [] : [{node: root, next: 0}];
    seen.add(root);
    while (stack.length > 0) {
      const top = stack.at(-1);
      const below = links.get(top.node) ?? [];
      if (top.next === below.length) {
        order.push(stack.pop().node);
        continue;
      }
      const child = below[top.next++];
      if (!seen.has(child)) {
        seen.add(child);
        stack.push({node: child, next: 0});
      }
    }
  }
  return order.reverse();
}

// The layer of each node: one more than that of its callers, but callers are
// drawn as near to what they call as can be.
function findLayers(nodes, list) {
  const links = new Map();
  for (const arc of list) {
    links.set(arcs.caller[arc], [
      ...(links.get(arcs.caller[arc]) ?? []),
      arcs.callee[arc]
    ]);
  }
  const order = topological(nodes, links);
  const place = new Map(order.map((node, i) => [node, i]));
  const forward = list.filter(
    arc => place.get(arcs.caller[arc]) < place.get(arcs.callee[arc])
  );
  const layer = new Map(order.map(node => [node, 0]));
  const sorted = forward.sort(
    (a, b) => place.get(arcs.caller[a]) - place.get(arcs.caller[b])
  );
  for (const arc of sorted) {
    layer.set(
      arcs.callee[arc],
      Math.max(layer.get(arcs.callee[arc]), layer.get(arcs.caller[arc]) + 1)
    );
  }
  for (const node of [...order].reverse()) {
    const below = sorted
      .filter(arc => arcs.caller[arc] === node)
      .map(arc => layer.get(arcs.callee[arc]));
    const hasAbove = sorted.some(arc => arcs.callee[arc] === node);
    if (below.length > 0 && !hasAbove) {
      layer.set(node, Math.min(...below) - 1);
    }
  }
  const least = Math.min(...layer.values());
  for (const [node, number] of layer) {
    layer.set(node, number - least);
  }
  return layer;
}

// --- Places -----------------------------------------------------------------

// Boxes by layer, with one for each layer that an arc passes.
function makeBoxes(nodes, list, layer) {
  const boxes = new Map();
  const layers = [];
  const add = box => {
    (layers[box.layer] ??= []).push(box);
    return box;
  };
  for (const node of nodes) {
    boxes.set(
      node,
      add({node, layer: layer.get(node), height: NODE_HEIGHT, near: []})
    );
  }
  const routes = list.map(arc => {
    const from = boxes.get(arcs.caller[arc]),
      to = boxes.get(arcs.callee[arc]);
    const step = Math.sign(to.layer - from.layer);
    const route = [from];
    const between = Math.abs(to.layer - from.layer) - 1;
    for (let i = 1; i <= between; i++) {
      const number = from.layer + i * step;
      route.push(add({layer: number, height: BEND_HEIGHT, near: []}));
    }
    route.push(to);
    for (let i = 1; i < route.length; i++) {
      route[i].near.push(route[i - 1]);
      route[i - 1].near.push(route[i]);
    }
    return {arc, route};
  });
  return {boxes, layers, routes};
}

// Order the boxes of each layer by the middle of their neighbours, and give
// them places.
function arrange(layers) {
  const stack = boxes => {
    const height = boxes.reduce((sum, box) => sum + box.height + NODE_GAP, 0);
    let y = -height / 2;
    for (const box of boxes) {
      box.y = y + box.height / 2;
      y += box.height + NODE_GAP;
    }
  };
  layers.forEach(stack);
  for (let sweep = 0; sweep < 12; sweep++) {
    const ordered = sweep % 2 === 0 ? layers : [...layers].reverse();
    for (const boxes of ordered) {
      for (const box of boxes) {
        box.middle =
          box.near.length === 0
            ? box.y
            : box.near.reduce((sum, near) => sum + near.y, 0) /
              box.near.length;
      }
      boxes.sort((a, b) => a.middle - b.middle);
      stack(boxes);
    }
  }
}

function routePath(route, left) {
  const step = Math.sign(route.at(-1).layer - route[0].layer);
  const half = NODE_WIDTH / 2;
  const x = box => left(box) + half;
  if (step === 0) {
    const edge = left(route[0]) + NODE_WIDTH;
    return (
      `M${edge},${route[0].y} C${edge + 50},${route[0].y} ${edge + 50},` +
      `${route[1].y} ${edge + 4},${route[1].y}`
    );
  }
  let path = `M${x(route[0]) + step * half},${route[0].y}`;
  for (let i = 1; i < route.length; i++) {
    const before = x(route[i - 1]) + step * half;
    const end = x(route[i]) - step * half;
    const bend = (before + end) / 2;
    path +=
      ` C${bend},${route[i - 1].y} ${bend},${route[i].y} ` +
      `${end - (i === route.length - 1 ? step * 4 : 0)},${route[i].y}`;
    if (i < route.length - 1) {
      path += ` H${x(route[i]) + step * half}`;
    }
  }
  return path;
}

// --- The picture ------------------------------------------------------------

function shorten(text, most) {
  return text.length <= most ? text : text.slice(0, most - 1) + "…";
}

class Graph {
  constructor(i) {
    this.i = i;
    this.grown = new Set([i, ...neighbours(i, 1)]);
    this.element = make("div", {
      class: "graph",
      tabindex: 0,
      role: "region",
      "aria-label": _("Neighbourhood")
    });
    this.show();
    // In view once it has a place.
    requestAnimationFrame(() => this.centre());
  }

  // Scroll such that the function is in the middle.
  centre() {
    const box = this.element.querySelector(".centre")?.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    if (box) {
      this.element.scrollTo(
        this.element.scrollLeft +
          box.left -
          frame.left -
          (frame.width - box.width) / 2,
        this.element.scrollTop +
          box.top -
          frame.top -
          (frame.height - box.height) / 2
      );
    }
  }

  grow(i) {
    this.grown.add(i);
    this.show();
    this.element.querySelector(`[data-node="${i}"]`)?.focus();
  }

  node(box, left, nodes) {
    const i = box.node;
    const canGrow =
      nodes.size < GRAPH_NODES &&
      !this.grown.has(i) &&
      neighbours(i).some(other => !nodes.has(other));
    const link = draw(
      "a",
      {
        href: functionHref(i),
        "data-node": i,
        class:
          `node heat-${heat(share(total[i]))}` +
          (i === this.i ? " centre" : "")
      },
      draw("title", {}, functions.name[i]),
      draw("rect", {width: NODE_WIDTH, height: NODE_HEIGHT, rx: 7}),
      draw(
        "text",
        {x: 10, y: 18, class: "node-name"},
        shorten(briefName(functions.name[i], 22), 22)
      ),
      draw(
        "text",
        {x: 10, y: 35, class: "node-time"},
        hasTime
          ? `${percent(total[i])} · ${percent(functions.self[i])} ${_("self")}`
          : _("%s calls", callsOf(i))
      )
    );
    return draw(
      "g",
      {transform: `translate(${left(box)},${box.y - NODE_HEIGHT / 2})`},
      link,
      canGrow && this.button(i)
    );
  }

  // What shows more around function I.
  button(i) {
    return draw(
      "g",
      {
        class: "grow",
        role: "button",
        tabindex: 0,
        "aria-label": sentence(_("show what is around %s", functions.name[i])),
        transform: `translate(${NODE_WIDTH - 14},${NODE_HEIGHT - 14})`,
        onclick: () => this.grow(i),
        onkeydown: event => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.grow(i);
          }
        }
      },
      draw("circle", {r: 9}),
      draw("path", {d: "M-4,0H4M0,-4V4"})
    );
  }

  edge({arc, route}, left) {
    const part = share(passed(arc));
    const kind = arcs.kind[arc];
    return draw(
      "path",
      {
        class: `edge edge-${kind}`,
        d: routePath(route, left),
        "stroke-width": 1 + 7 * part,
        "marker-end": "url(#arrow)"
      },
      draw(
        "title",
        {},
        `${functions.name[arcs.caller[arc]]} → ` +
          `${functions.name[arcs.callee[arc]]}: ${timeUnit(passed(arc))}, ` +
          (page.has_stacks && arcs.calls[arc] === 0
            ? ""
            : `${_("%s calls", count(arcs.calls[arc]))}, `) +
          kindWords[kind]
      )
    );
  }

  show() {
    const nodes = neighbourhood(this.grown);
    const list = arcsBetween(nodes);
    const {
      boxes,
      layers: found,
      routes
    } = makeBoxes(nodes, list, findLayers(nodes, list));
    const layers = Array.from(found, boxesOf => boxesOf ?? []);
    arrange(layers);
    const left = box => box.layer * (NODE_WIDTH + LAYER_GAP);
    const all = layers.flat();
    const top = Math.min(...all.map(box => box.y - box.height / 2)) - 14;
    const bottom = Math.max(...all.map(box => box.y + box.height / 2)) + 14;
    const width = layers.length * (NODE_WIDTH + LAYER_GAP) - LAYER_GAP + 64;
    this.element.replaceChildren(
      draw(
        "svg",
        {
          width,
          height: bottom - top,
          viewBox: `-8 ${top} ${width} ${bottom - top}`
        },
        draw(
          "defs",
          {},
          draw(
            "marker",
            {
              id: "arrow",
              viewBox: "0 0 8 8",
              refX: 4,
              refY: 4,
              markerWidth: 8,
              markerHeight: 8,
              orient: "auto-start-reverse",
              markerUnits: "userSpaceOnUse"
            },
            draw("path", {d: "M0,0L8,4L0,8Z"})
          )
        ),
        routes.map(route => this.edge(route, left)),
        [...boxes.values()].map(box => this.node(box, left, nodes))
      )
    );
  }
}
