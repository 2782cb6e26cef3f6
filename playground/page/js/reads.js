// What a person has not read yet, and where he was pinged. Remembered in the browser, by person and channel.

import { byId, DM, EPHEMERAL } from "./client.js";

const place = (person) => `playground.read.${person}`;

export class Reads {
  constructor(client) {
    this.client = client;
    this.unread = new Set();
    this.pings = new Map();
    this.open = new Map();
    this.last = remembered(client.me.id);
  }

  /** A pane shows this channel (or `null`): what comes there is read at once. */
  show(pane, channelId) {
    this.open.set(pane, channelId);
    if (channelId) this.read(channelId);
  }

  leave(pane) {
    this.open.delete(pane);
  }

  isOpen(channelId) {
    return document.visibilityState === "visible" && [...this.open.values()].includes(channelId);
  }

  lastRead(channelId) {
    return this.last[channelId] ?? "0";
  }

  read(channelId) {
    const newest = this.client.history(channelId).at(-1);
    if (newest && byId(newest.id, this.lastRead(channelId)) > 0) {
      this.last[channelId] = newest.id;
      remember(this.client.me.id, this.last);
    }
    const had = this.unread.delete(channelId);
    if (this.pings.delete(channelId) || had) this.client.tell("unread");
  }

  /** After a (re)connection: the events in between are lost, so count what lies there. */
  recount() {
    const { client } = this;
    this.unread.clear();
    this.pings.clear();
    for (const [channelId, list] of client.messages) {
      const fresh = list.filter((message) => this.isNews(message) && byId(message.id, this.lastRead(channelId)) > 0);
      if (!fresh.length) continue;
      if (this.isOpen(channelId)) {
        this.read(channelId);
        continue;
      }
      this.unread.add(channelId);
      const pinged = fresh.filter((message) => this.isPing(message)).map((message) => message.id);
      if (pinged.length) this.pings.set(channelId, new Set(pinged));
    }
    client.tell("unread");
  }

  arrived(message) {
    if (this.isOpen(message.channel_id)) return this.read(message.channel_id);
    if (!this.isNews(message)) return;
    this.unread.add(message.channel_id);
    this.client.tell("unread");
  }

  ping(channelId, messageId) {
    if (this.isOpen(channelId) || byId(messageId, this.lastRead(channelId)) <= 0) return;
    const ids = this.pings.get(channelId) ?? new Set();
    this.pings.set(channelId, ids.add(messageId));
    this.unread.add(channelId);
    this.client.tell("unread");
  }

  forget(channelId) {
    this.unread.delete(channelId);
    this.pings.delete(channelId);
  }

  isNews(message) {
    return message.author?.id !== this.client.me.id;
  }

  isPing(message) {
    const me = this.client.me.id;
    if (message.flags & EPHEMERAL) return false;
    if (this.client.channels.get(message.channel_id)?.type === DM) return true;
    // The mentions of an edited message are its present ones, and edits notify nobody.
    if (message.edited_timestamp) return false;
    return Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === me);
  }

  count(channelId) {
    return this.pings.get(channelId)?.size ?? 0;
  }

  total() {
    return [...this.pings.values()].reduce((sum, ids) => sum + ids.size, 0);
  }
}

function remembered(person) {
  try { return JSON.parse(localStorage.getItem(place(person))) ?? {}; } catch { return {}; }
}

function remember(person, last) {
  try { localStorage.setItem(place(person), JSON.stringify(last)); } catch { /* private window: not remembered */ }
}
