"use strict";
/* The page of --format=html in chromium (R15.81-R15.90).
   usage: page.js WORK CYCLES HOSTILE LONG WAITS SOURCES
   WORK has large.html, CYCLES page.html and expected.json: of some functions
   what the text says of them; the others are pages, WAITS of the recording in
   samples.py, SOURCES of the program in html.test.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const { run } = require("../browser/browser.js");

const [work, directory, hostile, long, waits, sources] = process.argv.slice(2);
const file = path.join(directory, "page.html");
const expected = JSON.parse(
  fs.readFileSync(path.join(directory, "expected.json"), "utf8"),
);
const PARTS = [
  "#functions",
  "#function=" + encodeURIComponent(expected[0].name),
  "#flame",
  "#source",
  "#cycles",
];
const two = path.join(directory, "two.html");
const ALL_PARTS = [
  ...PARTS.map((hash) => [hash, file]),
  ["#changes", two],
  ["#profiles", two],
  ["#waits", waits],
];

/* A page that has FILE open, once its figures are expanded.  */
async function open(browser, shown, hash, settings = {}) {
  const page = await browser.open(shown, hash, settings);
  await page.becomes(() => document.documentElement.dataset.ready);
  return page;
}

async function reload(page) {
  await page.page.reload();
  await page.becomes(() => document.documentElement.dataset.ready);
}

/* The functions that the table has elements for, in order.  */
function rowNames(page) {
  return page.page.$$eval("table.rows tbody tr[data-row] a.name", (links) =>
    links.map((link) => link.textContent),
  );
}

/* CALLS by name, without those of SELF.  */
function sorted(calls, self) {
  return Object.fromEntries(
    Object.entries(calls)
      .filter(([name]) => name !== self)
      .sort(),
  );
}

/* The names and calls at one side of a function.  */
async function side(page, key) {
  const calls = await page.page.$$eval(`.${key} .flow-row`, (rows) =>
    Object.fromEntries(
      rows
        .filter((row) => row.querySelector("a"))
        .map((row) => [
          row.querySelector("a").textContent,
          Number(
            row
              .querySelector(".figures")
              .textContent.replace(/\u202f/g, "")
              .replace(/^.*%/, "")
              .match(/\d+/)[0],
          ),
        ]),
    ),
  );
  return sorted(calls);
}

async function clickAll(page, selector) {
  for (
    let button = await page.page.$(selector);
    button;
    button = await page.page.$(selector)
  ) {
    await button.click();
  }
}

/* --- The parts ----------------------------------------------------------- */

async function testParts(browser, tap) {
  for (const value of ["light", "dark"]) {
    for (const [hash, shown] of ALL_PARTS) {
      const page = await open(browser, shown, hash, {
        features: [{ name: "prefers-color-scheme", value }],
      });
      page.isClean(tap, `${hash}, ${value}: no error, no request`);
      const style = await page.page.$eval(
        "body",
        (body) => window.getComputedStyle(body).backgroundColor,
      );
      tap.result(
        style ===
          (value === "dark" ? "rgb(22, 24, 28)" : "rgb(253, 253, 252)"),
        `${hash}: it is ${value}`,
        style,
      );
      await page.page.setBypassCSP(true);
      await page.open(shown, hash);
      await reload(page);
      tap.same(await page.violations(), [], `${hash}, ${value}: axe-core`);
      await page.picture(`${hash.replace(/\W+/g, "")}-${value}`, {
        fullPage: true,
      });
      await page.close();
    }
  }
}

/* Of a profile and itself, with -z.  */
async function testNoChanges(browser, tap) {
  const page = await open(browser, two, "#changes");
  const text = await page.text();
  tap.result(
    (await page.page.$("main table")) === null &&
      /Changes: none/.test(text) &&
      /Other functions: [1-9]/.test(text),
    "functions that have not changed have no rows (R15.93)",
    text,
  );
  await page.close();
}

/* Names of functions and files are no captions, nor are severities.  */
async function testCaptions(browser, tap) {
  for (const [hash, shown] of ALL_PARTS) {
    const page = await open(browser, shown, hash);
    const captions = await page.page.$$eval(
      "h1:not(.function-name, .unseen), h2, h3, thead th:not(.map-head), " +
        "dt, button, label, option, .fact .note, p.note, .legend, " +
        ".synthesised, .nothing",
      (list) => list.map((element) => element.textContent.trim()),
    );
    const placeholders = await page.page.$$eval("[placeholder]", (list) =>
      list.map((element) => element.placeholder),
    );
    const small = [...captions, ...placeholders].filter((text) =>
      /^\p{Ll}/u.test(text) && !/^gmon\.out|^\//.test(text),
    );
    tap.result(
      captions.length > 0 && small.length === 0,
      `${hash}: captions begin with a capital letter (R15.98)`,
      small,
    );
    await page.close();
  }
}

