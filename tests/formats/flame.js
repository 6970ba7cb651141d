"use strict";
/* The flame graph of --format=html in chromium (R15.91-R15.95).
   usage: flame.js STACKS DIFF
   STACKS is the page of the recording FLAME in html.test, DIFF one that
   compares it with OLD_FLAME.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const process = require("node:process");
const { run } = require("../browser/browser.js");

const [stacks, diff] = process.argv.slice(2);

/* These are the samples of 100, the innermost frame last:

     main parse hash serve  30      main parse hash parse  10
     main parse serve       20      main hash              40

   so that parse has 60 of them, where it calls itself through hash once, hash
   30 + 10 + 40 and serve 30 + 20.  A box is its row, name, and where it starts
   and ends, of 100.  */
const TOP_DOWN = [
  "0 a.out 0 100",
  "1 main 0 100",
  "2 parse 0 60",
  "3 hash 0 40",
  "4 serve 0 30",
  "4 parse 30 40",
  "3 serve 40 60",
  "2 hash 60 100",
];
/* Its row 0 is at the top, and the whole program at the bottom.  Below serve's
   50 and hash's 40 are parse's own 10.  */
const BOTTOM_UP = [
  "4 a.out 0 100",
  "3 serve 0 50",
  "2 hash 0 30",
  "1 parse 0 30",
  "0 main 0 30",
  "2 parse 30 50",
  "1 main 30 50",
  "3 hash 50 90",
  "2 main 50 90",
  "3 parse 90 100",
  "2 hash 90 100",
  "1 parse 90 100",
  "0 main 90 100",
];
/* Of the 80 of hash 40 come from parse and 40 from main, 30 go to serve and 10
   to parse: the width is 80.  */
const HASH = [
  "2 hash 0 100",
  "1 parse 0 50",
  "0 main 0 50",
  "1 main 50 100",
  "3 serve 0 37.5",
  "3 parse 37.5 50",
];
/* The 10 that parse took when hash called it are below that hash, and counted
   once: 40 of 60 and 20 of 60.  */
const PARSE = [
  "1 parse 0 100",
  "0 main 0 100",
  "2 hash 0 66.7",
  "3 serve 0 50",
  "3 parse 50 66.7",
  "2 serve 66.7 100",
];

async function open(browser, hash, settings = {}, shown = stacks) {
  const page = await browser.open(shown, hash, settings);
  await page.becomes(() => document.documentElement.dataset.ready);
  return page;
}

/* The boxes, each before those that grow from it.  */
function boxes(page) {
  return page.page.$$eval(".box", (list) => {
    const part = (text) => Math.round(10 * parseFloat(text)) / 10;
    return list.map((box) => {
      const { insetBlockStart, insetInlineStart, inlineSize } = box.style;
      return [
        parseFloat(insetBlockStart) / 27,
        box.title.split("\n")[0],
        part(insetInlineStart),
        part(parseFloat(insetInlineStart) + parseFloat(inlineSize)),
      ].join(" ");
    });
  });
}

async function becomes(tap, page, wanted, text) {
  await page.becomes(
    (count) => document.querySelectorAll(".box").length === count,
    wanted.length,
  );
  tap.same(await boxes(page), wanted, text);
}

async function testForms(browser, tap) {
  const page = await open(browser, "#flame");
  tap.same(await boxes(page), TOP_DOWN, "top down (R15.91)");
  await page.page.select("#form", "Bottom up");
  await becomes(tap, page, BOTTOM_UP, "bottom up (R15.91)");
  await page.page.select("#form", "Pivot");
  await page.becomes(() => document.getElementById("pivot"));
  tap.result(
    (await page.page.$eval("#pivot", (input) => input.value)) === "serve",
    "the pivot is at first what took most time itself (R15.91)",
  );
  for (const [name, wanted] of [["ha", HASH], ["Parse", PARSE]]) {
    await page.page.click("#pivot", { count: 3 });
    await page.page.keyboard.type(name);
    await page.page.keyboard.press("Enter");
    await becomes(tap, page, wanted, `the pivot ${name} (R15.91, R15.92)`);
  }
  tap.result(
    page.page.url().endsWith("#flame=pivot%3Aparse") &&
      (await page.page.$eval("#pivot", (input) => input.value)) === "parse",
    "a link to the pivot",
    page.page.url(),
  );
  await page.page.goBack();
  await becomes(tap, page, HASH, "back turns back");
  tap.result(
    !/synthesised/i.test(await page.text()),
    "stacks that were sampled are not synthesised",
  );
  await page.page.click("#search");
  await page.page.keyboard.type("parse");
  tap.result(
    (await page.page.$eval("output", (found) => found.textContent)) ===
      "60.0\u00a0%",
    "search finds 60 of 100 samples in any form",
  );
  page.isClean(tap, "forms of the flame graph: no error, no request");
  await page.close();
}

