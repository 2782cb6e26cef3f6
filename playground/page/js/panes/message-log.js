// The messages of the open channel. It follows new messages while its end is in view, and stays still otherwise.

import { byId } from "../client/client.js";
import { allComponents, pressKey, markBusy } from "../messages/components.js";
import { h, keepingFocus } from "../dom.js";
import { continues, renderMessage } from "../messages/message.js";
import { dayName, dayOf } from "../messages/time.js";

const END_MARGIN = 60; // pixels
const OLDER_MARGIN = 600; // pixels from the first message at which older ones are loaded

export class MessageLog {
  constructor(pane) {
    this.pane = pane;
    const log = { role: "log", "aria-live": "polite", "aria-label": "Messages", tabindex: "0" };
    this.list = h("div.messages", { ...log, onpointerdown: ({ target }) => this.holdMessage(target) });
    this.scroller = h("div.scroller", { onscroll: () => this.scrolled() }, this.list);
    this.toEnd = h("button.to-end", { type: "button", hidden: true, onclick: () => this.scrollToEnd() }, "Newer messages below ↓");
    this.node = h("div.log", {}, this.scroller, this.toEnd);
    this.atEnd = true;
    this.heldId = null;
    this.isStale = false;
    this.listeners = new AbortController();
    for (const up of ["pointerup", "pointercancel"]) {
      window.addEventListener(up, () => setTimeout(() => this.releaseMessage()), { signal: this.listeners.signal }); // after the click
    }
    this.sizes = new ResizeObserver(() => this.atEnd && this.scrollToEnd());
    this.sizes.observe(this.list);
    this.sizes.observe(this.scroller);
  }

  /** Renders a channel. `firstNew` is the id of the first message that the person has not read. */
  show(channelId, firstNew = null) {
    this.channelId = channelId;
    this.firstNew = firstNew;
    this.heldId = null;
    this.list.replaceChildren(this.top());
    this.list.dataset.openChannel = channelId ?? "";
    let before = null;
    for (const message of this.pane.client.history(channelId)) {
      this.list.append(...this.dividers(message, before), this.render(message, before));
      before = message;
    }
    this.scrollToEnd();
  }

  /** Renders what stands above the first message: the beginning of the channel, once everything is loaded. */
  top() {
    if (this.pane.client.hasOlder.has(this.channelId)) return h("div.beginning.older", {}, h("p", {}, "Older messages are loading …"));
    return this.beginning();
  }

  /** Renders messages that were loaded before the others. What is in view stays where it is. */
  prepend() {
    const messages = this.pane.client.history(this.channelId);
    const first = messages.findIndex(({ id }) => this.find(id));
    if (first < 0) return this.show(this.channelId);
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    const nodes = [this.top()];
    let before = null;
    for (const message of messages.slice(0, first)) {
      nodes.push(...this.dividers(message, before), this.render(message, before));
      before = message;
    }
    while (this.list.firstElementChild !== this.find(messages[first].id)) this.list.firstElementChild.remove();
    this.list.prepend(...nodes, ...this.dividers(messages[first], before));
    this.replace(messages[first], messages);
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  beginning() {
    const { title, about } = this.pane.head.describe(this.channelId);
    return h("div.beginning", {}, h("h2", {}, title), h("p", {}, about));
  }

  dividers(message, before) {
    const lines = [];
    const newDay = dayOf(message.timestamp) !== (before && dayOf(before.timestamp));
    if (newDay) lines.push(h("div.divider", { role: "separator" }, h("span", {}, dayName(message.timestamp))));
    if (this.firstNew === message.id) lines.push(h("div.divider.new", { role: "separator" }, h("span", {}, "New")));
    return lines;
  }

  render(message, before) {
    const sameDay = before && dayOf(before.timestamp) === dayOf(message.timestamp);
    const compact = Boolean(sameDay) && this.firstNew !== message.id && continues(message, before);
    return renderMessage(message, this.pane.context, { compact });
  }

  find(id) {
    return this.list.querySelector(`:scope > [data-message-id="${CSS.escape(id)}"]`);
  }

  /** Renders a message that arrived, changed or was deleted. */
  changed(id) {
    const messages = this.pane.client.history(this.channelId);
    const at = messages.findIndex((message) => message.id === id);
    const node = this.find(id);
    const wasAtEnd = this.atEnd;
    if (at < 0) {
      node?.remove();
      const follower = messages.find((message) => byId(message.id, id) > 0);
      if (follower) this.replace(follower, messages);
    } else if (node) this.replace(messages[at], messages);
    else {
      const next = messages[at + 1] && this.find(messages[at + 1].id);
      const nodes = [...this.dividers(messages[at], messages[at - 1]), this.render(messages[at], messages[at - 1])];
      if (next) next.before(...nodes);
      else this.list.append(...nodes);
      if (next) this.replace(messages[at + 1], messages);
    }
    if (wasAtEnd) this.scrollToEnd();
    else if (at >= 0 && at === messages.length - 1 && !node) this.toEnd.hidden = false;
    this.closeStalePopup(id, messages[at]);
  }

  /** Keeps a message as it is while a finger is on it, so that a click begins and ends on the same button. */
  holdMessage(target) {
    this.heldId = target.closest("[data-message-id]")?.dataset.messageId ?? null;
    this.isStale = false;
  }

  releaseMessage() {
    const { heldId, isStale } = this;
    this.heldId = null;
    if (heldId && isStale) this.changed(heldId);
  }

  replace(message, messages) {
    if (message.id === this.heldId) {
      this.isStale = true;
      return;
    }
    const old = this.find(message.id);
    const fresh = this.render(message, messages[messages.indexOf(message) - 1]);
    if (!old) return;
    for (const shown of old.querySelectorAll(".spoiler.shown")) {
      const place = [...old.querySelectorAll(".spoiler")].indexOf(shown);
      fresh.querySelectorAll(".spoiler")[place]?.click();
    }
    keepingFocus(old, ["data-custom-id", "data-picture"], () => old.replaceWith(fresh), fresh);
  }

  /** Closes the popup of a select whose options have changed. Another one keeps what is being chosen. */
  closeStalePopup(id, message) {
    const sources = new Map();
    for (const it of allComponents(message?.components)) {
      if (it.custom_id && !it.disabled) sources.set(pressKey({ id }, it.custom_id), JSON.stringify(it));
    }
    this.pane.popup.closeIfChanged(`${id} `, sources);
  }

  busy(id, customId, isBusy) {
    const control = this.find(id)?.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
    if (control) markBusy(control, isBusy);
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.atEnd = scrollHeight - scrollTop - clientHeight < END_MARGIN;
    if (this.atEnd) this.toEnd.hidden = true;
    if (this.scroller.scrollTop < OLDER_MARGIN) this.pane.client.loadOlder(this.channelId);
  }

  scrollToEnd() {
    this.atEnd = true;
    this.toEnd.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Scrolls to a message and highlights it. An old one is loaded first. */
  async goTo(id) {
    const { channelId } = this;
    while (!this.find(id) && channelId === this.channelId && (await this.pane.client.loadOlder(channelId)));
    const node = this.find(id);
    if (!node) return;
    this.atEnd = false;
    node.scrollIntoView({ block: "start" });
    node.classList.add("highlighted");
    node.addEventListener("animationend", () => node.classList.remove("highlighted"), { once: true });
  }

  close() {
    this.sizes.disconnect();
    this.listeners.abort();
  }
}
