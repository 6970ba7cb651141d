"use strict";
// code.js - instructions of functions, with the samples taken in them and the
// calls that they make.

/* global _, base, count, functionLink, functions, lineCells, linesTable, make,
   nameOf, page, section, sourceText */

/* exported codeDetails, codeOfFunction */

// Kinds of rows, as enum asm_row_kind has them.
const CODE_SOURCE = 0;
const CODE_INSTRUCTION = 1;
const CODE_CALL = 2;
const CODE_BYTES = 3;

// By the number of the function.
const codes = new Map(
  (page.code ?? []).map(code => [code.function, code])
);
delete page.code;

// What an instruction of function I names an address in, OFFSET bytes from the
// start of TARGET.
function codeTarget(i, target, offset = 0) {
  if (target === undefined) {
    return null;
  }
  const behind = offset > 0 ? `+0x${offset.toString(16)}` : "";
  return [
    " ",
    target === i && offset > 0
      ? `<${behind}>`
      : offset > 0
        ? `<${nameOf(target)}${behind}>`
        : functionLink(target)
  ];
}

function codeCells(code, row, most) {
  const [kind, offset, samples, calls, what, target, behind] = row;
  const address = BigInt(code.address) + BigInt(offset);
  return [
    lineCells(
      kind <= CODE_BYTES ? address.toString(16) : "",
      samples,
      most,
      calls > 0 ? count(calls) : ""
    ),
    kind === CODE_INSTRUCTION
      ? make("td", {}, what, codeTarget(code.function, target, behind))
      : make("td", {class: "between"}, `\u22ee ${_("%s more", count(what))}`)
  ];
}

// KIND of a row decides what follows it; write_html.c says what.
function codeRow(code, row, most) {
  const [kind, first, second] = row;
  if (kind === CODE_SOURCE) {
    return make(
      "tr",
      {class: "code-source"},
      make("td", {colspan: 3, title: second}, `${base(second)}:${first}`),
      make("td", {}, sourceText(second, first))
    );
  }
  if (kind === CODE_CALL) {
    return make(
      "tr",
      {},
      make("td", {colspan: 2}),
      make("td", {class: "line-calls"}, count(second)),
      make("td", {}, functionLink(first))
    );
  }
  return make("tr", {}, codeCells(code, row, most));
}

function codeTable(code) {
  const name = functions.name[code.function] ?? code.function;
  const samples = code.rows
    .filter(([kind]) => kind === CODE_INSTRUCTION || kind === CODE_BYTES)
    .map(row => row[2]);
  const most = samples.reduce((one, other) => Math.max(one, other), 1e-9);
  return linesTable(
    `${_("Instructions")}: ${name}`,
    [_("address"), _("self"), _("calls"), _("Instructions")],
    code.rows.map(row => codeRow(code, row, most))
  );
}

// The instructions of function I, if they are known.
function codeOfFunction(i) {
  const code = codes.get(i);
  return code ? section(_("Instructions"), codeTable(code)) : null;
}

// The same, made when it is opened.
function codeDetails(i) {
  const code = codes.get(i);
  if (!code) {
    return null;
  }
  const details = make(
    "details",
    {
      class: "notes",
      ontoggle: () => {
        if (details.open && details.childElementCount === 1) {
          details.append(codeTable(code));
        }
      }
    },
    make(
      "summary",
      {},
      `${_("Instructions")}: `,
      make("code", {}, nameOf(i))
    )
  );
  return details;
}