async function testNarrow(browser, tap) {
  for (const [hash, shown] of ALL_PARTS) {
    if (shown === two) {
      continue;
    }
    const page = await open(browser, shown, hash, { width: 320, height: 640 });
    const width = await page.page.evaluate(
      () => document.documentElement.scrollWidth,
    );
    tap.result(
      width <= 320,
      `${hash}: nothing is cut off at 400 % zoom`,
      width,
    );
    await page.picture(`${hash.replace(/\W+/g, "")}-narrow`);
    await page.close();
  }
}

/* --- Functions ----------------------------------------------------------- */

/* One line, which Enter opens, says how many findings of each kind there are
   (R15.96).  */
async function testFindings(browser, tap) {
  const page = await open(browser, file, "#functions");
  const [line, height] = await page.page.$eval("details.findings", (part) => [
    part.querySelector(".tally").textContent,
    part.clientHeight,
  ]);
  tap.result(height < 60, "findings are one line", height);
  await page.page.focus(".findings > summary");
  await page.page.keyboard.press("Enter");
  await page.becomes(() => document.querySelector(".findings[open]"));
  const severities = await page.page.$$eval(
    ".findings > ul > li .severity",
    (list) =>
      list
        .filter((severity) => severity.checkVisibility())
        .map((severity) => severity.textContent),
  );
  const counts = ["serious", "doubtful", "note"].map((name) => [
    name,
    severities.filter((severity) => severity === name).length,
  ]);
  const wanted = counts
    .filter(([, many]) => many > 0)
    .map(([name, many]) =>
      name === "note" && many > 1 ? `${many} notes` : `${many} ${name}`,
    );
  tap.result(
    severities.length > 0 && line === wanted.join(", "),
    "which says how many there are",
    line,
    severities,
  );
  page.isClean(tap, "findings: no error, no request");
  await page.close();
}

