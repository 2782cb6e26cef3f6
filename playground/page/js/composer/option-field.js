// One option of a command: its name and a text field, with its choices in the list above.

import { nameOf } from "../client/client.js";
import { local } from "./commands.js";
import { h, icon } from "../dom.js";
import { optionNamedAtEnd } from "./option-name.js";
import { completeMention, matchingPeople, withMentions } from "./typed-mentions.js";

const [INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER] = [4, 5, 6, 7, 8, 9, 10];
const AUTOCOMPLETE_DELAY = 200; // milliseconds

export class OptionField {
  /** `entry` is the CommandEntry to which this option belongs. */
  constructor(entry, option, text = "") {
    this.entry = entry;
    this.option = option;
    this.picked = null;
    this.asked = 0;
    const { locale } = entry.client.me;
    this.label = local(option, "name", locale);
    // Libraries send a lone ellipsis for an option without a description.
    this.description = local(option, "description", locale).replace(/^…$/, "");
    this.input = h("input", {
      type: "text",
      value: text,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: option.type === INTEGER && !this.isGuided ? "numeric" : null,
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-label": `${this.label}${option.required ? ", required" : ""}${this.description && `: ${this.description}`}`,
      "data-option": option.name,
      size: "6",
      oninput: () => this.typed(),
      onfocus: () => this.suggest(),
      onblur: () => entry.suggestions.hide(),
      onkeydown: (event) => entry.key(event, this),
    });
    const remove = { type: "button", tabindex: "-1", "aria-label": `Leave out ${this.label}`, onclick: () => entry.remove(this) };
    this.node = h(
      "span.option-field",
      { onclick: () => this.input.focus() },
      h("span.option-name", {}, this.label),
      this.input,
      !option.required && h("button.option-remove", remove, icon("close")),
    );
    this.fit();
  }

  get isGuided() {
    const { option } = this;
    return Boolean(option.choices?.length || option.autocomplete || [BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE].includes(option.type));
  }

  get isText() {
    return ![INTEGER, NUMBER].includes(this.option.type) && !this.isGuided;
  }

  get isEmpty() {
    return !this.input.value.trim();
  }

  typed() {
    const { entry } = this;
    const named = optionNamedAtEnd(this.input.value, entry.leaf.options, entry.client.me.locale);
    if (named) {
      this.input.value = named.rest;
      this.fit();
      if (named.option !== this.option) {
        entry.openOption(named.option);
        return;
      }
    }
    this.picked = null;
    this.entry.suggestions.moved = false;
    this.markInvalid(false);
    this.fit();
    this.suggest();
  }

  fit() {
    this.input.size = Math.max(6, Math.min(28, this.input.value.length + 1));
  }

  markInvalid(wrong) {
    this.node.classList.toggle("wrong", wrong);
    this.input.setAttribute("aria-invalid", String(wrong));
  }

  async suggest() {
    const asked = ++this.asked;
    const text = this.input.value.trim();
    const title = this.description ? `${this.label}: ${this.description}` : this.label;
    if (this.option.autocomplete) {
      await new Promise((resolve) => setTimeout(resolve, text ? AUTOCOMPLETE_DELAY : 0));
      if (asked !== this.asked || document.activeElement !== this.input) return;
      const choices = await this.entry.autocomplete(this);
      if (asked !== this.asked || document.activeElement !== this.input || this.picked) return;
      const empty = choices ? "The bot suggests nothing for this." : "The bot's suggestions did not come.";
      this.offer(choices ?? [], { title, first: Boolean(text), empty });
    } else if (this.isGuided) {
      const exact = this.picked !== null;
      const fits = ({ label }) => exact || label.toLowerCase().includes(text.toLowerCase());
      const known = this.choices().filter(fits);
      this.offer(known, { title, first: !exact, empty: "Nothing fits. Choose one of the list." });
    } else {
      const items = this.isText ? (matchingPeople(this.input.value, this.entry.client.people) ?? []) : [];
      const choices = items.map((user) => ({ label: nameOf(user), hint: user.username, pick: () => this.mention(user) }));
      this.entry.suggestions.show(this.input, choices, { title, empty: this.bounds() });
    }
  }

  mention(user) {
    this.input.value = completeMention(this.input.value, user);
    this.fit();
    this.suggest();
  }

  offer(choices, look) {
    const items = choices.map((choice) => ({ ...choice, pick: () => this.pick(choice) }));
    this.entry.suggestions.show(this.input, items, look);
  }

  /** Returns the choices that are known without asking the bot: {label, value, hint?}. */
  choices() {
    const { client } = this.entry;
    const people = () => [...client.people.values(), ...(client.bot.user ? [client.bot.user] : [])];
    const roles = () => [...client.roles.values()].map(({ id, name }) => ({ label: `@${name.replace(/^@/, "")}`, value: id }));
    const users = () => people().map((user) => ({ label: nameOf(user), value: user.id, hint: user.username }));
    switch (this.option.type) {
      case BOOLEAN: return [{ label: "True", value: true }, { label: "False", value: false }];
      case USER: return users();
      case ROLE: return roles();
      case MENTIONABLE: return [...users(), ...roles()];
      case CHANNEL: return [...client.channels.values()].filter(({ type }) => type !== 1).map(({ id, name }) => ({ label: `#${name}`, value: id }));
      default: return (this.option.choices ?? []).map((it) => ({ label: local(it, "name", client.me.locale), value: it.value }));
    }
  }

  bounds() {
    const { type, min_value: low, max_value: high } = this.option;
    if (type !== INTEGER && type !== NUMBER) return "Type a text; @ and a name mentions somebody.";
    const what = type === INTEGER ? "a whole number" : "a number";
    if (low !== undefined && high !== undefined) return `Type ${what} from ${low} to ${high}.`;
    return `Type ${what}${low !== undefined ? ` of at least ${low}` : high !== undefined ? ` up to ${high}` : ""}.`;
  }

  pick(choice) {
    this.asked++;
    this.picked = choice;
    this.input.value = choice.label;
    this.markInvalid(false);
    this.fit();
    this.entry.suggestions.hide();
    this.entry.next(this);
  }

  /** Returns the value to send as {value}, or {problem: sentence}. */
  read() {
    const text = this.input.value.trim();
    const { type, min_value: low = -Infinity, max_value: high = Infinity } = this.option;
    if (this.picked) return { value: this.picked.value };
    if (!text) return { problem: `${this.label} is missing.` };
    if (this.isGuided && !this.option.autocomplete) {
      const named = (it) => it.label.toLowerCase().replace(/^[@#]/, "") === text.toLowerCase().replace(/^[@#]/, "") || String(it.value) === text;
      const choice = this.choices().find(named);
      return choice ? { value: choice.value } : { problem: `${this.label}: choose one of the list.` };
    }
    if (this.isText) return { value: withMentions(text, this.entry.client.people) };
    if (type !== INTEGER && type !== NUMBER) return { value: text };
    const number = Number(text);
    const right = type === INTEGER ? Number.isInteger(number) : Number.isFinite(number);
    return right && number >= low && number <= high ? { value: number } : { problem: `${this.label}: ${this.bounds()}` };
  }
}

