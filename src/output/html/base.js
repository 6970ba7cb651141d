"use strict";
// base.js - what all parts of the page need: words, numbers and elements.

/* global figures */

/* exported FEW_SAMPLES, _, announce, bar, count, draw, duration, errorOf,
   figure, fill, framed, hasArcs, hasModifier, hasTime, heat, make, note, page,
   perCall, percent, period, searchInput, searchWords, seconds, secondsUnit,
   section, sentence, share, time, timeUnit, totals, unit, weight */

const {page, totals} = figures;

// --- Words ------------------------------------------------------------------

const translations = new Map();
for (let i = 0; i < page.words.length; i += 2) {
  translations.set(page.words[i], page.words[i + 1]);
}

// TEXT in the language of the page, with VALUES for its %s, in their order or,
// as %2$s, by their number.
function _(text, ...values) {
  let next = 0;
  return (translations.get(text) ?? text).replace(
    /%(?:(\d+)\$)?s|%%/g,
    (match, number) =>
      match === "%%" ? "%" : String(values[number ? number - 1 : next++])
  );
}

// TEXT as captions begin, with a capital letter.
function sentence(text) {
  const {lang} = document.documentElement;
  return text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);
}

// --- Numbers ----------------------------------------------------------------

const period = figures.provenance.period;
const unit = period > 0 ? page.abbreviation : "";
const weight = figures.provenance.samples_per_signal ?? 1;
const FEW_SAMPLES = 10;

// Digits of large numbers in groups of three, which do not break.
function count(value) {
  const text = String(value);
  return text.length < 5 || !/^\d+$/.test(text)
    ? text
    : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// Is there any time to show, and a call graph?
const hasTime = totals.samples > 0;
const hasArcs = figures.arcs !== undefined;

// SAMPLES as time; without a rate they stay samples.
function time(samples) {
  return period > 0
    ? (samples * period).toFixed(page.digits)
    : String(Math.round(samples * 100) / 100);
}

function timeUnit(samples) {
  return period > 0
    ? `${time(samples)}\u00a0${unit}`
    : _("%s samples", time(samples));
}

// A time that is no number of samples.
function seconds(value) {
  return value.toFixed(page.digits);
}

function secondsUnit(value) {
  return `${seconds(value)}\u00a0${unit}`;
}

function share(samples, whole = totals.samples) {
  return whole > 0 ? samples / whole : 0;
}

function percent(samples, digits = 1, whole = totals.samples) {
  return (100 * share(samples, whole)).toFixed(digits) + "\u00a0%";
}

// The standard error of SAMPLES that were taken WEIGHT at a time.
function errorOf(samples) {
  return Math.sqrt(samples * weight);
}

// A time VALUE in the part of the unit NAME that suits it.
function duration(value, name) {
  const units = [
    [1, ""],
    [1e3, "m"],
    [1e6, "µ"],
    [1e9, "n"]
  ];
  const [factor, prefix] =
    units.find(([many]) => value * many >= 1) ?? units[3];
  return value === 0
    ? "0"
    : (value * factor).toPrecision(3).replace(/e.*/, "") +
        `\u00a0${prefix}${name}`;
}

// The time of one call.
function perCall(samples, calls) {
  return duration((samples * period) / calls, unit);
}

// --- Elements ---------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") {
      Object.assign(element.style, value);
    } else if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter(
        child => child !== null && child !== undefined && child !== false
      )
  );
  return element;
}

function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// A bar as wide as PART of its place, and with a whisker from LOW to HIGH.
function bar(part, low, high) {
  const element = make(
    "span",
    {class: "bar", "aria-hidden": "true"},
    make("span", {class: "fill"})
  );
  element.firstChild.style.inlineSize = `${100 * Math.min(1, part)}%`;
  if (high > low) {
    const whisker = make("span", {class: "whisker"});
    whisker.style.insetInlineStart = `${100 * Math.max(0, low)}%`;
    const length = Math.min(1, high) - Math.max(0, low);
    whisker.style.inlineSize = `${100 * length}%`;
    element.append(whisker);
  }
  return element;
}

// A part of the page under its TITLE.
function section(title, ...children) {
  return make("section", {}, make("h2", {}, title), children);
}

function note(...children) {
  return make("p", {class: "note"}, children);
}

// One of a list of figures: what it is, its value, and what is to be said of
// it.
function figure(title, value, remark) {
  return make(
    "div",
    {class: "fact"},
    make("dt", {}, typeof title === "string" ? sentence(title) : title),
    make(
      "dd",
      {},
      make("span", {class: "figure"}, value),
      remark ? make("span", {class: "note"}, remark) : null
    )
  );
}

// A table of this KIND, whose HEADINGS and ROWS are elements, in a frame that
// scrolls.
function framed(attributes, kind, caption, headings, rows) {
  return make(
    "div",
    {tabindex: 0, role: "group", "aria-label": caption, ...attributes},
    make(
      "table",
      {class: kind},
      make("caption", {class: "unseen"}, caption),
      make("thead", {}, make("tr", {}, headings)),
      make("tbody", {}, rows)
    )
  );
}

// --- Search and keys --------------------------------------------------------

// Where a text to search for is typed, which PART keeps; it is SHOWN anew for
// each letter.
function searchInput(part, show, attributes) {
  const input = make("input", {
    type: "search",
    id: "search",
    value: part.text,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => {
      part.text = input.value;
      show();
    },
    ...attributes
  });
  return [make("label", {class: "unseen", for: "search"}, _("Search")), input];
}

function searchWords(text) {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== "");
}

function hasModifier(event) {
  return event.altKey || event.ctrlKey || event.metaKey;
}

// One of the colours for PART of all time, from 0 to 9.
function heat(part) {
  return part <= 0 ? 0 : Math.min(9, 1 + Math.floor(9 * Math.sqrt(part)));
}

// Tell readers of screens, without a change that can be seen.
function announce(text) {
  document.getElementById("status").textContent = text;
}
