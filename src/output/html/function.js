"use strict";
// function.js - one function: where its time comes from and goes to, its
// cycle, its neighbourhood, and how it varies.

/* global Flow, Graph, _, callsOf, changeNote, changes, codeOfFunction,
   count, cycleLink, cycleTotal, cycles, errorOf, figures, fileColumns,
   fileOf, findFunction, functionLink, functions, hasArcs, hasTime,
   isEstimated, isLowerBound, keyOf, kindWords, make, nameBytes, objectOf,
   page, perCall, percent, period, profileMap, seconds, signed,
   sourceOfFunction, spreads, symbols, time, timeUnit, total, unit */

/* exported figure, functionPart, openFunction, spreadPicture */

function figure(title, value, note) {
  return make(
    "div",
    {class: "fact"},
    make("dt", {}, title),
    make(
      "dd",
      {},
      make("span", {class: "figure"}, value),
      note ? make("span", {class: "note"}, note) : null
    )
  );
}

function errorNote(samples) {
  return page.has_errors
    ? `${percent(samples)} · ±\u00a0${time(errorOf(samples))}`
    : percent(samples);
}

function functionFigures(i) {
  const list = make("dl", {class: "facts"});
  if (hasTime) {
    list.append(
      figure(
        _("self"),
        timeUnit(functions.self[i]),
        errorNote(functions.self[i])
      ),
      figure(
        _("total"),
        timeUnit(total[i]),
        errorNote(total[i]) +
          (isEstimated(i)
            ? ` · ${_("estimated")}`
            : page.at_least
              ? ` · ${_("at least")}`
              : "")
      )
    );
  }
  if (functions.calls[i] > 0 || functions.self_calls[i] > 0) {
    list.append(
      figure(
        _("calls"),
        callsOf(i),
        isLowerBound(i) ? _("at least as many: some calls may be lost") : null
      )
    );
  }
  if (functions.calls[i] > 0 && hasTime && period > 0) {
    list.append(
      figure(
        _("total per call"),
        perCall(total[i], functions.calls[i]),
        _("if each call takes the same time")
      )
    );
  }
  return list;
}

function term(title, ...values) {
  return [make("dt", {}, title), make("dd", {}, values)];
}

function functionPlace(i) {
  const list = make("dl", {class: "terms"});
  if (fileOf(i) !== "") {
    list.append(
      ...term(
        _("place"),
        make("code", {}, `${fileOf(i)}:${functions.line[i]}`)
      )
    );
  }
  if (figures.provenance.objects.length > 1 && objectOf(i) !== "") {
    list.append(...term(_("object"), make("code", {}, objectOf(i))));
  }
  list.append(...term(_("address"), make("code", {}, functions.address[i])));
  if (symbols.has(i)) {
    list.append(...term(_("linker name"), make("code", {}, symbols.get(i))));
  }
  if (nameBytes.has(i)) {
    list.append(...term("base64", make("code", {}, nameBytes.get(i))));
  }
  if (functions.index[i] > 0) {
    list.append(
      ...term(_("number in the call graph"), `[${functions.index[i]}]`)
    );
  }
  return list;
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
  const part = value => (100 * value) / Math.max(most, 1e-12);
  const range = make("span", {class: "spread-range"});
  range.style.insetInlineStart = `${part(spread.minimum)}%`;
  range.style.inlineSize = `${part(spread.maximum - spread.minimum)}%`;
  const mean = make("span", {class: "spread-mean"});
  mean.style.insetInlineStart = `${part(spread.mean)}%`;
  return make("span", {class: "spread", "aria-hidden": "true"}, range, mean);
}

function functionSpread(i) {
  const spread = spreads.get(i);
  if (!spread) {
    return null;
  }
  const cell = (title, value) => figure(title, value);
  return make(
    "section",
    {},
    make("h2", {}, _("Profiles")),
    spreadPicture(spread, spread.maximum),
    make(
      "dl",
      {class: "facts"},
      cell(_("mean"), `${seconds(spread.mean)}\u00a0${unit}`),
      cell(_("minimum"), `${seconds(spread.minimum)}\u00a0${unit}`),
      figure(
        _("maximum"),
        `${seconds(spread.maximum)}\u00a0${unit}`,
        spread.maximum_in
      ),
      spread.deviation === undefined
        ? null
        : cell(
            _("standard deviation"),
            `${seconds(spread.deviation)}\u00a0${unit}`
          )
    ),
    fileColumns.first.length > 1 && fileColumns.rows.has(i)
      ? profileMap([i])
      : null
  );
}

function functionChange(i) {
  const change = changes.find(row => row.row === i);
  if (!change) {
    return null;
  }
  return make(
    "section",
    {},
    make("h2", {}, _("Changes")),
    make(
      "dl",
      {class: "facts"},
      figure(_("old"), `${seconds(change.old_self)}\u00a0${unit}`),
      figure(_("new"), `${seconds(change.new_self)}\u00a0${unit}`),
      figure(
        _("change"),
        `${signed(change.delta)}\u00a0${unit}`,
        changeNote(change)
      )
    )
  );
}

const functionPart = {
  name: "function",
  open(key) {
    const i = findFunction(key);
    if (i === undefined || i < 0) {
      return make("p", {}, _("there is no function %s", key));
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
      hasArcs
        ? [
            make(
              "section",
              {"aria-labelledby": "title-callers title-callees"},
              new Flow(i).element,
              make(
                "p",
                {class: "legend"},
                make("span", {
                  class: page.at_least
                    ? "key key-estimated"
                    : "key key-exact"
                }),
                kindWords[0],
                " ",
                make("span", {class: "key key-estimated"}),
                _("estimated by the number of calls")
              )
            ),
            make(
              "section",
              {},
              make("h2", {}, _("Neighbourhood")),
              new Graph(i).element
            )
          ]
        : null,
      functionSpread(i),
      functionChange(i),
      sourceOfFunction(i),
      codeOfFunction(i),
      make("section", {}, make("h2", {}, _("Details")), functionPlace(i))
    );
  }
};

function openFunction(i) {
  location.hash = "#function=" + encodeURIComponent(keyOf(i));
}
