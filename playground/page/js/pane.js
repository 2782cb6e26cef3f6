// One person's Discord on the page: who he is, the open channel, and what he does there.

import * as api from "./api.js";
import { dmName, isThread, sections, Sidebar } from "./channels.js";
import { byId, DM, nameOf } from "./client.js";
import { flightKey } from "./components.js";
import { Composer } from "./composer.js";
import { fill, h, icon } from "./dom.js";
import { Log } from "./log.js";
import { Modal } from "./modal.js";
import { namesFor } from "./names.js";
import { PeopleStrip } from "./people.js";
import { Popup } from "./popup.js";

export class Pane {
  constructor(app, place, client, wanted) {
    this.app = app;
    this.place = place;
    this.channelId = null;
    this.layer = h("div.layer");
    this.head = h("header.channel-head");
    this.strip = new PeopleStrip(this);
    this.sidebar = new Sidebar(this);
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.main = h("div.main", {}, this.head, this.log.node, this.composer.node);
    this.shade = h("div.shade", { onclick: () => this.drawer(false) });
    this.screen = h("div.screen", {}, this.sidebar.node, this.shade, this.main);
    this.node = h("section.pane", { "data-place": place }, this.strip.node, this.screen, this.layer);
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
    this.popup = new Popup(this.layer, this.node);
    this.heard = ({ detail }) => this.hear(detail);
    this.become(client, wanted);
  }

  /** Be somebody else here. `wanted` is a channel as a link names it: a name, `dm`, or an id. */
  become(client, wanted = null) {
    if (client === this.client && !wanted) return;
    const kept = wanted ?? this.sameChannel(client);
    this.client?.removeEventListener("change", this.heard);
    this.client?.reads.leave(this);
    this.client = client;
    this.client.addEventListener("change", this.heard);
    this.scene = {
      client,
      pane: this,
      names: namesFor(client, {
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
    this.app.settled();
  }

  /** Who changes person in #rummy wants to see #rummy; in a direct message, that person's own. */
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
    const { reads } = this.client;
    const stopped = reads.lastRead(id);
    const news = reads.unread.has(id)
      ? this.client.history(id).find((message) => byId(message.id, stopped) > 0 && reads.isNews(message))
      : null;
    this.channelId = id;
    this.popup.close();
    reads.show(this, id);
    this.log.show(id, news?.id);
    this.composer.reset();
    this.drawer(false);
    this.draw();
    this.app.settled();
  }

  /** Where a link leads: a channel, and a message in it. */
  goTo({ channel, message }) {
    if (channel !== this.channelId) this.openChannel(channel);
    if (message) this.log.goTo(message);
  }

  /** What stands in the head of a channel and at its beginning. */
  describe(id) {
    const channel = this.client.channels.get(id);
    if (!channel) return { title: "Nothing here yet", about: "There is no channel to show.", sign: "hash" };
    if (channel.type === DM) {
      const name = dmName(channel, this.client);
      return { title: name, about: `The beginning of your direct messages with ${name}.`, sign: "at" };
    }
    if (isThread(channel)) return { title: channel.name, about: `A thread in #${this.parentName(channel)}.`, sign: "thread" };
    return { title: channel.name, about: channel.topic || `This is the beginning of #${channel.name}. Type / to see what the bot can do.`, sign: "hash" };
  }

  parentName(channel) {
    return this.client.channels.get(channel.parent_id)?.name ?? "a channel";
  }

  draw() {
    const { title, sign } = this.describe(this.channelId);
    const { client } = this;
    const elsewhere = client.reads.total();
    const parent = isThread(client.channels.get(this.channelId)) && client.channels.get(this.channelId);
    fill(
      this.head,
      h(
        "button.icon-button.drawer-open",
        { type: "button", "aria-label": "Show the channels", "data-testid": "open-drawer", onclick: () => this.drawer(true) },
        icon("menu"),
        elsewhere > 0 && h("span.badge", {}, elsewhere),
      ),
      parent && h("button.crumb", { type: "button", onclick: () => this.openChannel(parent.parent_id) }, `#${this.parentName(parent)} ›`),
      icon(sign),
      h("h2", { "data-testid": "channel-title" }, title),
      this.notice(),
    );
    this.node.classList.toggle("cut", !client.linked);
    this.strip.draw();
    this.sidebar.draw();
  }

  notice() {
    const { linked, bot } = this.client;
    if (!linked) return h("span.state.cut", { role: "status", "data-testid": "link-status" }, "Reconnecting…");
    return bot.online ? null : h("span.state", { role: "status", "data-testid": "bot-offline" }, "Bot offline");
  }

  hear({ what, channelId, id, customId, busy }) {
    if (what === "message") {
      if (channelId === this.channelId) this.log.changed(id);
    } else if (what === "flight") {
      if (channelId === this.channelId) this.log.busy(id, customId, busy);
    } else if (what === "all") {
      this.reread();
    } else if (what === "channels") {
      const gone = this.channelId && !this.client.channels.has(this.channelId);
      const arrived = this.wantedChannel();
      if (gone || arrived || !this.channelId) this.openChannel(arrived ?? this.firstChannel(), { keepWanted: true });
      else this.draw();
    } else {
      if (what === "commands") this.composer.commandsChanged();
      this.draw();
    }
  }

  /** The whole state came anew: stay where he is, with what he was typing. */
  reread() {
    if (!this.client.channels.has(this.channelId)) {
      this.openChannel(this.wantedChannel() ?? this.firstChannel(), { keepWanted: true });
      return;
    }
    this.log.show(this.channelId);
    this.composer.commandsChanged();
    this.draw();
  }

  drawer(open) {
    this.node.classList.toggle("drawer-shown", open);
  }

  /** A button or a menu of a message. */
  async press(message, it, values) {
    const { client } = this;
    const key = flightKey(message, it.custom_id);
    if (client.inFlight.has(key)) return;
    const flight = (busy) => {
      client.inFlight[busy ? "add" : "delete"](key);
      client.tell("flight", { channelId: message.channel_id, id: message.id, customId: it.custom_id, busy });
    };
    client.fail(message.channel_id, message.id, null);
    flight(true);
    try {
      const data = { custom_id: it.custom_id, component_type: it.type, ...(values && { values }) };
      const result = await this.interact(3, data, message);
      if (result.outcome === "failed") client.fail(message.channel_id, message.id, result.error ?? "This interaction failed");
    } catch (refusal) {
      client.fail(message.channel_id, message.id, refusal.message);
    } finally {
      flight(false);
    }
  }

  /** Sends an interaction and shows what came of it, except a failure, which its caller shows in its own place. */
  async interact(type, data, message = null) {
    const { client } = this;
    const channelId = message?.channel_id ?? this.channelId;
    const result = await api.interact({
      as: client.me.id,
      channel_id: channelId,
      type,
      data,
      ...(message && { message_id: message.id }),
    });
    if (result.message) client.putIfNew(result.message);
    if (result.modal && client === this.client) this.modal = new Modal(this, result.modal, message);
    return result;
  }

  async dismiss(message) {
    try {
      await api.dismiss(this.client.me.id, message.id);
      this.client.remove(message);
    } catch (refusal) {
      this.client.fail(message.channel_id, message.id, refusal.message);
    }
  }

  close() {
    this.client.removeEventListener("change", this.heard);
    this.client.reads.leave(this);
    this.log.close();
    this.popup.over.abort();
    this.node.remove();
  }
}
