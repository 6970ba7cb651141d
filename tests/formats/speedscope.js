"use strict";
/* speedscope itself, the page of its package, opens our files.
   usage: speedscope.js FILE, which speedscope.test has written:
     [{label, file, message, title, rows: [[name, self, total]], is_opened,
       is_next}]
   where message is what the page says on the console while it reads the file,
   title what it shows above, times are percentages, and is_next says that they
   are those of the second profile.  A file without rows is wrong.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const Ajv = require("ajv");
const { run } = require("../browser/browser.js");

const PAGE = require.resolve("speedscope/dist/release/index.html");
const SCHEMA = require.resolve("speedscope/dist/release/"
                               + "file-format-schema.json");
const ROW_HEIGHT = 20;
const TALLEST = 1200;

/* The page's software for drawing is not what we test.  */
function problems(page) {
  return [
    ...page.errors,
    ...page.messages
      .filter(({ type, text }) => ["error", "warn"].includes(type)
              && !/WebGL|GL Driver/.test(text))
      .map(({ text }) => text),
    ...page.requests
      .filter(({ url }) => !url.includes("/speedscope/dist/release/"))
      .map(({ url }) => url),
  ];
}

function isRead() {
  return document.querySelectorAll("table tr").length > 1;
}

/* The rows of the table: name, and the widths of the two bars, which are not
   there for 0.  */
function rowsOfTable() {
  return [...document.querySelectorAll("tr")]
    .map((row) => [...row.querySelectorAll("td")])
    .filter((cells) => cells.length === 3)
    .map((cells) => {
      const [total, own] = cells.slice(0, 2).map(
        (cell) => parseFloat(
          cell.querySelector("[style]")?.style.width ?? "0"));
      return [cells[2].textContent, own, total];
    });
}

/* Functions of one name as one row: all self time, and the largest total.  */
function byName(rows) {
  const sums = new Map();
  for (const [name, own, total] of rows) {
    const [before, most] = sums.get(name) || [0, 0];
    sums.set(name, [before + own, Math.max(most, total)]);
  }
  return sums;
}

/* What is wrong with the rows FOUND, which are COUNT or more.  */
function compare(found, wanted, count) {
  const wrong = [];
  const shown = byName(found);
  const [most] = [...shown.values()].slice(-1);
  for (const [name, own, total] of wanted) {
    const row = shown.get(name);
    if (row ? Math.abs(row[0] - own) > 0.001 || row[1] - total > 0.001
      : shown.size >= wanted.length || own > most[0] + 0.001) {
      wrong.push(`${name}: ${row}, not ${own}, ${total}`);
    }
  }
  if (shown.size < count) {
    wrong.push(`${shown.size} rows, not ${count}`);
  }
  return wrong.slice(0, 10);
}

async function openFile(browser, { file, rows = [] }, suffix) {
  const height = Math.min(TALLEST, 300 + ROW_HEIGHT * rows.length);
  const page = await browser.open(PAGE, suffix, { height });
  const input = await page.page.$("input[type=file]");
  await input.uploadFile(file);
  return page;
}

async function check(browser, tap, job) {
  const { label, file, message, rows } = job;
  const page = await openFile(browser, job, "#view=sandwich");
  tap.result(await page.becomes(isRead), `${label}: is shown`,
             ...problems(page), await page.text());
  tap.result(page.messages.some(({ text }) => text === message),
             `${label}: ${message}`, page.messages);
  if (job.is_next) {
    await page.page.keyboard.press("n");
    await page.becomes((title) => document.body.innerText.includes(title),
                       job.title);
  }
  const found = await page.page.evaluate(rowsOfTable);
  const wrong = compare(found, rows, Math.min(rows.length, 40));
  tap.result(wrong.length === 0, `${label}: functions and their times`,
             ...wrong);
  tap.result((await page.text()).includes(job.title), `${label}: the title`,
             (await page.text()).slice(0, 200));
  await page.page.keyboard.press("1");
  await page.picture(path.basename(file));
  tap.same(problems(page), [], `${label}: no errors`);
  await page.close();
}

async function checkWrong(browser, tap, job) {
  const page = await openFile(browser, job, "");
  tap.result(await page.becomes(
    () => document.body.innerText.includes("Something went wrong")),
             `${job.label}: is refused`, await page.text());
  await page.close();
}

function checkSchema(tap, validate, { label, file }) {
  tap.result(validate(JSON.parse(fs.readFileSync(file, "utf8"))),
             `${label}: the schema`, validate.errors);
}

run(async (browser, tap) => {
  const validate = new Ajv({ strict: false })
    .compile(JSON.parse(fs.readFileSync(SCHEMA, "utf8")));
  for (const job of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
    if (job.file.endsWith(".json") && job.rows) {
      checkSchema(tap, validate, job);
    }
    if (job.rows && job.is_opened) {
      await check(browser, tap, job);
    } else if (!job.rows) {
      await checkWrong(browser, tap, job);
    }
  }
});
