"use strict";
// table.js - a table of any number of rows: sorted, and with elements only for
// the rows that can be seen.

/* global _, announce, hasModifier, make, sentence */

/* exported Table */

const ROW_HEIGHT = 34; // as in page.css
const ROWS_MOST = 400000; // browsers cannot show higher elements
const EXTRA_ROWS = 12;

// COLUMNS are objects: title, class, cell (row) -> content, and key (row), a
// number or text to sort by, with first, the direction of the first click: -1
// for the largest first.  BELOW (row), if there is such a function, returns
// the rows that stay below a row, in an array that will be sorted.
class Table {
  constructor({columns, caption, open, below, sorted = 0}) {
    this.columns = columns;
    this.open = open;
    this.below = below;
    this.all = []; // but those below others
    this.rows = [];
    this.selected = -1;
    this.sorted = sorted;
    this.direction = columns[sorted].first ?? 1;
    this.body = make("tbody");
    this.element = make(
      "table",
      {class: "rows"},
      make("caption", {class: "unseen"}, caption),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          columns.map((column, i) =>
            make(
              "th",
              {scope: "col", class: column.class},
              make(
                "button",
                {
                  type: "button",
                  title: column.help && sentence(column.help),
                  onclick: () => this.sortBy(i)
                },
                sentence(column.title)
              )
            )
          )
        )
      ),
      this.body
    );
    this.body.addEventListener("keydown", event => this.press(event));
    this.body.addEventListener("focusin", event => this.follow(event));
    this.onscroll = () => this.show();
  }

  attach() {
    addEventListener("scroll", this.onscroll, {passive: true});
    addEventListener("resize", this.onscroll);
  }

  detach() {
    removeEventListener("scroll", this.onscroll);
    removeEventListener("resize", this.onscroll);
  }

  // Show ROWS, an array of numbers, in the order of the table.
  set(rows) {
    this.all = rows;
    this.selected = -1;
    this.sort();
  }

  sortBy(i) {
    this.direction =
      this.sorted === i ? -this.direction : (this.columns[i].first ?? 1);
    this.sorted = i;
    this.sort();
    announce(_("sorted by %s", this.columns[i].title));
  }

  // Sort ROWS, which are returned.
  inOrder(rows) {
    const key = this.columns[this.sorted].key;
    const direction = this.direction;
    const keys = [];
    for (const row of rows) {
      keys[row] = key(row);
    }
    return rows.sort((a, b) => {
      const x = keys[a],
        y = keys[b];
      return x === y ? a - b : x < y ? -direction : direction;
    });
  }

  sort() {
    const direction = this.direction;
    this.rows = this.inOrder(this.all);
    if (this.below) {
      this.rows = this.all.flatMap(row => [
        row,
        ...this.inOrder(this.below(row))
      ]);
    }
    this.element.querySelectorAll("thead th").forEach((heading, i) => {
      if (i === this.sorted) {
        heading.setAttribute(
          "aria-sort",
          direction > 0 ? "ascending" : "descending"
        );
      } else {
        heading.removeAttribute("aria-sort");
      }
    });
    this.show(true);
  }

  // Make elements for the rows that can be seen.
  show(always = false) {
    const shown = Math.min(this.rows.length, ROWS_MOST);
    const top = this.body.getBoundingClientRect().top;
    const visible = Math.ceil(innerHeight / ROW_HEIGHT) + 2 * EXTRA_ROWS;
    let first = Math.floor(-top / ROW_HEIGHT) - EXTRA_ROWS;
    first = Math.max(0, Math.min(first, shown - visible));
    first -= first % 2;
    const limit = this.isPrinting
      ? Math.min(shown, 1000)
      : Math.min(shown, first + visible);
    if (!always && first === this.first && limit === this.limit) {
      return;
    }
    const focused =
      this.body.contains(document.activeElement) &&
      document.activeElement.tagName === "TR";
    this.first = first;
    this.limit = limit;
    this.element.setAttribute("aria-rowcount", shown + 1);
    const rows = [];
    for (let i = first; i < limit; i++) {
      rows.push(this.makeRow(i));
    }
    this.body.replaceChildren(
      this.blank(first),
      ...rows,
      this.blank(shown - limit)
    );
    if (focused) {
      this.rowElement(this.selected)?.focus({preventScroll: true});
    }
  }

  blank(count) {
    return make("tr", {
      class: "blank",
      "aria-hidden": "true",
      hidden: count === 0,
      style: {blockSize: `${count * ROW_HEIGHT}px`}
    });
  }

  makeRow(i) {
    const row = this.rows[i];
    const selected = Math.max(0, this.selected);
    const inView = this.selected < 0 ? this.first : selected;
    return make(
      "tr",
      {"aria-rowindex": i + 2, "data-row": i, tabindex: i === inView ? 0 : -1},
      this.columns.map(column =>
        make(
          column.isHeading ? "th" : "td",
          {class: column.class, scope: column.isHeading ? "row" : null},
          column.cell(row)
        )
      )
    );
  }

  rowElement(i) {
    return this.body.querySelector(`[data-row="${i}"]`);
  }

  follow(event) {
    const row = event.target.closest("tr[data-row]");
    if (row) {
      this.selected = Number(row.dataset.row);
    }
  }

  // Let row I have the focus.
  select(i) {
    this.selected = Math.max(
      0,
      Math.min(i, this.rows.length - 1, ROWS_MOST - 1)
    );
    if (this.rows.length === 0) {
      return;
    }
    const top =
      this.body.getBoundingClientRect().top +
      window.scrollY +
      this.selected * ROW_HEIGHT;
    const head = 120;
    if (top < window.scrollY + head) {
      scrollTo({top: top - head, behavior: "instant"});
    } else if (top + 2 * ROW_HEIGHT > window.scrollY + innerHeight) {
      scrollTo({top: top + 2 * ROW_HEIGHT - innerHeight, behavior: "instant"});
    }
    this.show(true);
    this.body
      .querySelectorAll('tr[tabindex="0"]')
      .forEach(row => row.setAttribute("tabindex", -1));
    const row = this.rowElement(this.selected);
    row.setAttribute("tabindex", 0);
    row.focus({preventScroll: true});
  }

  press(event) {
    const page = Math.max(1, Math.floor(innerHeight / ROW_HEIGHT) - 5);
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity
    };
    if (event.target.tagName !== "TR" || hasModifier(event)) {
      return;
    }
    if (event.key in steps) {
      event.preventDefault();
      this.select(this.selected + steps[event.key]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.open(this.rows[this.selected]);
    }
  }
}
