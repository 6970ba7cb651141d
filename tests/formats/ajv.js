"use strict";
/* Reports as JSON are as their schema says, and what is not is refused.
   usage: ajv.js SCHEMA FILE...
   Each kind of value that the reports have, such as that of the member "calls"
   of a function, is replaced by one of another type once; each kind of object
   gets a member that nobody knows, and loses each that it has to have.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const Ajv = require("ajv/dist/2020");
const { Tap } = require("../browser/tap.js");

const [schemaFile, ...files] = process.argv.slice(2);
const UNKNOWN = "unheard_of";

function read(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/* Call VISIT (kind, holder, key) for everything below HOLDER, where kind is
   the way to it, without numbers.  */
function walk(holder, visit) {
  const left = [["", holder]];
  while (left.length > 0) {
    const [kind, object] = left.pop();
    for (const key of Object.keys(object)) {
      const own = `${kind}/${Array.isArray(object) ? "" : key}`;
      visit(own, object, key);
      if (object[key] !== null && typeof object[key] === "object") {
        left.push([own, object[key]]);
      }
    }
  }
}

/* Kinds in TEXT, a report, for which CHANGE, unless it returns false, leaves a
   report that is valid.  SEEN has the kinds that need not be tried.  */
function accepted(text, validate, seen, change) {
  const wrong = [];
  const data = JSON.parse(text);
  const kinds = [];
  walk(data, (kind, holder, key) => {
    if (!seen.has(kind)) {
      seen.add(kind);
      kinds.push([kind, holder, key]);
    }
  });
  for (const [kind, holder, key] of kinds) {
    const old = holder[key];
    const undo = change(holder, key);
    if (undo) {
      if (validate(data)) {
        wrong.push(kind);
      }
      undo(holder, key, old);
    }
  }
  return wrong;
}

function restore(holder, key, old) {
  holder[key] = old;
}

const CHANGES = [
  ["a value of another type", (holder, key) => {
    holder[key] = typeof holder[key] === "object" && holder[key] !== null
      ? "text" : { [UNKNOWN]: 1 };
    return restore;
  }],
  ["an unknown member", (holder, key) => {
    const object = holder[key];
    if (object === null || typeof object !== "object"
        || Array.isArray(object)) {
      return false;
    }
    object[UNKNOWN] = 1;
    return () => delete object[UNKNOWN];
  }],
  ["a negative number", (holder, key) => {
    if (!/^(calls|self_calls|index|caller|callee|line)$/.test(key)
        || typeof holder[key] !== "number") {
      return false;
    }
    holder[key] = -1;
    return restore;
  }],
];

/* How many members the root has to have; each is taken away.  */
function checkRequired(tap, schema, validate, text) {
  const wrong = schema.required.filter((name) => {
    const data = JSON.parse(text);
    delete data[name];
    return validate(data);
  });
  tap.result(schema.required.length > 0 && wrong.length === 0,
             "refused: a report without one of its members", wrong);
  tap.result(!validate({ ...JSON.parse(text), schema: "gprof/2" }),
             "refused: a report of another version");
  tap.result(!validate([]) && !validate({}), "refused: no report");
}

function main() {
  const tap = new Tap();
  const schema = read(schemaFile);
  const validate = new Ajv({ strict: true, allowUnionTypes: true })
    .compile(schema);
  const texts = files.map((file) => fs.readFileSync(file, "utf8"));
  texts.forEach((text, number) => {
    tap.result(validate(JSON.parse(text)), path.basename(files[number]),
               validate.errors);
  });
  checkRequired(tap, schema, validate, texts[0]);
  for (const [what, change] of CHANGES) {
    const seen = new Set();
    const wrong = texts.flatMap((text) => (
      text.length < 200000 ? accepted(text, validate, seen, change) : []));
    tap.result(seen.size > 50 && wrong.length === 0,
               `refused: ${what}`, ...wrong);
  }
  tap.finish();
}

main();