async function testTable(browser, tap) {
  const page = await open(browser, file, "");
  const self = await rowNames(page);
  await page.page.click("th.name button");
  const names = await rowNames(page);
  tap.same(
    names,
    [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    "sorted by name",
  );
  tap.result(
    (await page.page.$eval("th.name", (heading) =>
      heading.getAttribute("aria-sort"),
    )) === "ascending",
    "and said so",
  );
  await page.page.click("th.self button");
  tap.same(await rowNames(page), self, "sorted by self time");
  const name = expected[1].name;
  await page.page.keyboard.press("/");
  await page.becomes(() => document.activeElement.id === "search");
  await page.page.keyboard.type(name.toUpperCase());
  const found = await rowNames(page);
  tap.result(
    found.includes(name) && found.length < self.length,
    "search as one types",
    found,
  );
  await page.page.keyboard.press("Escape");
  tap.same(await rowNames(page), self, "Escape ends the search");
  await page.page.select(
    "#filter",
    await page.page.$eval("#filter", (select) => select.options[1].value),
  );
  tap.result((await rowNames(page)).length < self.length, "a filter");
  page.isClean(tap, "the table: no error, no request");
  await page.close();
}

/* --- One function -------------------------------------------------------- */

/* Instructions stand in the page of their function, and in that of a source
   file when they are asked for.  */
async function testCode(browser, tap) {
  const page = await open(browser, file, "#functions");
  const [first] = await rowNames(page);
  await page.open(file, `#function=${encodeURIComponent(first)}`);
  await reload(page);
  const cells = await page.page.$$eval(
    ".source:last-of-type tbody tr",
    (rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ")),
  );
  tap.result(
    cells.some((text) => /^ ?[0-9a-f]+ \d+\.\d+ .*[a-z]/.test(text)),
    "instructions of a function, with samples",
    cells.slice(0, 8),
  );
  await page.open(file, "#source");
  await reload(page);
  const before = await page.page.$$eval(".source", (list) => list.length);
  await page.page.focus("details summary");
  await page.page.keyboard.press("Enter");
  await page.becomes(
    (count) => document.querySelectorAll(".source").length > count,
    before,
  );
  tap.result(
    (await page.page.$$eval(".source", (list) => list.length)) === before + 1,
    "instructions beside a source file",
  );
  page.isClean(tap, "instructions: no error, no request");
  await page.close();
}

/* The file that is there comes first, though the other one has more time, with
   the function of lines 6 to 24 and four lines around it (R15.88, R15.97).  */
async function testSources(browser, tap) {
  const page = await open(browser, sources, "#source");
  const links = await page.page.$$eval(".files a", (list) =>
    list.map((link) => [link.textContent, link.ariaCurrent]),
  );
  tap.same(
    links,
    [
      ["whole.c", "true"],
      ["inner.h", null],
      ["outer.c", null],
      ["gone.c", null],
    ],
    "files",
  );
  const numbers = await page.page.$$eval(".line-number", (list) =>
    list.map((cell) => Number(cell.textContent)),
  );
  tap.same(
    numbers,
    Array.from({ length: 27 }, (_, i) => i + 2),
    "whole functions",
  );
  const [note] = await page.page.$$eval(".note", (list) =>
    list.map((line) => line.textContent),
  );
  tap.result(
    /not found: \S*gone\.c$/.test(note),
    "a file that is not found is named",
    note,
  );
  await page.page.click(".files li:last-child a");
  await page.becomes(
    () => document.querySelectorAll(".line-number").length < 9,
  );
  tap.result(
    (await page.text()).includes("gone"),
    "and still has lines by number",
  );
  await page.open(sources, "#function=whole");
  await reload(page);
  const own = await page.page.$$eval(".source .line-number", (list) =>
    list.map((cell) => Number(cell.textContent)),
  );
  tap.same(
    own.slice(0, 27),
    Array.from({ length: 27 }, (_, i) => i + 2),
    "the function's page has it as a whole, too",
  );
  page.isClean(tap, "sources: no error, no request");
  await page.close();
}

/* Colours have figures beside them, for those who do not see them.  */
async function testProfiles(browser, tap) {
  const page = await open(browser, two, "#profiles");
  const rows = await page.page.$$eval("table.map tbody tr", (list) =>
    list.map((row) => [
      row.querySelector("a").textContent,
      ...[...row.querySelectorAll("td")].map((cell) => cell.textContent),
    ]),
  );
  tap.result(
    rows.length > 0 &&
      rows.every(
        ([name, one, other]) =>
          name !== "" && /^\d+\.\d+$/.test(one) && one === other,
      ),
    "self times in each profile",
    rows.slice(0, 3),
  );
  await page.page.click("table.map tbody a");
  await page.becomes(() => document.querySelector("h1.function-name"));
  tap.result(
    (await page.page.$$("table.map tbody tr")).length === 1,
    "those of one function",
  );
  page.isClean(tap, "profiles: no error, no request");
  await page.close();
}

/* The rows of waits: time, number, longest one, function and callers.  */
function waitRows(page) {
  return page.page.$$eval("table.rows tbody tr[data-row]", (rows) =>
    rows.map((row) =>
      [".time", ".waits", ".longest", ".name"]
        .map((kind) => row.querySelector(kind).innerText.trim())
        .join(" | ")
        .replace(/\s+/g, " "),
    ),
  );
}

const NANOSLEEP = [
  "1.500 | 14 | 250 ms | −nanosleep callers: 2",
  "1.000 | 10 | 100 ms | nanosleep < parse < main",
  "0.500 | 4 | 250 ms | nanosleep < net::load(int) < main",
];
const ACCEPT = "1.000 | 1 | 1.00 s | accept < serve < … not finished";
const MPI = "0.550 | 2 | 200 ms | MPI_Recv < parse < main";
const READ = [
  "0.206 | 1005 | 60.0 ms | −read callers: 2",
  "0.203 | 5 | 60.0 ms | read < parse < main",
  "0.003 | 1000 | | read < unknown callers",
];
const ALL_WAITS = [...NANOSLEEP, ACCEPT, MPI, ...READ];
const IDLE =
  "2.800 | 3 | 1.50 s | pthread_cond_wait only waited < serve";

/* What waits.test says of the recording, in any order, and closed.  */
async function testWaits(browser, tap) {
  const page = await open(browser, waits, "#waits");
  tap.same(await waitRows(page), ALL_WAITS, "waits, by time");
  const facts = await page.page.$$eval(".facts .figure", (list) =>
    list.map((item) => item.textContent.replace("\u00a0", " ")),
  );
  tap.same(
    facts,
    ["4.000 s", "2.000 s", "3.006 s", "2.800 s", "2.094 s"],
    "waits: the account",
  );
  await page.page.click("th.longest button");
  tap.same(
    await waitRows(page),
    [ACCEPT, NANOSLEEP[0], NANOSLEEP[2], NANOSLEEP[1], MPI, ...READ],
    "waits, by the longest one; callers stay below their functions",
  );
  await page.page.click("th.wide button");
  await page.page.click("button.opener");
  tap.same(
    await waitRows(page),
    [NANOSLEEP[0].replace("−", "+"), ACCEPT, MPI, ...READ],
    "waits: a function is closed",
  );
  await page.page.focus("tr[data-row='0']");
  await page.page.keyboard.press("Enter");
  tap.same(await waitRows(page), ALL_WAITS, "waits: Enter opens it");
  page.isClean(tap, "waits: no error, no request");
  await page.close();
}

async function testFewerWaits(browser, tap) {
  const page = await open(browser, waits, "#waits");
  await page.page.type("#search", "Parse read");
  tap.same(await waitRows(page), READ.slice(0, 2), "waits are searched");
  await page.page.keyboard.press("Escape");
  await page.page.click("[type=checkbox]");
  tap.same(
    await waitRows(page),
    [IDLE, ...ALL_WAITS],
    "waits: threads that only waited",
  );
  await page.page.click("th.name a.name");
  tap.result(
    await page.becomes(
      () => document.querySelector("h1.function-name")?.innerText === "serve",
    ),
    "waits: a caller's page",
  );
  await page.open(waits, "");
  await reload(page);
  const account = await page.page.$eval(".account", (line) => line.innerText);
  tap.result(
    account.startsWith("4.00 s elapsed, 9.90 s in 4 threads, 2.00 s proc"),
    "the account of all time on the first page",
    account,
  );
  page.isClean(tap, "waits, searched: no error, no request");
  await page.close();
}

async function testFunctions(browser, tap) {
  const page = await open(browser, file, "");
  for (const wanted of expected) {
    await page.open(file, "#function=" + encodeURIComponent(wanted.name));
    await clickAll(page, ".flow .more");
    tap.same(
      [await side(page, "callers"), await side(page, "callees")],
      [
        sorted(wanted.callers, wanted.name),
        sorted(wanted.callees, wanted.name),
      ],
      `${wanted.name}: callers and callees`,
    );
    const figures = await page.page.$$eval(
      ".function .facts .figure",
      (list) =>
        list
          .slice(0, 2)
          .map((figure) => parseFloat(figure.textContent).toFixed(2)),
    );
    tap.same(figures, [wanted.self, wanted.total], `${wanted.name}: times`);
  }
  page.isClean(tap, "functions: no error, no request");
  await page.close();
}

async function testLinks(browser, tap) {
  const page = await open(browser, file, "#functions");
  const first = (await rowNames(page))[0];
  await page.page.click("table.rows tbody a.name");
  await page.becomes(() => document.querySelector("h1.function-name"));
  tap.result(
    (await page.page.$eval("h1", (h1) => h1.textContent)) === first &&
      page.page.url().includes("#function="),
    "a click opens the function",
  );
  await page.page.goBack();
  await page.becomes(() => document.querySelector("table.rows"));
  tap.result((await rowNames(page))[0] === first, "back leads back");
  await page.page.goForward();
  await page.becomes(() => document.querySelector("h1.function-name"));
  const before = await page.page.$$eval(".graph .node", (list) => list.length);
  if (await page.page.$(".grow")) {
    await page.page.$eval(".grow", (button) =>
      button.dispatchEvent(new window.MouseEvent("click")),
    );
  }
  const after = await page.page.$$eval(".graph .node", (list) => list.length);
  tap.result(before > 1 && after >= before && after <= 40, "the graph grows");
  await page.open(file, "#function=there%20is%20none");
  tap.result(
    (await page.text()).includes("there is none"),
    "a link to nothing says so",
  );
  page.isClean(tap, "links: no error, no request");
  await page.close();
}

/* --- Keys ---------------------------------------------------------------- */

async function testKeys(browser, tap) {
  const page = await open(browser, file, "");
  const keyboard = page.page.keyboard;
  const active = (expression) => page.page.evaluate(expression);
  await keyboard.press("/");
  await page.becomes(() => document.activeElement.id === "search");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  tap.result(
    (await active(() => document.activeElement.dataset.row)) === "1",
    "arrows move in the table",
  );
  const name = await active(
    () => document.activeElement.querySelector("a").textContent,
  );
  await keyboard.press("Enter");
  await page.becomes(() => document.querySelector("h1.function-name"));
  tap.result(
    (await page.page.$eval("h1", (h1) => h1.textContent)) === name,
    "Enter opens the function",
  );
  await keyboard.press("Escape");
  await page.becomes(() => document.querySelector("table.rows"));
  for (const [key, part] of [
    ["2", "#flame"],
    ["3", "#source"],
    ["4", "#cycles"],
    ["1", "#functions"],
  ]) {
    await keyboard.press(key);
    await page.becomes((hash) => location.hash === hash, part);
    tap.result(page.page.url().endsWith(part), `${key} opens ${part}`);
  }
  await keyboard.press("?");
  tap.result(await page.page.$("dialog[open]"), "? opens the help");
  await keyboard.press("Escape");
  await page.becomes(() => !document.querySelector("dialog"));
  await keyboard.press("t");
  tap.result(
    (await active(() => document.documentElement.dataset.theme)) === "light",
    "t changes the colours",
  );
  await testTreeKeys(page, tap);
  page.isClean(tap, "keys: no error, no request");
  await page.close();
}

/* What has the focus: a number of its own, its name and whether it can be seen
   that it has the focus; null if nothing has.  */
function focused(page) {
  return page.page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) {
      return null;
    }
    if (!window.walked.includes(element)) {
      window.walked.push(element);
    }
    const style = window.getComputedStyle(element);
    const label = element.labels?.[0]?.textContent;
    return {
      number: window.walked.indexOf(element),
      name:
        element.getAttribute("aria-label") ||
        element.textContent.trim() ||
        label ||
        element.id,
      isSeen: style.outlineStyle !== "none" && style.outlineWidth !== "0px",
    };
  });
}

