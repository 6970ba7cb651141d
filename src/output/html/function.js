"use strict";
// function.js - one function: where its time comes from and goes to, its
// cycle, its neighbourhood, and how it varies.

/* global Flow, Graph, _, callsOf, changeNote, changes, codeOfFunction, count,
   cycleLink, cycleTotal, cycles, errorOf, figure, figures, fileColumns,
   findFunction, functionHref, functionLink, functions, hasArcs, hasTime,
   kindWords, make, nameBytes, page, perCall, percent, period, pivotLink,
   profileMap, secondsUnit, section, sentence, signed, sourceOfFunction,
   spreads, symbols, time, timeUnit, total, unit */

/* exported functionPart, openFunction, spreadPicture */

function errorNote(samples) {
  return page.has_errors
    ? `${percent(samples)} · ±\u00a0${time(errorOf(samples))}`
    : percent(samples);
}

function functionFigures(i) {
  const calls = functions.calls[i];
  const certainty = functions.estimated[i]
    ? ` · ${_("estimated")}`
    : page.at_least
      ? ` · ${_("at least")}`
      : "";
  return make(
    "dl",
    {class: "facts"},
    hasTime && [
      figure(
        _("self"),
        timeUnit(functions.self[i]),
        errorNote(functions.self[i])
      ),
      figure(_("total"), timeUnit(total[i]), errorNote(total[i]) + certainty)
    ],
    hasTime &&
      functions.totalSystem[i] > 0 &&
      figure(
        _("in the system"),
        timeUnit(functions.totalSystem[i]),
        sentence(`${_("self")} ${timeUnit(functions.system[i])}`)
      ),
    callsOf(i) !== "" &&
      figure(
        _("calls"),
        callsOf(i),
        functions.lowerBound[i] &&
          sentence(_("at least as many: some calls may be lost"))
      ),
    calls > 0 &&
      hasTime &&
      period > 0 &&
      figure(
        _("total per call"),
        perCall(total[i], calls),
        !page.has_stacks && sentence(_("if each call takes the same time"))
      )
  );
}

// TITLE and TEXT, unless there is none.
function term(title, text) {
  return text
    ? [make("dt", {}, sentence(title)), make("dd", {}, make("code", {}, text))]
    : null;
}

function functionPlace(i) {
  const file = functions.file[i];
  const index = functions.index[i];
  return make(
    "dl",
    {class: "terms"},
    term(_("place"), file && `${file}:${functions.line[i]}`),
    figures.provenance.objects.length > 1 &&
      term(_("object"), functions.object[i]),
    term(_("address"), functions.address[i]),
    term(_("linker name"), symbols.get(i)),
    term("Base64", nameBytes.get(i)),
    index > 0 && [
      make("dt", {}, sentence(_("number in the call graph"))),
      make("dd", {}, `[${index}]`)
    ]
  );
}

function functionCycle(i) {
  const number = functions.cycle[i];
  if (number === 0) {
    return null;
  }
  const cycle = cycles[number - 1];
  const others = cycle.members.filter(
    member => member !== null && member !== i
  );
  return make(
    "p",
    {class: "in-cycle"},
    cycleLink(number),
    " ",
    _(
      "members: %s, together %s",
      count(cycle.members.length),
      timeUnit(cycleTotal(cycle))
    ),
    " ",
    others.slice(0, 12).map(member => [functionLink(member), " "]),
    others.length > 12 ? "…" : ""
  );
}

// From the least to the most, with the mean between.
function spreadPicture(spread, most) {
  const part = value => `${(100 * value) / Math.max(most, 1e-12)}%`;
  return make(
    "span",
    {class: "spread", "aria-hidden": "true"},
    make("span", {
      class: "spread-range",
      style: {
        insetInlineStart: part(spread.minimum),
        inlineSize: part(spread.maximum - spread.minimum)
      }
    }),
    make("span", {
      class: "spread-mean",
      style: {insetInlineStart: part(spread.mean)}
    })
  );
}

function functionSpread(i) {
  const spread = spreads.get(i);
  if (!spread) {
    return null;
  }
  return section(
    _("Profiles"),
    spreadPicture(spread, spread.maximum),
    make(
      "dl",
      {class: "facts"},
      figure(_("mean"), secondsUnit(spread.mean)),
      figure(_("minimum"), secondsUnit(spread.minimum)),
      figure(_("maximum"), secondsUnit(spread.maximum), spread.maximum_in),
      spread.deviation !== undefined &&
        figure(_("standard deviation"), secondsUnit(spread.deviation))
    ),
    fileColumns.first.length > 1 && fileColumns.rows.has(i) && profileMap([i])
  );
}

function functionChange(i) {
  const change = changes.find(row => row.row === i);
  if (!change) {
    return null;
  }
  return section(
    _("Changes"),
    make(
      "dl",
      {class: "facts"},
      figure(_("old"), secondsUnit(change.old_self)),
      figure(_("new"), secondsUnit(change.new_self)),
      figure(
        _("change"),
        `${signed(change.delta)}\u00a0${unit}`,
        changeNote(change)
      )
    )
  );
}

function functionArcs(i) {
  return [
    make(
      "section",
      {"aria-labelledby": "title-callers title-callees"},
      new Flow(i).element,
      make(
        "p",
        {class: "legend"},
        make("span", {class: page.at_least ? "key key-estimated" : "key"}),
        sentence(kindWords[0]),
        !page.has_stacks && [
          " ",
          make("span", {class: "key key-estimated"}),
          sentence(_("estimated by the number of calls"))
        ]
      )
    ),
    section(_("Neighbourhood"), new Graph(i).element)
  ];
}

const functionPart = {
  name: "function",
  open(key) {
    const i = findFunction(key);
    if (i === undefined || i < 0) {
      return make("p", {}, sentence(_("there is no function %s", key)));
    }
    this.title = functions.name[i];
    return make(
      "div",
      {class: "function"},
      make(
        "h1",
        {tabindex: -1, class: "function-name"},
        make("bdi", {}, functions.name[i])
      ),
      functionFigures(i),
      functionCycle(i),
      pivotLink(i),
      hasArcs && functionArcs(i),
      functionSpread(i),
      functionChange(i),
      sourceOfFunction(i),
      codeOfFunction(i),
      section(_("Details"), functionPlace(i))
    );
  }
};

function openFunction(i) {
  location.hash = functionHref(i);
}
