"use strict";
/* Test Anything Protocol.  SPDX-License-Identifier: GPL-3.0-or-later  */

const process = require("node:process");

class Tap {
  constructor() {
    this.count = 0;
    this.failures = 0;
    this.latest = Date.now(); // when something had a result
  }

  /* One test; NOTES, texts or whatever JSON can show, are printed if it
     failed.  */
  result(passed, text, ...notes) {
    this.count += 1;
    this.latest = Date.now();
    if (!passed) {
      this.failures += 1;
    }
    const word = passed ? "ok" : "not ok";
    process.stdout.write(`${word} ${this.count} - ${text}\n`);
    if (!passed) {
      this.comment(...notes);
    }
    return Boolean(passed);
  }

  /* Are both the same, as JSON?  */
  same(found, wanted, text) {
    return this.result(
      JSON.stringify(found) === JSON.stringify(wanted),
      text,
      { found, wanted },
    );
  }

  skip(text, reason) {
    this.count += 1;
    process.stdout.write(`ok ${this.count} - ${text} # SKIP ${reason}\n`);
  }

  comment(...notes) {
    for (const note of notes) {
      const text = typeof note === "string" ? note : JSON.stringify(note);
      process.stdout.write(text.replace(/^/gm, "# ") + "\n");
    }
  }

  finish() {
    process.stdout.write(`1..${this.count}\n`);
  }
}

module.exports = { Tap };