/* Tab leads through all of each part, once, and out of it again.  */
async function testWalk(browser, tap) {
  for (const [hash, shown] of ALL_PARTS) {
    const page = await open(browser, shown, hash);
    await page.page.evaluate(() => {
      const first = document.querySelector(".skip");
      first.focus();
      window.walked = [first];
    });
    const wrong = [];
    let steps = 0;
    let previous = 0;
    for (; steps < 500; steps++) {
      await page.page.keyboard.press("Tab");
      const now = await focused(page);
      if (now === null) {
        break;
      }
      if (now.name === "" || !now.isSeen || now.number < previous) {
        wrong.push(JSON.stringify(now));
      }
      previous = now.number;
    }
    const missed = await page.page.$$eval(
      "a[href], button, input, select, summary, [tabindex='0']",
      (list) =>
        list
          .filter(
            (element) =>
              element.tabIndex >= 0 &&
              element.checkVisibility() &&
              !window.walked.includes(element),
          )
          .map((element) => element.outerHTML.slice(0, 150)),
    );
    tap.result(
      steps > 5 && steps < 500 && wrong.length === 0 && missed.length === 0,
      `${hash}: Tab leads through ${steps} elements`,
      ...wrong.slice(0, 5),
      ...missed.slice(0, 5),
    );
    await page.close();
  }
}

