// What is typed behind the options of a command: the name of a further one, as in `deals:1`, or the beginning of it.

import { local } from "./commands.js";
import { h } from "./dom.js";

const NAMED = /(?:^|\s)([\p{L}\p{N}_-]+):$/u;

/** The option whose name and colon stand at the end of a text, and the text without them; null where none does. */
export function namedAtTheEnd(text, options, locale) {
  const name = NAMED.exec(text)?.[1].toLowerCase();
  const option = options.find((one) => [one.name, local(one, "name", locale)].includes(name));
  return option ? { option, rest: text.replace(NAMED, "") } : null;
}

export class LooseText {
  /** `entry` is the command being written (command-entry.js). */
  constructor(entry) {
    this.entry = entry;
    this.input = h("input.option-loose", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      size: "4",
      "aria-label": "The name of another option",
      oninput: () => this.typed(),
      onblur: () => entry.suggestions.hide(),
      onkeydown: (event) => this.key(event),
    });
  }

  get text() {
    return this.input.value.trim();
  }

  typed() {
    const { entry } = this;
    const { locale } = entry.client.me;
    this.input.size = Math.max(4, this.input.value.length + 1);
    const found = namedAtTheEnd(this.input.value, entry.open, locale);
    if (found) {
      this.input.value = found.rest;
      entry.openOption(found.option);
      return;
    }
    const begun = this.text.toLowerCase();
    const fitting = begun ? entry.open.filter((one) => local(one, "name", locale).startsWith(begun)) : [];
    const items = fitting.map((option) => ({
      label: local(option, "name", locale),
      description: local(option, "description", locale),
      pick: () => {
        this.input.value = "";
        entry.openOption(option);
      },
    }));
    entry.suggestions.show(this.input, items, { first: true, empty: begun ? "No option of this command is called so." : "" });
  }

  key(event) {
    if (this.entry.suggestions.key(event)) return;
    if (event.key === "Backspace" && this.input.value === "") this.entry.senderKey(event);
    else if (event.key === "Escape") this.entry.senderKey(event);
  }
}
