// A command being written: its name, a field for each option that is given, and the ones that may be added.

import * as api from "./api.js";
import { commandData, local, spokenOptions } from "./commands.js";
import { h, icon } from "./dom.js";
import { LooseText } from "./loose-text.js";
import { OptionField } from "./option-field.js";

export class CommandEntry {
  constructor(composer, leaf, rest = "") {
    this.composer = composer;
    this.leaf = leaf;
    this.client = composer.pane.client;
    this.suggestions = composer.suggestions;
    this.chips = h("span.option-chips");
    this.loose = new LooseText(this);
    this.more = h("span.option-more");
    this.sender = h("button.icon-button.send", { type: "submit", "aria-label": `Send /${leaf.shown}`, "data-testid": "send", onkeydown: (event) => this.senderKey(event) }, icon("send"));
    const cancel = { type: "button", "aria-label": "Do not send this command", title: "Do not send this command", onclick: () => composer.reset({ focus: true }) };
    this.node = h(
      "form.command-entry",
      { "data-command": leaf.path.join(" "), onsubmit: (event) => this.submit(event) },
      h("button.icon-button.cancel-command", cancel, icon("close")),
      h("div.command-line", {}, h("span.command-name", { title: leaf.description }, `/${leaf.shown}`), this.chips, this.loose.input, this.more),
      this.sender,
    );
    const spoken = spokenOptions(leaf, rest);
    const inOrder = [...leaf.options].sort((a, b) => Boolean(b.required) - Boolean(a.required));
    this.fields = inOrder
      .filter((option) => option.required || spoken.has(option.name))
      .map((option) => new OptionField(this, option, spoken.get(option.name)));
    this.draw();
  }

  draw() {
    this.chips.replaceChildren(...this.fields.map((field) => field.node));
    const { open } = this;
    const { locale } = this.client.me;
    this.loose.input.hidden = !open.length;
    this.more.replaceChildren(
      ...open.map((option) =>
        h(
          "button.option-add",
          {
            type: "button",
            "data-add-option": option.name,
            title: local(option, "description", locale),
            "aria-label": `Add ${local(option, "name", locale)}`,
            onclick: () => this.addField(option),
          },
          icon("plus"),
          local(option, "name", locale),
        ),
      ),
    );
  }

  /** The options that are not given yet. */
  get open() {
    const given = new Set(this.fields.map(({ option }) => option));
    return this.leaf.options.filter((option) => !given.has(option));
  }

  focus() {
    const empty = this.fields.find((field) => field.isEmpty);
    (empty?.input ?? (this.open.length ? this.loose.input : this.fields.at(-1)?.input ?? this.sender)).focus();
  }

  /** Goes to an option that was named, and makes its field if there is none. */
  openOption(option) {
    const field = this.fields.find((one) => one.option === option);
    if (field) field.input.focus();
    else this.addField(option);
  }

  addField(option) {
    const field = new OptionField(this, option);
    this.fields.push(field);
    this.draw();
    field.input.focus();
  }

  remove(field) {
    this.fields = this.fields.filter((other) => other !== field);
    this.suggestions.hide();
    this.draw();
    this.focus();
  }

  /** A choice was made: on to the first option that is still empty, else stay, so that Enter sends. */
  next(field) {
    const open = this.fields.find((other) => other.isEmpty);
    (open ?? field).input.focus();
    if (!open) this.suggestions.hide();
  }

  key(event, field) {
    const written = event.key === "Enter" && this.suggestions.isWritten(field.input.value);
    if (this.suggestions.key(event)) {
      // What was written out need not be chosen first.
      if (written && !this.fields.some(({ isEmpty }) => isEmpty)) this.node.requestSubmit();
      return;
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      this.composer.reset({ focus: true });
    } else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      if (field.option.required) this.composer.start(this.leaf.path.join(" "));
      else this.remove(field);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !this.suggestions.isOpen) {
      event.preventDefault();
      field.suggest();
    }
  }

  senderKey(event) {
    if (event.key === "Backspace") this.composer.start(this.leaf.path.join(" "));
    else if (event.key === "Escape") this.composer.reset({ focus: true });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Asks the bot what this option may be; `null` when it did not say. */
  async autocomplete(field) {
    const options = [];
    for (const other of this.fields) {
      const { name, type } = other.option;
      if (other === field) options.push({ name, type, value: field.input.value.trim(), focused: true });
      else if (!other.isEmpty) {
        const { value } = other.read();
        if (value !== undefined) options.push({ name, type, value });
      }
    }
    try {
      const result = await this.composer.pane.interact(4, commandData(this.leaf, options));
      if (result.outcome !== "choices") return null;
      return (result.choices ?? []).map((it) => ({ label: local(it, "name", this.client.me.locale), value: it.value }));
    } catch (refusal) {
      if (!(refusal instanceof api.Refused)) throw refusal;
      return null;
    }
  }

  submit(event) {
    event.preventDefault();
    if (this.loose.text) {
      this.composer.say(`“${this.loose.text}” is no option of this command.`);
      this.loose.input.focus();
      return;
    }
    const options = [];
    for (const field of this.fields) {
      if (field.isEmpty && !field.option.required) continue;
      const { value, problem } = field.read();
      if (problem) {
        field.complain(true);
        this.composer.say(problem);
        field.input.focus();
        return;
      }
      options.push({ name: field.option.name, type: field.option.type, value });
    }
    this.composer.send(this.leaf, commandData(this.leaf, options));
  }
}
