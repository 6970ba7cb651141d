"use strict";
/* Pages in a headless chromium, for tests.

   Each page notes what it prints on the console, what goes wrong in it and
   what it requests.  A test is a function that gets a Browser and a Tap; run()
   calls it, and sees that chromium ends in any case.
   SPDX-License-Identifier: GPL-3.0-or-later  */

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const process = require("node:process");
const { pathToFileURL } = require("node:url");
const puppeteer = require("puppeteer-core");
const { Tap } = require("./tap.js");

/* No test is silent for longer, and no step of one takes longer, in
   milliseconds; machines may be busy.  */
const SILENCE = 400000;
const STEP = 300000;

/* chromium asks for nothing by itself.  The last two are for containers.  */
const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-dev-shm-usage",
];

/* A page, as "page" what puppeteer has, and
     messages   what it printed on the console: [{type, text}]
     errors     exceptions that nobody caught, and crashes: [text]
     requests   the addresses it asked for, but for its own, and how they
                ended: [{url, type, failure}]
   Addresses of data: and blob: are no requests.  What the page's
   Content-Security-Policy refuses is an error on the console.  */
class Page {
  constructor(page) {
    this.page = page;
    this.url = "";
    this.messages = [];
    this.errors = [];
    this.requests = [];
    page.on("console", (message) => {
      this.messages.push({ type: message.type(), text: message.text() });
    });
    page.on("pageerror", (error) => {
      this.errors.push(String((error && error.stack) || error));
    });
    page.on("error", (error) => this.errors.push(`crashed: ${error}`));
    page.on("request", (request) => this.note(request));
    page.on("requestfailed", (request) => {
      const failure = request.failure();
      for (const row of this.requests) {
        if (row.url === request.url() && row.failure === null) {
          row.failure = failure ? failure.errorText : "failed";
        }
      }
    });
    page.on("dialog", (dialog) => {
      this.errors.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
  }

  note(request) {
    const url = request.url();
    if (!/^(data|blob):/.test(url)
        && url.replace(/#.*/s, "") !== this.url.replace(/#.*/s, "")) {
      this.requests.push({ url, type: request.resourceType(), failure: null });
    }
  }

  /* Open FILE, or an address if it has a scheme, and what follows its name, as
     "#function=main"; until the page is loaded.  */
  async open(file, suffix = "") {
    this.url = /^[a-z]+:\/\//.test(file) ? file : pathToFileURL(file).href;
    this.url += suffix;
    await this.page.goto(this.url, { waitUntil: "load" });
    return this;
  }

  /* What should not be there: errors, warnings and errors on the console, and
     requests to anything at all.  */
  problems() {
    return [
      ...this.errors,
      ...this.messages
        .filter(({ type }) => ["error", "warn", "assert"].includes(type))
        .map(({ type, text }) => `console.${type}: ${text}`),
      ...this.requests.map(({ url, type }) => `requested ${type} ${url}`),
    ];
  }

  /* A test: there are no problems.  */
  isClean(tap, text) {
    return tap.result(this.problems().length === 0, text, ...this.problems());
  }

  /* Wait until EXPRESSION, a function of WORDS that runs in the page, returns
     something true; that, or null if it never does.  */
  becomes(expression, ...words) {
    return this.within(STEP, expression, ...words);
  }

  /* The same for so many milliseconds.  */
  async within(milliseconds, expression, ...words) {
    try {
      const handle = await this.page.waitForFunction(
        expression, { timeout: milliseconds, polling: 50 }, ...words);
      return await handle.jsonValue();
    } catch (error) {
      if (error.name === "TimeoutError") {
        return null;
      }
      throw error;
    }
  }

  /* The text that a reader sees.  */
  text() {
    return this.page.evaluate(() => document.body.innerText);
  }

  /* A picture, in the directory $GPROF_TEST_PICTURES; without it none.  */
  async picture(name, options = {}) {
    const directory = process.env.GPROF_TEST_PICTURES;
    if (directory) {
      await this.page.screenshot(
        { path: path.join(directory, `${name}.png`), ...options });
    }
  }

  /* What axe-core finds: [{id, impact, help, nodes}].  */
  async violations(options = {}) {
    await this.page.evaluate(
      fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await this.page.evaluate(
      (settings) => window.axe.run(document, settings), options);
    return violations.map(({ id, impact, help, nodes }) => (
      { id, impact, help, nodes: nodes.map((node) => node.html.slice(0, 200)) }
    ));
  }

  close() {
    return this.page.close();
  }
}

class Browser {
  constructor(browser, directory) {
    this.browser = browser;
    this.directory = directory;
  }

  static async start() {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "chromium."));
    const flags = process.getuid() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS;
    const browser = await puppeteer.launch({
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: flags,
      pipe: true,
      timeout: STEP,
      protocolTimeout: STEP,
      userDataDir: path.join(directory, "data"),
      env: { ...process.env, HOME: directory, XDG_CONFIG_HOME: directory,
             XDG_CACHE_HOME: directory },
    });
    return new Browser(browser, directory);
  }

  /* A new page.  SETTINGS: width, height, scale; features, as
     [{name: "prefers-color-scheme", value: "dark"}]; script: false for a page
     without JavaScript.  */
  async page(settings = {}) {
    const { width = 1200, height = 800, scale = 1 } = settings;
    const { features, script } = settings;
    const page = await this.browser.newPage();
    page.setDefaultTimeout(STEP);
    await page.setViewport({ width, height, deviceScaleFactor: scale });
    if (features) {
      await page.emulateMediaFeatures(features);
    }
    if (script === false) {
      await page.setJavaScriptEnabled(false);
    }
    return new Page(page);
  }

  /* A page that has FILE open.  */
  async open(file, suffix = "", settings = {}) {
    return (await this.page(settings)).open(file, suffix);
  }

  async stop() {
    await this.browser.close();
    fs.rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/* Run TEST (browser, tap); the status is 0 if all passed, or else 1.  */
async function run(test) {
  const tap = new Tap();
  let browser = null;
  const clock = setInterval(() => {
    if (Date.now() - tap.latest < SILENCE) {
      return;
    }
    tap.result(false, `it goes on within ${SILENCE / 1000} seconds`);
    tap.finish();
    if (browser) {
      browser.browser.process().kill("SIGKILL");
    }
    process.exit(1);
  }, 1000);
  try {
    browser = await Browser.start();
    await test(browser, tap);
  } catch (error) {
    tap.result(false, "nothing is thrown", String(error.stack || error));
  } finally {
    if (browser) {
      await browser.stop();
    }
  }
  clearInterval(clock);
  tap.finish();
  process.exitCode = tap.failures ? 1 : 0;
}

module.exports = { Browser, Page, Tap, run };
