"use strict";
/* How JavaScript is written here: what runs in pages, and tests of it.
   eslint.test reads this at the top of the sources.
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* What loads a page waits for that, and is a module; so is all of the page,
   but its other files use each other's names like scripts.  */
const LOADER = ["src/output/html/load.js"];
const PAGES = ["src/output/html/*.js"];
const TESTS = ["tests/**/*.js"];

/* What a page may use.  There is no fetch, no XMLHttpRequest, no WebSocket and
   no eval: the report asks nobody for anything.  */
const PAGE_NAMES = [
  "AbortController", "Blob", "CSS", "CustomEvent", "DecompressionStream",
  "DOMParser", "Event", "Element", "HTMLElement", "IntersectionObserver",
  "KeyboardEvent", "Node", "ResizeObserver", "Response", "SVGElement",
  "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "addEventListener",
  "atob", "btoa", "cancelAnimationFrame", "clearTimeout", "devicePixelRatio",
  "document", "getComputedStyle", "getSelection", "history", "innerHeight",
  "innerWidth", "localStorage", "location", "matchMedia", "navigator",
  "performance", "print", "queueMicrotask", "removeEventListener",
  "requestAnimationFrame", "requestIdleCallback", "scrollTo",
  "sessionStorage", "setTimeout", "structuredClone", "window",
];
const TEST_NAMES = ["Buffer", "__dirname", "clearInterval", "clearTimeout",
                    "module", "require", "setInterval", "setTimeout"];

function readOnly(names) {
  return Object.fromEntries(names.map((name) => [name, "readonly"]));
}

/* Mistakes, what is left over, and one way to say a thing where there are
   several.  Layout is not checked, but for the width.  */
const RULES = {
  "array-callback-return": "error",
  "consistent-return": "error",
  "constructor-super": "error",
  "curly": "error",
  "default-case-last": "error",
  "dot-notation": "error",
  "eqeqeq": "error",
  "for-direction": "error",
  "getter-return": "error",
  "guard-for-in": "error",
  "max-depth": ["error", 4],
  "max-len": ["error", { code: 79, ignoreUrls: true }],
  "max-lines-per-function": ["error", { max: 60, skipComments: true }],
  "max-params": ["error", 5],
  "no-array-constructor": "error",
  "no-async-promise-executor": "error",
  "no-caller": "error",
  "no-case-declarations": "error",
  "no-class-assign": "error",
  "no-compare-neg-zero": "error",
  "no-cond-assign": "error",
  "no-console": "error",
  "no-const-assign": "error",
  "no-constant-binary-expression": "error",
  "no-constant-condition": "error",
  "no-constructor-return": "error",
  "no-debugger": "error",
  "no-delete-var": "error",
  "no-dupe-args": "error",
  "no-dupe-class-members": "error",
  "no-dupe-else-if": "error",
  "no-dupe-keys": "error",
  "no-duplicate-case": "error",
  "no-else-return": "error",
  "no-empty": "error",
  "no-empty-character-class": "error",
  "no-empty-pattern": "error",
  "no-eval": "error",
  "no-ex-assign": "error",
  "no-extend-native": "error",
  "no-fallthrough": "error",
  "no-func-assign": "error",
  "no-global-assign": "error",
  "no-implicit-globals": "error",
  "no-implied-eval": "error",
  "no-invalid-regexp": "error",
  "no-inner-declarations": "error",
  "no-irregular-whitespace": "error",
  "no-labels": "error",
  "no-lone-blocks": "error",
  "no-loop-func": "error",
  "no-loss-of-precision": "error",
  "no-misleading-character-class": "error",
  "no-multi-assign": "error",
  "no-new-func": "error",
  "no-new-wrappers": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "error",
  "no-prototype-builtins": "error",
  "no-redeclare": "error",
  "no-return-assign": "error",
  "no-script-url": "error",
  "no-self-assign": "error",
  "no-self-compare": "error",
  "no-sequences": "error",
  "no-setter-return": "error",
  "no-shadow": "error",
  "no-shadow-restricted-names": "error",
  "no-sparse-arrays": "error",
  "no-template-curly-in-string": "error",
  "no-this-before-super": "error",
  "no-throw-literal": "error",
  "no-undef": "error",
  "no-unexpected-multiline": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable": "error",
  "no-unreachable-loop": "error",
  "no-unsafe-finally": "error",
  "no-unsafe-negation": "error",
  "no-unsafe-optional-chaining": "error",
  "no-unused-expressions": "error",
  "no-unused-labels": "error",
  "no-unused-private-class-members": "error",
  "no-unused-vars": "error",
  "no-use-before-define": ["error", { functions: false }],
  "no-useless-assignment": "error",
  "no-useless-backreference": "error",
  "no-useless-catch": "error",
  "no-useless-concat": "error",
  "no-useless-escape": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "no-with": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "radix": "error",
  "require-await": "error",
  "require-yield": "error",
  "strict": ["error", "global"],
  "use-isnan": "error",
  "valid-typeof": "error",
};

/* What would let a name from a profile become markup.  */
const MARKUP = [
  ["innerHTML", "outerHTML"].map((property) => (
    { property, message: "Use textContent: names are hostile." })),
  ["insertAdjacentHTML", "write", "writeln"].map((property) => (
    { property, message: "Use createElement: names are hostile." })),
].flat();

module.exports = [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: LOADER,
    languageOptions: { ecmaVersion: 2022, sourceType: "module",
                       globals: readOnly(PAGE_NAMES) },
    rules: RULES,
  },
  {
    files: PAGES,
    ignores: LOADER,
    languageOptions: { ecmaVersion: 2022, sourceType: "script",
                       globals: readOnly(PAGE_NAMES) },
    rules: {
      ...RULES,
      "no-restricted-properties": ["error", ...MARKUP],
      /* Several files make one script, put together by the build.  */
      "no-implicit-globals": "off",
    },
  },
  {
    files: TESTS,
    languageOptions: { ecmaVersion: 2022, sourceType: "commonjs",
                       globals: readOnly([...TEST_NAMES, ...PAGE_NAMES]) },
    rules: RULES,
  },
];
