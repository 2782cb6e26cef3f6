// The text field behind the options of a command, in which the name of another option is typed, as in `deals:1`.

import { local } from "./commands.js";
import { h } from "../dom.js";

const OPTION_NAME = /(?:^|\s)([\p{L}\p{N}_-]+):$/u;

/** Returns the option whose name and colon end a text, and the text without them; null if there is none. */
export function optionNamedAtEnd(text, options, locale) {
  const name = OPTION_NAME.exec(text)?.[1].toLowerCase();
  const option = options.find((one) => [one.name, local(one, "name", locale)].includes(name));
  return option ? { option, rest: text.replace(OPTION_NAME, "") } : null;
}

export class OptionNameInput {
  /** `entry` is the CommandEntry to which this field belongs. */
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
    const found = optionNamedAtEnd(this.input.value, entry.missingOptions, locale);
    if (found) {
      this.input.value = found.rest;
      entry.openOption(found.option);
      return;
    }
    const begun = this.text.toLowerCase();
    const fitting = begun ? entry.missingOptions.filter((one) => local(one, "name", locale).startsWith(begun)) : [];
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