/* What has the focus, as it is shown.  */
function focused(page) {
  return page.page.evaluate(
    () =>
      document.activeElement.getAttribute("aria-label") ??
      document.activeElement.id,
  );
}

/* Arrows lead the way that one sees.  */
async function testKeys(browser, tap) {
  const page = await open(browser, "#flame=up:");
  const press = async (...keys) => {
    for (const key of keys) {
      await page.page.keyboard.press(key);
    }
    return focused(page);
  };
  await page.page.focus(".box[tabindex='0']");
  tap.same(
    [
      await press("ArrowUp"),
      await press("ArrowUp", "ArrowRight"),
      await press("ArrowDown", "ArrowRight"),
    ],
    [
      "serve, 0.50\u00a0s, 50.0\u00a0%",
      "parse, 0.20\u00a0s, 20.0\u00a0%",
      "hash, 0.40\u00a0s, 40.0\u00a0%",
    ],
    "bottom up, callers are above",
  );
  await press("Enter");
  tap.same(
    await boxes(page),
    ["2 a.out 0 100", "1 hash 0 100", "0 main 0 100"],
    "Enter zooms",
  );
  await press("p");
  await becomes(tap, page, HASH, "p turns the graph around the function");
  await page.becomes(() => document.activeElement.dataset.box === "0");
  tap.same(
    [
      await press("ArrowDown"),
      await press("ArrowUp", "ArrowUp"),
      await press("ArrowUp"),
    ],
    [
      "serve, 0.30\u00a0s, 30.0\u00a0%",
      "parse, 0.40\u00a0s, 40.0\u00a0%",
      "main, 0.40\u00a0s, 40.0\u00a0%",
    ],
    "around a pivot, callers are above and callees below",
  );
  await press("ArrowDown", "Enter");
  await becomes(tap, page, PARSE, "there Enter makes a caller the pivot");
  await page.page.focus("#form");
  await page.page.select("#form", "Top down");
  await becomes(tap, page, TOP_DOWN, "another form");
  tap.result((await focused(page)) === "form", "the choice keeps the focus");
  await page.page.click(".box[data-box='7']");
  await page.page.click(".detail button");
  await becomes(tap, page, HASH, "the button does what p does");
  await page.page.click(".detail a");
  await page.becomes(() => document.querySelector("h1.function-name"));
  await page.page.click("main a[href^='#flame']");
  await becomes(tap, page, HASH, "a function's page leads to its flame graph");
  page.isClean(tap, "keys of the flame graph: no error, no request");
  await page.close();
}

/* The old samples, again of 100:

     main parse hash serve  10      main parse hash parse  8      main load   7
     main parse serve       60      main hash             10      main serve  5

   A part p of n samples has the variance p (1 - p) / n, a change those of both
   sides: where hash calls serve, the square root of .3 * .7 / 100 +
   .1 * .9 / 100 is 5.5 %.  Three of that are less than 20 %, so that is a
   change; three of 4.0 % are more than the 2 % of parse below hash.  */
