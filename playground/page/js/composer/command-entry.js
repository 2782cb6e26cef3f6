// The command that a person is entering: its name, a field for each given option, and buttons for the others.

import * as api from "../client/api.js";
import { commandData, local, typedOptions } from "./commands.js";
import { h, icon } from "../dom.js";
import { OptionNameInput } from "./option-name.js";
import { OptionField } from "./option-field.js";

export class CommandEntry {
  constructor(composer, leaf, rest = "") {
    this.composer = composer;
    this.leaf = leaf;
    this.client = composer.pane.client;
    this.suggestions = composer.suggestions;
    this.chips = h("span.option-chips");
    this.nameInput = new OptionNameInput(this);
    this.more = h("span.option-more");
    this.sender = h("button.icon-button.send", { type: "submit", "aria-label": `Send /${leaf.shown}`, "data-testid": "send", onkeydown: (event) => this.senderKey(event) }, icon("send"));
    const cancel = { type: "button", "aria-label": "Do not send this command", title: "Do not send this command", onclick: () => composer.reset({ focus: true }) };
    this.node = h(
      "form.command-entry",
      { "data-command": leaf.path.join(" "), onsubmit: (event) => this.submit(event) },
      h("button.icon-button.cancel-command", cancel, icon("close")),
      h("div.command-line", {}, h("span.command-name", { title: leaf.description }, `/${leaf.shown}`), this.chips, this.nameInput.input, this.more),
      this.sender,
    );
    const typed = typedOptions(leaf, rest);
    const inOrder = [...leaf.options].sort((a, b) => Boolean(b.required) - Boolean(a.required));
    this.fields = inOrder
      .filter((option) => option.required || typed.has(option.name))
      .map((option) => new OptionField(this, option, typed.get(option.name)));
    this.render();
  }

  render() {
    this.chips.replaceChildren(...this.fields.map((field) => field.node));
    const open = this.missingOptions;
    const { locale } = this.client.me;
    this.nameInput.input.hidden = !open.length;
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
  get missingOptions() {
    const given = new Set(this.fields.map(({ option }) => option));
    return this.leaf.options.filter((option) => !given.has(option));
  }

  focus() {
    const empty = this.fields.find((field) => field.isEmpty);
    (empty?.input ?? (this.missingOptions.length ? this.nameInput.input : this.fields.at(-1)?.input ?? this.sender)).focus();
  }

  /** Moves to the field of an option, and adds the field if there is none. */
  openOption(option) {
    const field = this.fields.find((one) => one.option === option);
    if (field) field.input.focus();
    else this.addField(option);
  }

  addField(option) {
    const field = new OptionField(this, option);
    this.fields.push(field);
    this.render();
    field.input.focus();
  }

  remove(field) {
    this.fields = this.fields.filter((other) => other !== field);
    this.suggestions.hide();
    this.render();
    this.focus();
  }

  /** Moves on to the first empty option after a choice. Without one it stays, so that Enter sends the command. */
  next(field) {
    const open = this.fields.find((other) => other.isEmpty);
    (open ?? field).input.focus();
    if (!open) this.suggestions.hide();
  }

  key(event, field) {
    const isTyped = event.key === "Enter" && this.suggestions.isTyped(field.input.value);
    if (this.suggestions.key(event)) {
      // A choice that is typed in full need not be picked first.
      if (isTyped && !this.fields.some(({ isEmpty }) => isEmpty)) this.node.requestSubmit();
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

  /** Asks the bot for the choices of an option. Returns `null` if it doesn't answer. */
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
      const result = await this.composer.pane.actions.interact(4, commandData(this.leaf, options));
      if (result.outcome !== "choices") return null;
      return (result.choices ?? []).map((it) => ({ label: local(it, "name", this.client.me.locale), value: it.value }));
    } catch (refusal) {
      if (!(refusal instanceof api.Refused)) throw refusal;
      return null;
    }
  }

  submit(event) {
    event.preventDefault();
    if (this.nameInput.text) {
      this.composer.showNotice(`“${this.nameInput.text}” is no option of this command.`);
      this.nameInput.input.focus();
      return;
    }
    const options = [];
    for (const field of this.fields) {
      if (field.isEmpty && !field.option.required) continue;
      const { value, problem } = field.read();
      if (problem) {
        field.markInvalid(true);
        this.composer.showNotice(problem);
        field.input.focus();
        return;
      }
      options.push({ name: field.option.name, type: field.option.type, value });
    }
    this.composer.send(this.leaf, commandData(this.leaf, options));
  }
}
