// A pane: one person's Discord on the page, with the open channel and everything around it.

import { byId, DM, nameOf } from "../client/client.js";
import { Composer } from "../composer/composer.js";
import { h } from "../dom.js";
import { mentionLinks } from "../messages/mention-links.js";
import { ChannelHead } from "./channel-head.js";
import { MessageLog } from "./message-log.js";
import { PaneActions } from "./pane-actions.js";
import { PeopleStrip } from "./people-strip.js";
import { Popup } from "./popup.js";
import { sections, Sidebar } from "./sidebar.js";

export class Pane {
  constructor(app, place, client, wanted) {
    this.app = app;
    this.place = place;
    this.channelId = null;
    this.layer = h("div.layer");
    this.head = new ChannelHead(this);
    this.actions = new PaneActions(this);
    this.strip = new PeopleStrip(this);
    this.sidebar = new Sidebar(this);
    this.log = new MessageLog(this);
    this.composer = new Composer(this);
    this.main = h("div.main", {}, this.head.node, this.log.node, this.composer.node);
    this.shade = h("div.shade", { onclick: () => this.showDrawer(false) });
    this.screen = h("div.screen", {}, this.sidebar.node, this.shade, this.main);
    this.node = h("section.pane", { "data-place": place }, this.strip.node, this.screen, this.layer);
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.showDrawer(false));
    this.popup = new Popup(this.layer, this.node);
    this.listener = ({ detail }) => this.onChange(detail);
    this.become(client, wanted);
  }

  /** Shows another person here. `wanted` is a channel as the address names it: a name, `dm`, or an id. */
  become(client, wanted = null) {
    if (client === this.client && !wanted) return;
    const kept = wanted ?? this.sameChannel(client);
    this.client?.removeEventListener("change", this.listener);
    this.client?.unread.leave(this);
    this.client = client;
    this.client.addEventListener("change", this.listener);
    this.context = {
      client,
      pane: this,
      names: mentionLinks(client, {
        openChannel: (id) => this.openChannel(id),
        startCommand: (path) => this.composer.start(path),
      }),
    };
    this.modal?.close();
    this.node.dataset.person = client.me.username;
    this.node.dataset.personId = client.me.id;
    this.node.setAttribute("aria-label", `${nameOf(client.me)}'s Discord`);
    this.wanted = kept;
    this.openChannel(this.wantedChannel() ?? this.firstChannel(), { keepWanted: true });
    this.app.updateAddress();
  }

  /** Returns the other person's channel that matches the open one: the same channel, or their own direct messages. */
  sameChannel(client) {
    const channel = this.client?.channels.get(this.channelId);
    if (!channel) return null;
    return channel.type === DM ? "dm" : client.channels.has(channel.id) ? channel.id : null;
  }

  wantedChannel() {
    const { wanted, client } = this;
    if (!wanted) return null;
    const all = [...client.channels.values()];
    const found =
      client.channels.get(wanted) ??
      (wanted === "dm" ? all.find(({ type }) => type === DM) : all.find(({ type, name }) => type === 0 && name === wanted));
    return found?.id ?? null;
  }

  firstChannel() {
    const { text, dms } = sections(this.client);
    return text[0]?.channel.id ?? dms[0]?.id ?? null;
  }

  openChannel(id, { keepWanted = false } = {}) {
    if (id && !this.client.channels.has(id)) return;
    if (!keepWanted || (id && id === this.wantedChannel())) this.wanted = null;
    const { unread } = this.client;
    const lastRead = unread.lastRead(id);
    const firstUnread = unread.channels.has(id)
      ? this.client.history(id).find((message) => byId(message.id, lastRead) > 0 && unread.isFromOthers(message))
      : null;
    this.channelId = id;
    this.popup.close();
    unread.show(this, id);
    this.log.show(id, firstUnread?.id);
    this.composer.reset();
    this.showDrawer(false);
    this.render();
    this.app.updateAddress();
  }

  /** Opens the channel that a link leads to, and scrolls to the message in it. */
  goTo({ channel, message }) {
    if (channel !== this.channelId) this.openChannel(channel);
    if (message) this.log.goTo(message);
  }

  render() {
    this.head.render();
    this.node.classList.toggle("cut", !this.client.linked);
    this.strip.render();
    this.sidebar.render();
  }

  onChange({ what, channelId, id, customId, busy }) {
    if (what === "message") {
      if (channelId === this.channelId) this.log.changed(id);
    } else if (what === "older") {
      if (channelId === this.channelId) this.log.prepend();
    } else if (what === "press") {
      if (channelId === this.channelId) this.log.busy(id, customId, busy);
    } else if (what === "all") {
      this.reload();
    } else if (what === "channels") {
      const gone = this.channelId && !this.client.channels.has(this.channelId);
      const arrived = this.wantedChannel();
      if (gone || arrived || !this.channelId) this.openChannel(arrived ?? this.firstChannel(), { keepWanted: true });
      else this.render();
    } else {
      if (what === "commands") this.composer.commandsChanged();
      this.render();
    }
  }

  /** Renders the whole state again, and keeps the open channel and what is being typed. */
  reload() {
    if (!this.client.channels.has(this.channelId)) {
      this.openChannel(this.wantedChannel() ?? this.firstChannel(), { keepWanted: true });
      return;
    }
    this.log.show(this.channelId);
    this.composer.commandsChanged();
    this.render();
  }

  showDrawer(isShown) {
    this.node.classList.toggle("drawer-shown", isShown);
  }

  close() {
    this.client.removeEventListener("change", this.listener);
    this.client.unread.leave(this);
    this.log.close();
    this.popup.listeners.abort();
    this.node.remove();
  }
}