const CHANGES = [
  "a.out 1.00 s, 100.0 %, old 100.0 %, change +0.0 ± 0.0 heat-0",
  "main 1.00 s, 100.0 %, old 100.0 %, change +0.0 ± 0.0 heat-0",
  "parse 0.60 s, 60.0 %, old 78.0 %, change −18.0 ± 6.4 shrank-pale",
  "hash 0.40 s, 40.0 %, old 18.0 %, change +22.0 ± 6.2 grew",
  "serve 0.30 s, 30.0 %, old 10.0 %, change +20.0 ± 5.5 grew",
  "parse 0.10 s, 10.0 %, old 8.0 %, change +2.0 ± 4.0 grew-pale",
  "serve 0.20 s, 20.0 %, old 60.0 %, change −40.0 ± 6.3 shrank",
  "hash 0.40 s, 40.0 %, old 10.0 %, change +30.0 ± 5.7 grew",
];
/* serve had 75 of 100 itself, hash and load 10 and 7.  */
const CHANGED_SELVES = [
  "serve 0.50 s, 50.0 %, old 75.0 %, change −25.0 ± 6.6 shrank",
  "hash 0.40 s, 40.0 %, old 10.0 %, change +30.0 ± 5.7 grew",
  "parse 0.10 s, 10.0 %, old 8.0 %, change +2.0 ± 4.0 grew-pale",
];

/* The boxes in ROW, or all, as their tooltips say, with their colours.  */
async function changes(page, row) {
  const list = await page.page.$$eval(".box", (all) =>
    all.map((box) => [
      box.getAttribute("aria-level"),
      [
        box.title.replace("\n", " ").replaceAll("\u00a0", " "),
        box.className.match(/(heat|grew|shrank)\S*/)[0],
      ].join(" "),
    ]),
  );
  return list
    .filter(([level]) => row === undefined || level === String(row))
    .map(([, text]) => text);
}

async function testChanges(browser, tap) {
  const page = await open(browser, "", {}, diff);
  tap.same(
    await page.page.$$eval("nav a", (list) =>
      list.slice(0, 2).map((link) => [
        link.textContent,
        link.getAttribute("aria-current"),
      ]),
    ),
    [["Changes", "page"], ["Functions", null]],
    "changes come first (R15.93)",
  );
  await page.page.goto(page.url + "#flame");
  await page.becomes(() => document.querySelector(".box"));
  tap.same(await changes(page), CHANGES, "changes of call paths (R15.94)");
  const notes = await page.page.$$eval(".flame ~ .note", (list) =>
    list.map((line) => line.textContent.replaceAll("\u00a0", " ")),
  );
  tap.same(
    notes,
    [
      "Functions without time now: net::load(int) 7.0 %",
      "Call paths without time now: main › serve 5.0 %",
    ],
    "what is gone (R15.95)",
  );
  await page.page.select("#form", "Bottom up");
  await page.becomes(() => document.querySelector("option:nth-child(2)"));
  await page.becomes(() => location.hash.startsWith("#flame=up"));
  tap.same(
    await changes(page, 2),
    CHANGED_SELVES,
    "changes of self times (R15.94)",
  );
  page.isClean(tap, "changes: no error, no request");
  await page.close();
}

async function testLook(browser, tap) {
  for (const value of ["light", "dark"]) {
    for (const [hash, shown] of [
      ["#flame", stacks],
      ["#flame=up:", stacks],
      ["#flame=pivot:hash", stacks],
      ["#flame=", diff],
    ]) {
      const page = await open(browser, hash, {
        features: [{ name: "prefers-color-scheme", value }],
      }, shown);
      await page.page.setBypassCSP(true);
      await page.page.reload();
      await page.becomes(() => document.documentElement.dataset.ready);
      tap.same(await page.violations(), [], `${hash}, ${value}: axe-core`);
      await page.picture(`${hash.replace(/\W+/g, "")}-${value}`);
      await page.page.setViewport({ width: 320, height: 640 });
      const width = await page.page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      tap.result(width <= 320, `${hash}: nothing is cut off`, width);
      await page.close();
    }
  }
}

run(async (browser, tap) => {
  await testForms(browser, tap);
  await testKeys(browser, tap);
  await testChanges(browser, tap);
  await testLook(browser, tap);
});
