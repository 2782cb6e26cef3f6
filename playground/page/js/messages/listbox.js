// A list of choices, also for the keyboard: arrows, Home, End, first letters, Enter or Space, Escape.

import { h } from "../dom.js";
import { emoji } from "./emoji.js";

let serial = 0;

/** Calls `onChange(values)` at every choice. With `multiple`, up to `most` options can be ticked and unticked. */
export function listbox({ options, chosen, most, multiple, label, onChange, onEscape }) {
  const ticked = new Set(chosen);
  const base = `list-${++serial}`;
  let active = Math.max(0, options.findIndex(({ value }) => ticked.has(value)));
  let typed = "";
  let typedAt = 0;

  const rows = options.map((option, index) =>
    h(
      "div.option",
      { role: "option", id: `${base}-${index}`, "data-value": option.value, onclick: () => choose(index) },
      option.emoji && emoji(option.emoji),
      h("span.option-text", {}, h("span", {}, option.label), option.description && h("small", {}, option.description)),
      h("span.tick", { "aria-hidden": "true" }),
    ),
  );
  const node = h(
    "div.listbox",
    { role: "listbox", tabindex: "0", "aria-label": label, "aria-multiselectable": multiple && "true", onkeydown: key },
    rows.length ? rows : h("div.option.nothing", {}, "Nothing to choose."),
  );

  function render() {
    rows.forEach((row, index) => {
      const isTicked = ticked.has(options[index].value);
      row.setAttribute("aria-selected", String(isTicked));
      row.classList.toggle("active", index === active);
      row.setAttribute("aria-disabled", String(multiple && !isTicked && ticked.size >= most));
    });
    if (rows[active]) node.setAttribute("aria-activedescendant", rows[active].id);
  }

  const values = () => options.map(({ value }) => value).filter((value) => ticked.has(value));

  function choose(index) {
    active = index;
    const { value } = options[index];
    if (ticked.has(value)) ticked.delete(value);
    else if (!multiple) {
      ticked.clear();
      ticked.add(value);
    } else if (ticked.size < most) ticked.add(value);
    else return;
    render();
    onChange(values());
  }

  function move(to) {
    active = Math.max(0, Math.min(options.length - 1, to));
    render();
    rows[active]?.scrollIntoView({ block: "nearest" });
  }

  function key(event) {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: options.length - 1 }[event.key];
    if (to !== undefined) move(to);
    else if (event.key === "Escape") onEscape();
    else if ((event.key === "Enter" || event.key === " ") && options.length) choose(active);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) letter(event.key.toLowerCase());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function letter(character) {
    typed = Date.now() - typedAt < 700 ? typed + character : character;
    typedAt = Date.now();
    const found = options.findIndex((option) => option.label.toLowerCase().startsWith(typed));
    if (found >= 0) move(found);
  }

  render();
  return {
    node,
    values,
    focus() {
      node.focus({ preventScroll: true });
      rows[active]?.scrollIntoView({ block: "nearest" });
    },
  };
}