async function testTreeKeys(page, tap) {
  const keyboard = page.page.keyboard;
  const path_ = () =>
    page.page.evaluate(() => document.activeElement.dataset.box);
  await page.open(file, "#flame");
  await page.page.focus(".flame [tabindex='0']");
  await keyboard.press("ArrowDown");
  const below = await path_();
  tap.result(below === "1", "arrows move in the flame graph", below);
  await keyboard.press("Enter");
  const zoomed = await page.page.$eval(
    "[aria-selected='true']",
    (box) => box.dataset.box,
  );
  tap.result(
    zoomed === "1" && page.page.url().endsWith("#flame=0"),
    "Enter zooms",
    page.page.url(),
  );
  await page.page.goBack();
  await page.becomes(
    () =>
      document.querySelector("[aria-selected='true']").dataset.box === "0",
  );
  tap.result(
    (await page.page.$eval(
      "[aria-selected='true']",
      (box) => box.dataset.box,
    )) === "0",
    "back zooms out",
  );
  await page.page.type("#search", "main");
  tap.result(
    (await page.page.$$(".box.match")).length > 0 &&
      /%/.test(await page.page.$eval("output", (o) => o.textContent)),
    "search in the flame graph",
  );
  tap.result(
    (await page.text()).includes("Synthesised"),
    "the flame graph is said to be synthesised",
  );
}

