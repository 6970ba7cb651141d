"use strict";
/* What a page does wrong is noticed.
   usage: selftest.js DIR, where the pages are written.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const fs = require("node:fs");
const path = require("node:path");
const process = require("node:process");
const { run } = require("./browser.js");

const directory = process.argv[2];
const GOOD = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>good</title><style>@media (prefers-color-scheme: dark)
{ body { color: #fff; background: #000; } }</style></head>
<body><main><h1>Rows</h1><p id="p">no script</p></main>
<script>document.getElementById("p").textContent = location.hash;
addEventListener("click", () => { document.title = "clicked"; });</script>
</body></html>`;

/* What is wrong, the body of the page, and what is said about it.  */
const WRONG = [
  ["an error on the console", "<script>console.error('so wrong')</script>",
   /^console\.error: so wrong$/],
  ["a warning", "<script>console.warn('beware')</script>",
   /^console\.warn: beware$/],
  ["an exception", "<script>throw new Error('thrown')</script>", /thrown/],
  ["a promise that fails",
   "<script>Promise.reject(new Error('broken'))</script>", /broken/],
  ["an image of a server", "<img alt='' src='http://127.0.0.1:9/i.png'>",
   /^requested image http:\/\/127\.0\.0\.1:9\/i\.png$/],
  ["another file", "<script src='missing.js'></script>",
   /^requested script file:.*missing\.js$/],
  ["a link that is fetched early",
   "<link rel='stylesheet' href='http://127.0.0.1:9/s.css'>",
   /^requested stylesheet /],
  ["fetch", "<script>fetch('http://127.0.0.1:9/').catch(() => 0)</script>",
   /^requested fetch /],
  ["what the page's own policy refuses",
   "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
   + "<img alt='' src='http://127.0.0.1:9/i.png'>", /Content Security Policy/],
  ["a dialog", "<script>alert('hello')</script>", /^a dialog: hello$/],
];

function write(name, text) {
  const file = path.join(directory, name);
  fs.writeFileSync(file, text);
  return file;
}

async function checkGood(browser, tap) {
  const file = write("good.html", GOOD);
  const page = await browser.open(file, "#function=main");
  page.isClean(tap, "a good page is clean");
  tap.result((await page.text()).includes("#function=main"),
             "the page gets what follows its name");
  tap.same(await page.violations(), [], "axe-core finds nothing in it");
  await page.page.click("#p");
  tap.result(await page.becomes(() => document.title === "clicked"),
             "a click is seen");
  tap.same(await page.within(200, () => document.title === "never"), null,
           "waiting ends");
  await page.close();
  const plain = await browser.open(file, "", { script: false });
  tap.result((await plain.text()).includes("no script"),
             "a page without JavaScript");
  await plain.close();
  const dark = await browser.open(file, "", {
    width: 300, features: [{ name: "prefers-color-scheme", value: "dark" }],
  });
  tap.same(await dark.page.evaluate(
    () => [innerWidth, getComputedStyle(document.body).color]),
           [300, "rgb(255, 255, 255)"], "width and colours as asked for");
  await dark.close();
}

async function checkWrong(browser, tap) {
  for (const [number, [what, body, wanted]] of WRONG.entries()) {
    const file = write(`wrong${number}.html`, GOOD.replace("<main>",
                                                           `${body}<main>`));
    const page = await browser.open(file);
    let problems = [];
    for (let tries = 0; tries < 200; tries += 1) {
      problems = page.problems();
      if (problems.some((problem) => wanted.test(problem))) {
        break;
      }
      await new Promise((done) => { setTimeout(done, 50); });
    }
    tap.result(problems.some((problem) => wanted.test(problem)),
               `noticed: ${what}`, ...problems);
    await page.close();
  }
  const file = write("grey.html", GOOD.replace(
    "<main>",
    "<main><p style='color:#eee;background:#fff'>pale</p><img src=''>"));
  const page = await browser.open(file);
  const found = (await page.violations()).map(({ id }) => id);
  tap.result(found.includes("color-contrast") && found.includes("image-alt"),
             "axe-core finds what cannot be read", found);
  await page.close();
}

run(async (browser, tap) => {
  await checkGood(browser, tap);
  await checkWrong(browser, tap);
});
