// The composer of a pane. It takes only slash commands, because the bot doesn't read ordinary messages.

import { CommandEntry } from "./command-entry.js";
import { startedCommand, leaves, matchingCommands } from "./commands.js";
import { h, icon } from "../dom.js";
import { Suggestions } from "./suggestions.js";

const ONLY_COMMANDS = "The playground carries only slash commands. Type / to see what the bot can do.";

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.entry = null;
    this.busy = false;
    this.suggestions = new Suggestions();
    this.notice = h("p.said", { role: "alert", hidden: true, "data-testid": "composer-notice" });
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
    this.node = h("div.composer", {}, this.notice, this.suggestions.node, this.box);
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
    this.showNotice(null);
    this.box.replaceChildren(this.line);
    if (focus) this.input.focus();
  }

  showNotice(sentence, { calm = false } = {}) {
    this.notice.hidden = !sentence;
    this.notice.textContent = sentence ?? "";
    this.notice.classList.toggle("calm", calm);
  }

  /** Opens the list of commands as if `/path` had been typed. */
  start(path) {
    this.reset();
    this.input.value = `/${path}`;
    this.input.focus();
    this.typed();
  }

  typed() {
    const text = this.input.value;
    this.showNotice(null);
    this.suggestions.moved = false;
    if (!text.startsWith("/")) return this.suggestions.hide();
    const all = this.leaves();
    const started = startedCommand(all, text.slice(1));
    if (started) return this.begin(started.leaf, started.rest);
    const items = matchingCommands(all, text.slice(1)).map((leaf) => ({
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
    if (this.input.value.startsWith("/")) this.showNotice(`The bot has no command ${this.input.value.trim()}.`);
    else this.showNotice(ONLY_COMMANDS, { calm: true });
  }

  begin(leaf, rest = "") {
    this.suggestions.hide();
    this.showNotice(null);
    this.entry = new CommandEntry(this, leaf, rest);
    this.box.replaceChildren(this.entry.node);
    this.entry.focus();
  }

  async send(leaf, data) {
    if (this.busy) return;
    const { entry, pane } = this;
    const { channelId } = pane;
    this.setBusy(true);
    try {
      const result = await pane.actions.interact(2, data);
      const hasChanged = pane.channelId !== channelId || this.entry !== entry;
      if (!hasChanged) {
        this.reset({ focus: !result.modal });
        pane.log.scrollToEnd();
      }
      if (result.outcome === "failed") this.showNotice(`/${leaf.shown}: ${result.error ?? "The bot did not answer"}`);
    } catch (refusal) {
      this.showNotice(refusal.message);
    } finally {
      this.setBusy(false);
    }
  }

  setBusy(busy) {
    this.busy = busy;
    this.node.classList.toggle("busy", busy);
    if (this.entry) this.entry.sender.setAttribute("aria-busy", String(busy));
  }
}

/** Returns the options of a command for the list: `variant, seats` or `variant +3 optional`. */
function optionsHint({ options }) {
  const needed = options.filter((option) => option.required).map(({ name }) => name);
  const more = options.length - needed.length;
  return [needed.join(", "), more > 0 && `+${more} optional`].filter(Boolean).join(" ");
}
