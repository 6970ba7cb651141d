"use strict";
// page.js - the frame of the page: its parts, links to them, keys, colours.

/* global _, announce, base, changesPart, cyclesPart, figures, flamePart,
   functionPart, functionsPart, hasModifier, make, note, profilesPart,
   sentence, sourcePart, waitsPart */

/* exported current, frame, help, leave, press, program, replaceRoute,
   route, show */

const program = base(figures.provenance.objects[0]?.file ?? document.title);
const parts = [
  changesPart,
  functionsPart,
  flamePart,
  waitsPart,
  sourcePart,
  cyclesPart,
  profilesPart
].filter(part => part.isThere?.() ?? true);
const allParts = [...parts, functionPart];
let current = null;

// --- Colours ----------------------------------------------------------------

const themes = ["auto", "light", "dark"];

// Pages that are files may have no storage.
function stored(value) {
  try {
    if (value !== undefined) {
      localStorage.setItem("gprof-theme", value);
    }
    return localStorage.getItem("gprof-theme");
  } catch {
    return null;
  }
}

function setTheme(name) {
  if (name === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = name;
  }
  const button = document.getElementById("theme");
  button.dataset.now = name;
  button.title = sentence(_("other colours"));
  button.setAttribute("aria-label", `${button.title}: ${name}`);
  button.textContent = {auto: "◐", light: "☀", dark: "☾"}[name];
}

function nextTheme() {
  const now = document.getElementById("theme").dataset.now;
  const name = themes[(themes.indexOf(now) + 1) % themes.length];
  stored(name);
  setTheme(name);
  announce(document.getElementById("theme").ariaLabel);
}

// --- Help -------------------------------------------------------------------

function help() {
  const rows = [
    ["/", _("Search")],
    ["1 – 9", _("Parts")],
    ["↑ ↓ ← → PgUp PgDn Home End", _("move")],
    ["Enter", _("open the function, or zoom into the box")],
    ["f", _("open the function of a box")],
    ["p", _("flame graph around the function of a box")],
    ["Backspace", _("zoom out")],
    ["Alt ←", _("back")],
    ["t", _("other colours")],
    ["Esc", _("leave")],
    ["?", _("Keys")]
  ];
  const dialog = make(
    "dialog",
    {"aria-labelledby": "keys", onclose: () => dialog.remove()},
    make("h2", {id: "keys"}, _("Keys")),
    make(
      "dl",
      {class: "keys"},
      rows.map(([keys, text]) => [
        make(
          "dt",
          {},
          keys.split(" ").map(key => make("kbd", {}, key))
        ),
        make("dd", {}, sentence(text))
      ])
    ),
    note(
      _(
        "A bar is a time, its whisker the standard " +
          "error: two of three times the true time is within one."
      )
    ),
    make("form", {method: "dialog"}, make("button", {}, sentence(_("leave"))))
  );
  document.body.append(dialog);
  dialog.showModal();
}

// --- Links to parts ---------------------------------------------------------

function route() {
  const hash = location.hash.slice(1);
  const equals = hash.indexOf("=");
  const name = equals < 0 ? hash : hash.slice(0, equals);
  let key = equals < 0 ? "" : hash.slice(equals + 1);
  try {
    key = decodeURIComponent(key);
  } catch {
    // A link that somebody typed: taken as it is.
  }
  const aliases = {cycle: "cycles"};
  return {
    part:
      allParts.find(part => part.name === (aliases[name] ?? name)) ??
      parts[0],
    key
  };
}

// Change the link of this page without leaving its part.
function replaceRoute(hash) {
  history.pushState(null, "", `#${hash}`);
}

const scrolls = new Map();

function show() {
  const {part, key} = route();
  if (current) {
    current.close?.();
  }
  current = part;
  const content = part.open(key);
  document.getElementById("part").replaceChildren(content);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.part === part.name) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  document.title = `${part.title} - ${program} - gprof`;
  part.opened?.(key);
  const top = scrolls.get(location.hash);
  scrollTo(0, top ?? 0);
  if (top === undefined) {
    part.scroll?.();
  }
  if (part === functionPart) {
    document.querySelector("#part h1")?.focus({preventScroll: true});
  }
}

// --- Keys -------------------------------------------------------------------

function isTyping(element) {
  return ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
}

function leave() {
  const element = document.activeElement;
  if (isTyping(element)) {
    if (element.value !== "" && element.type === "search") {
      element.value = "";
      element.dispatchEvent(new Event("input"));
    } else {
      element.blur();
    }
  } else if (current === functionPart) {
    history.back();
  }
}

function press(event) {
  if (
    hasModifier(event) ||
    event.defaultPrevented ||
    document.querySelector("dialog[open]")
  ) {
    return;
  }
  if (event.key === "Escape") {
    leave();
    return;
  }
  if (isTyping(event.target)) {
    return;
  }
  const number = Number(event.key) - 1;
  if (event.key === "/") {
    event.preventDefault();
    if (!document.getElementById("search")) {
      location.hash = "#functions";
    }
    setTimeout(() => document.getElementById("search")?.focus());
  } else if (event.key === "?") {
    help();
  } else if (event.key === "t") {
    nextTheme();
  } else if (parts[number]) {
    location.hash = `#${parts[number].name}`;
  }
}

// --- The start --------------------------------------------------------------

function frame() {
  const version = figures.provenance.generator;
  const {attribution} = figures.provenance;
  document.getElementById("page").remove();
  document.body.prepend(
    make(
      "a",
      {
        class: "skip",
        href: "#part",
        onclick: event => {
          event.preventDefault();
          document.getElementById("part").focus();
        }
      },
      sentence(_("to the content"))
    ),
    make(
      "header",
      {},
      make("p", {class: "program"}, make("bdi", {}, program)),
      make(
        "nav",
        {"aria-label": _("Parts")},
        parts.map(part =>
          make(
            "a",
            {href: `#${part.name}`, "data-part": part.name},
            part.title
          )
        )
      ),
      make(
        "div",
        {class: "switches"},
        make("button", {type: "button", id: "theme", onclick: nextTheme}),
        make(
          "button",
          {
            type: "button",
            "aria-label": _("Keys"),
            title: _("Keys"),
            onclick: help
          },
          "?"
        )
      )
    ),
    make("main", {id: "part", tabindex: -1}),
    make(
      "footer",
      {},
      make("p", {}, `${version}, --attribution=${attribution}`)
    ),
    make("p", {id: "status", class: "unseen", role: "status"})
  );
}

// On paper a table has more rows than in a window.
function setPrinting(isPrinting) {
  if (current.table) {
    current.table.isPrinting = isPrinting;
    current.table.show(true);
  }
}

frame();
setTheme(themes.includes(stored()) ? stored() : "auto");
addEventListener("hashchange", show);
addEventListener("keydown", press);
addEventListener("scroll", () => scrolls.set(location.hash, window.scrollY), {
  passive: true
});
addEventListener("beforeprint", () => setPrinting(true));
addEventListener("afterprint", () => setPrinting(false));
show();
document.documentElement.dataset.ready = "true";