/* --- Without JavaScript, hostile names, large profiles ------------------- */

async function testWithoutScript(browser, tap) {
  const page = await browser.open(file, "", { script: false });
  const text = await page.text();
  tap.result(
    expected.every(({ name }) => text.includes(name)),
    "without JavaScript there is a table",
  );
  await page.picture("without-script");
  page.isClean(tap, "without JavaScript: no error, no request");
  await page.close();
}

async function testHostile(browser, tap) {
  const page = await open(browser, hostile, "");
  const count = await page.page.$$eval(
    "table.rows tbody tr[data-row]",
    (rows) => rows.length,
  );
  tap.result(count > 20, "hostile names have rows", count);
  for (let i = 0; i < Math.min(count, 30); i++) {
    const name = await page.page.evaluate((row) => {
      const link = document.querySelector(`[data-row="${row}"] a.name`);
      const text = link.textContent;
      link.click();
      return text;
    }, i);
    await page.becomes(() => document.querySelector("h1.function-name"));
    const shown = await page.page.$eval("h1", (h1) => h1.textContent);
    if (shown !== name) {
      tap.result(false, `a link to ${JSON.stringify(name)}`, shown);
    }
    await page.open(hostile, "#functions");
    await page.becomes(() => document.querySelector("table.rows tbody a"));
  }
  page.isClean(tap, "hostile names: no error, no request");
  await page.close();
}

/* Names of a megabyte: the page is there, and shows the start of them.  */
async function testLong(browser, tap) {
  const page = await open(browser, long, "");
  const lengths = await page.page.$$eval(
    "table.rows tbody a.name",
    (links) => links.map((link) => link.textContent.length),
  );
  tap.result(
    lengths.length === 6 && Math.max(...lengths) === 10001,
    "long names are cut (R16.88)",
    lengths,
  );
  await page.page.$eval("table.rows tbody a.name", (link) => link.click());
  await page.becomes(() => document.querySelector("h1.function-name"));
  page.isClean(tap, "long names: no error, no request");
  await page.close();
}

/* Load time and memory are printed; machines differ.  */
async function testLarge(browser, tap) {
  const start = Date.now();
  const page = await open(browser, path.join(work, "large.html"), "");
  const loaded = Date.now() - start;
  const session = await page.page.createCDPSession();
  await session.send("HeapProfiler.collectGarbage");
  const heap = await session.send("Runtime.getHeapUsage");
  const usedSize =
    heap.usedSize + heap.backingStorageSize + heap.embedderHeapUsedSize;
  const search = await page.page.evaluate(() => {
    const input = document.getElementById("search");
    const from = window.performance.now();
    input.value = "number_777";
    input.dispatchEvent(new Event("input"));
    return window.performance.now() - from;
  });
  tap.comment(
    `100,000 functions, 500,000 arcs: ${loaded} ms, ` +
      `${(usedSize / 1e6).toFixed(0)} MB, search ${search.toFixed(0)} ms`,
  );
  tap.result(
    (await rowNames(page)).every((name) => name.includes("777")),
    `a large page: ${(usedSize / 1e6).toFixed(0)} MB, ${loaded} ms`,
  );
  tap.result(usedSize < 300e6, "a large page: less than 300 MB");
  await page.page.evaluate(() => {
    document.getElementById("search").value = "";
    document.getElementById("search").dispatchEvent(new Event("input"));
    window.scrollTo(0, 1e9);
  });
  await page.becomes(() => document.querySelector("[data-row='99999']"));
  tap.result(
    await page.page.$("[data-row='99999']"),
    "the last of 100,000 rows",
  );
  page.isClean(tap, "a large page: no error, no request");
  await page.close();
}

run(async (browser, tap) => {
  await testParts(browser, tap);
  await testNoChanges(browser, tap);
  await testCaptions(browser, tap);
  await testNarrow(browser, tap);
  await testFindings(browser, tap);
  await testTable(browser, tap);
  await testFunctions(browser, tap);
  await testCode(browser, tap);
  if (sources) {
    await testSources(browser, tap);
  }
  await testProfiles(browser, tap);
  await testWaits(browser, tap);
  await testFewerWaits(browser, tap);
  await testLinks(browser, tap);
  await testKeys(browser, tap);
  await testWalk(browser, tap);
  await testWithoutScript(browser, tap);
  await testHostile(browser, tap);
  await testLong(browser, tap);
  await testLarge(browser, tap);
});
