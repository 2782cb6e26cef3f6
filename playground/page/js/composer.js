// The line one writes in. It carries slash commands only: the bot reads no ordinary messages, so neither does this.

import { CommandEntry } from "./command-entry.js";
import { begun, leaves, matching } from "./commands.js";
import { h, icon } from "./dom.js";
import { Suggestions } from "./suggestions.js";

const ONLY_COMMANDS = "The playground carries only slash commands. Type / to see what the bot can do.";

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.entry = null;
    this.busy = false;
    this.suggestions = new Suggestions();
    this.said = h("p.said", { role: "alert", hidden: true, "data-testid": "composer-notice" });
    this.input = h("input.composer-text", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": "Type / for the bot's commands",
      "data-testid": "composer",
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.suggestions.hide(),
      onfocus: () => this.input.value && this.typed(),
    });
    const opener = { type: "button", "aria-label": "Show the bot's commands", title: "Show the bot's commands", onmousedown: (event) => event.preventDefault(), onclick: () => this.start("") };
    this.line = h("div.composer-line", {}, h("button.icon-button.open-commands", opener, icon("slash")), this.input);
    this.box = h("div.composer-box", {}, this.line);
    this.node = h("div.composer", {}, this.said, this.suggestions.node, this.box);
  }

  leaves() {
    const { client, channelId } = this.pane;
    return leaves(client.commands, { channel: client.channels.get(channelId), locale: client.me.locale });
  }

  reset({ focus = false } = {}) {
    this.entry = null;
    this.input.value = "";
    this.input.placeholder = "Type / for commands";
    this.suggestions.hide();
    this.say(null);
    this.box.replaceChildren(this.line);
    if (focus) this.input.focus();
  }

  say(sentence, { calm = false } = {}) {
    this.said.hidden = !sentence;
    this.said.textContent = sentence ?? "";
    this.said.classList.toggle("calm", calm);
  }

  /** As if `/path` had been typed: the list opens, ready for Enter. */
  start(path) {
    this.reset();
    this.input.value = `/${path}`;
    this.input.focus();
    this.typed();
  }

  typed() {
    const text = this.input.value;
    this.say(null);
    this.suggestions.moved = false;
    if (!text.startsWith("/")) return this.suggestions.hide();
    const all = this.leaves();
    const started = begun(all, text.slice(1));
    if (started) return this.begin(started.leaf, started.rest);
    const items = matching(all, text.slice(1)).map((leaf) => ({
      label: `/${leaf.shown}`,
      hint: optionsHint(leaf),
      description: leaf.description,
      pick: () => this.begin(leaf),
    }));
    const empty = this.pane.client.commands.length ? "No command of the bot fits." : "The bot has no commands yet. Is it running?";
    this.suggestions.show(this.input, items, { title: "Commands", empty });
  }

  commandsChanged() {
    if (!this.entry && document.activeElement === this.input) this.typed();
  }

  key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Escape" && this.input.value) {
      event.stopPropagation();
      this.reset();
    }
    if (event.key !== "Enter" || !this.input.value.trim() || event.isComposing) return;
    event.preventDefault();
    if (this.input.value.startsWith("/")) this.say(`The bot has no command ${this.input.value.trim()}.`);
    else this.say(ONLY_COMMANDS, { calm: true });
  }

  begin(leaf, rest = "") {
    this.suggestions.hide();
    this.say(null);
    this.entry = new CommandEntry(this, leaf, rest);
    this.box.replaceChildren(this.entry.node);
    this.entry.focus();
  }

  async send(leaf, data) {
    if (this.busy) return;
    const { entry, pane } = this;
    const { channelId } = pane;
    this.working(true);
    try {
      const result = await pane.interact(2, data);
      const moved = pane.channelId !== channelId || this.entry !== entry;
      if (!moved) {
        this.reset({ focus: !result.modal });
        pane.log.stick();
      }
      if (result.outcome === "failed") this.say(`/${leaf.shown}: ${result.error ?? "The bot did not answer"}`);
    } catch (refusal) {
      this.say(refusal.message);
    } finally {
      this.working(false);
    }
  }

  working(busy) {
    this.busy = busy;
    this.node.classList.toggle("busy", busy);
    if (this.entry) this.entry.sender.setAttribute("aria-busy", String(busy));
  }
}

/** What a command asks for, in the list: `variant, seats` or `variant +3 optional`. */
function optionsHint({ options }) {
  const needed = options.filter((option) => option.required).map(({ name }) => name);
  const more = options.length - needed.length;
  return [needed.join(", "), more > 0 && `+${more} optional`].filter(Boolean).join(" ");
}
