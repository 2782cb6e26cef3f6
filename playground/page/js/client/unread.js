// The channels that a person has not read, and their pings. The newest message read in each is stored in the browser.

import { byId, DM, EPHEMERAL } from "./client.js";

const storageKey = (person) => `playground.read.${person}`;

export class Unread {
  constructor(client) {
    this.client = client;
    this.channels = new Set();
    this.pings = new Map();
    this.open = new Map();
    this.last = loadLastRead(client.me.id);
  }

  /** Notes that a pane shows this channel (or none, if `null`): its messages are read immediately. */
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
      saveLastRead(this.client.me.id, this.last);
    }
    const wasUnread = this.channels.delete(channelId);
    if (this.pings.delete(channelId) || wasUnread) this.client.emit("unread");
  }

  /** Counts everything again after a (re)connection, because the events in between are lost. */
  recount() {
    const { client } = this;
    this.channels.clear();
    this.pings.clear();
    for (const [channelId, list] of client.messages) {
      const fresh = list.filter((message) => this.isFromOthers(message) && byId(message.id, this.lastRead(channelId)) > 0);
      if (!fresh.length) continue;
      if (this.isOpen(channelId)) {
        this.read(channelId);
        continue;
      }
      this.channels.add(channelId);
      const pinged = fresh.filter((message) => this.isPing(message)).map((message) => message.id);
      if (pinged.length) this.pings.set(channelId, new Set(pinged));
    }
    client.emit("unread");
  }

  arrived(message) {
    if (this.isOpen(message.channel_id)) return this.read(message.channel_id);
    if (!this.isFromOthers(message)) return;
    this.channels.add(message.channel_id);
    this.client.emit("unread");
  }

  ping(channelId, messageId) {
    if (this.isOpen(channelId) || byId(messageId, this.lastRead(channelId)) <= 0) return;
    const ids = this.pings.get(channelId) ?? new Set();
    this.pings.set(channelId, ids.add(messageId));
    this.channels.add(channelId);
    this.client.emit("unread");
  }

  forget(channelId) {
    this.channels.delete(channelId);
    this.pings.delete(channelId);
  }

  isFromOthers(message) {
    return message.author?.id !== this.client.me.id;
  }

  isPing(message) {
    const me = this.client.me.id;
    if (message.flags & EPHEMERAL) return false;
    if (this.client.channels.get(message.channel_id)?.type === DM) return true;
    // The mentions of an edited message are those of its new text, which ping nobody.
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

function loadLastRead(person) {
  try { return JSON.parse(localStorage.getItem(storageKey(person))) ?? {}; } catch { return {}; }
}

function saveLastRead(person, last) {
  try { localStorage.setItem(storageKey(person), JSON.stringify(last)); } catch { /* a private window: it is not stored */ }
}
