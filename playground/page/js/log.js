// The messages of the open channel. It stays at its end while one reads there, and stays put when one reads further up.

import { byId } from "./client.js";
import { flat, flightKey, markBusy } from "./components.js";
import { h, keepingFocus } from "./dom.js";
import { continues, drawMessage } from "./message.js";
import { dayName, dayOf } from "./time.js";

const NEAR = 60;

export class Log {
  constructor(pane) {
    this.pane = pane;
    const log = { role: "log", "aria-live": "polite", "aria-label": "Messages", tabindex: "0" };
    this.list = h("div.messages", { ...log, onpointerdown: ({ target }) => this.hold(target) });
    this.scroller = h("div.scroller", { onscroll: () => this.scrolled() }, this.list);
    this.toEnd = h("button.to-end", { type: "button", hidden: true, onclick: () => this.stick() }, "Newer messages below ↓");
    this.node = h("div.log", {}, this.scroller, this.toEnd);
    this.atEnd = true;
    this.held = null;
    this.late = false;
    this.over = new AbortController();
    for (const up of ["pointerup", "pointercancel"]) {
      window.addEventListener(up, () => setTimeout(() => this.letGo()), { signal: this.over.signal }); // after the click
    }
    this.sizes = new ResizeObserver(() => this.atEnd && this.stick());
    this.sizes.observe(this.list);
    this.sizes.observe(this.scroller);
  }

  /** Draws the channel anew; `firstNew` is where the person had stopped reading. */
  show(channelId, firstNew = null) {
    this.channelId = channelId;
    this.firstNew = firstNew;
    this.held = null;
    this.list.replaceChildren(this.beginning());
    this.list.dataset.openChannel = channelId ?? "";
    let before = null;
    for (const message of this.pane.client.history(channelId)) {
      this.list.append(...this.dividers(message, before), this.draw(message, before));
      before = message;
    }
    this.stick();
  }

  beginning() {
    const { title, about } = this.pane.describe(this.channelId);
    return h("div.beginning", {}, h("h2", {}, title), h("p", {}, about));
  }

  dividers(message, before) {
    const lines = [];
    const newDay = dayOf(message.timestamp) !== (before && dayOf(before.timestamp));
    if (newDay) lines.push(h("div.divider", { role: "separator" }, h("span", {}, dayName(message.timestamp))));
    if (this.firstNew === message.id) lines.push(h("div.divider.new", { role: "separator" }, h("span", {}, "New")));
    return lines;
  }

  draw(message, before) {
    const sameDay = before && dayOf(before.timestamp) === dayOf(message.timestamp);
    const compact = Boolean(sameDay) && this.firstNew !== message.id && continues(message, before);
    return drawMessage(message, this.pane.scene, { compact });
  }

  find(id) {
    return this.list.querySelector(`:scope > [data-message-id="${CSS.escape(id)}"]`);
  }

  /** One message came, changed or went. */
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
      const fresh = [...this.dividers(messages[at], messages[at - 1]), this.draw(messages[at], messages[at - 1])];
      if (next) next.before(...fresh);
      else this.list.append(...fresh);
      if (next) this.replace(messages[at + 1], messages);
    }
    if (wasAtEnd) this.stick();
    else if (at >= 0 && at === messages.length - 1 && !node) this.toEnd.hidden = false;
    this.offersOf(id, messages[at]);
  }

  /** The message under the finger is drawn anew only when the finger is off: a click begins and ends on one button. */
  hold(target) {
    this.held = target.closest("[data-message-id]")?.dataset.messageId ?? null;
    this.late = false;
  }

  letGo() {
    const { held, late } = this;
    this.held = null;
    if (held && late) this.changed(held);
  }

  replace(message, messages) {
    if (message.id === this.held) {
      this.late = true;
      return;
    }
    const old = this.find(message.id);
    const fresh = this.draw(message, messages[messages.indexOf(message) - 1]);
    if (!old) return;
    for (const shown of old.querySelectorAll(".spoiler.shown")) {
      const place = [...old.querySelectorAll(".spoiler")].indexOf(shown);
      fresh.querySelectorAll(".spoiler")[place]?.click();
    }
    keepingFocus(old, ["data-custom-id"], () => old.replaceWith(fresh), fresh);
  }

  /** A menu whose options are no longer these is closed; one that stays keeps what was being chosen. */
  offersOf(id, message) {
    const stamps = new Map();
    for (const it of flat(message?.components)) {
      if (it.custom_id && !it.disabled) stamps.set(flightKey({ id }, it.custom_id), JSON.stringify(it));
    }
    this.pane.popup.closeIfChanged(`${id} `, stamps);
  }

  busy(id, customId, isBusy) {
    const control = this.find(id)?.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
    if (control) markBusy(control, isBusy);
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.atEnd) this.toEnd.hidden = true;
  }

  stick() {
    this.atEnd = true;
    this.toEnd.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Bring a message into sight. */
  goTo(id) {
    const node = this.find(id);
    if (!node) return;
    this.atEnd = false;
    node.scrollIntoView({ block: "start" });
    node.classList.add("sought");
    node.addEventListener("animationend", () => node.classList.remove("sought"), { once: true });
  }

  close() {
    this.sizes.disconnect();
    this.over.abort();
  }
}
