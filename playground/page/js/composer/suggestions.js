// The list above the composer: commands, or choices of an option. The keyboard focus stays in the text field.

import { h } from "../dom.js";

export class Suggestions {
  constructor() {
    this.rows = h("div.suggestion-rows", { role: "listbox", id: `suggestions-${Suggestions.serial++}`, "aria-label": "Suggestions" });
    this.title = h("div.suggestion-title");
    // Pressing a row must not take the focus from the text field.
    this.node = h("div.suggestions", { hidden: true, onmousedown: (event) => event.preventDefault() }, this.title, this.rows);
    this.items = [];
    this.active = -1;
    this.moved = false;
    this.field = null;
  }

  static serial = 0;

  get isOpen() {
    return !this.node.hidden;
  }

  /** Shows `items`: {label, hint?, description?, pick()}. With `first`, Enter picks the first one. */
  show(field, items, { title = "", first = true, empty = "" } = {}) {
    if (!items.length && !empty) return this.hide();
    // A late list must not move the choice that was made with the arrow keys in the meantime.
    const chosen = this.moved && field === this.field ? this.items[this.active]?.label : undefined;
    const kept = items.findIndex(({ label }) => label === chosen);
    this.moved = kept >= 0;
    this.field = field;
    this.items = items;
    this.title.textContent = title;
    this.title.hidden = !title;
    this.rows.replaceChildren(
      ...items.map((item, index) =>
        h(
          "div.suggestion",
          { role: "option", id: `${this.rows.id}-${index}`, "data-suggestion": item.label, onclick: () => item.pick() },
          h("span.suggestion-label", {}, item.label),
          item.hint && h("span.suggestion-hint", {}, item.hint),
          item.description && h("small", {}, item.description),
        ),
      ),
      ...(items.length ? [] : [h("p.nothing", {}, empty)]),
    );
    this.node.hidden = false;
    field.setAttribute("aria-controls", this.rows.id);
    field.setAttribute("aria-expanded", "true");
    this.activate(kept >= 0 ? kept : first && items.length ? 0 : -1);
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.active = -1;
    this.moved = false;
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
  }

  activate(index) {
    this.active = index;
    [...this.rows.children].forEach((row, at) => {
      if (!this.items.length) return;
      row.classList.toggle("active", at === index);
      row.setAttribute("aria-selected", String(at === index));
    });
    const row = this.rows.children[index];
    if (row) {
      this.field.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else this.field.removeAttribute("aria-activedescendant");
  }

  /** Returns whether the text is the active item, and the arrow keys have not moved away from it. */
  isTyped(text) {
    return !this.moved && this.items[this.active]?.label.toLowerCase() === text.trim().toLowerCase();
  }

  /** Handles a key of the list. Returns whether it was one. */
  key(event) {
    if (!this.isOpen) return false;
    const { key } = event;
    const count = this.items.length;
    if (count && (key === "ArrowDown" || key === "ArrowUp")) {
      const from = key === "ArrowDown" ? this.active + 1 : Math.max(this.active, 0) - 1 + count;
      this.activate(from % count);
      this.moved = true;
    }
    else if (key === "Escape") this.hide();
    else if ((key === "Enter" || key === "Tab") && this.active >= 0 && !event.shiftKey) this.items[this.active].pick();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
