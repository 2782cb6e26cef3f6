// The state of one person's Discord: channels, messages, commands, whether the bot is online, and what is unread.

import * as api from "./api.js";
import { Unread } from "./unread.js";
import { openEventStream } from "./event-stream.js";

export const EPHEMERAL = 64;
export const COMPONENTS_V2 = 1 << 15;
export const LOADING = 128;
export const DM = 1;
export const THREADS = [10, 11, 12];

/** Compares ids by age. They have up to 20 digits: a longer one is newer, and equal lengths compare as text. */
export const byId = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

const keyed = (list) => new Map(list.map((it) => [it.id, it]));

/** Emits `change` with {what: "all"|"channels"|"message"|"older"|"press"|"commands"|"bot"|"unread"|"link", …}. */
export class Client extends EventTarget {
  constructor(person) {
    super();
    this.me = person;
    this.ready = false;
    this.linked = true;
    this.people = new Map();
    this.roles = new Map();
    this.channels = new Map();
    this.messages = new Map();
    this.hasOlder = new Set(); // ids of channels that have messages before the first known one
    this.loading = null; // while older messages are being loaded: a promise of whether there were any
    this.loads = 0;
    this.commands = [];
    this.bot = { user: null, online: false };
    this.failures = new Map();
    this.pendingPresses = new Set();
    this.deleted = new Set(); // ids of deleted messages, so that a late answer doesn't restore one
    this.unread = new Unread(this);
  }

  start() {
    openEventStream(this.me.id, {
      onState: (state) => this.load(state),
      onEvent: (event) => this.apply(event),
      onLink: (isUp) => {
        if (isUp === this.linked) return;
        this.linked = isUp;
        this.emit("link");
      },
    });
  }

  emit(what, detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, ...detail } }));
  }

  load(state) {
    this.me = state.me;
    this.people = keyed(state.people);
    this.roles = keyed(state.roles ?? []);
    this.guild = state.guild;
    this.channels = keyed(state.channels);
    this.messages = new Map();
    for (const [id, list] of Object.entries(state.messages ?? {})) {
      this.messages.set(id, [...list].sort((a, b) => byId(a.id, b.id)));
    }
    this.hasOlder = new Set(state.has_older);
    this.loads += 1;
    this.commands = state.commands ?? [];
    this.bot = state.bot ?? this.bot;
    this.failures.clear();
    this.ready = true;
    this.unread.recount();
    this.emit("all");
  }

  apply({ type, data }) {
    switch (type) {
      case "MESSAGE_CREATE":
      case "MESSAGE_UPDATE":
        return this.put(data);
      case "MESSAGE_DELETE":
        return this.remove(data);
      case "CHANNEL_CREATE":
      case "CHANNEL_UPDATE":
        this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
        return this.emit("channels");
      case "CHANNEL_DELETE":
        this.channels.delete(data.id);
        this.messages.delete(data.id);
        this.unread.forget(data.id);
        return this.emit("channels");
      case "PEOPLE":
        this.people = keyed(data);
        return this.emit("all");
      case "ROLES":
        this.roles = keyed(data);
        return this.emit("all");
      case "COMMANDS":
        this.commands = Array.isArray(data) ? data : data.commands;
        return this.emit("commands");
      case "BOT":
        this.bot = { ...this.bot, ...data };
        return this.emit("bot");
      case "NOTIFY":
        return this.unread.ping(data.channel_id, data.message_id);
    }
  }

  history(channelId) {
    return this.messages.get(channelId) ?? [];
  }

  find(channelId, messageId) {
    return this.history(channelId).find((message) => message.id === messageId);
  }

  /** Loads the messages before the first known one, once at a time. Resolves to true if there were any. */
  loadOlder(channelId) {
    if (!this.hasOlder.has(channelId)) return Promise.resolve(false);
    this.loading ??= this.readOlder(channelId).finally(() => (this.loading = null));
    return this.loading;
  }

  async readOlder(channelId) {
    const { loads } = this;
    try {
      const { messages, has_older: hasOlder } = await api.older(this.me.id, channelId, this.history(channelId)[0].id);
      if (loads !== this.loads) return false; // the whole state has been loaded again
      const known = messages.filter(({ id }) => !this.deleted.has(id));
      this.messages.set(channelId, [...known, ...this.history(channelId)]);
      if (!hasOlder) this.hasOlder.delete(channelId);
      this.emit("older", { channelId });
      return known.length > 0;
    } catch {
      return false; // the next scroll tries again
    }
  }

  /** Adds a new message, or replaces the old state of a known one. One that isn't loaded yet is left out. */
  put(message) {
    const list = this.history(message.channel_id);
    if (this.hasOlder.has(message.channel_id) && list.length && byId(message.id, list[0].id) < 0) return;
    this.messages.set(message.channel_id, list);
    const at = list.findIndex((known) => known.id === message.id);
    if (at >= 0) list[at] = message;
    else {
      const before = list.findLastIndex((known) => byId(known.id, message.id) < 0);
      list.splice(before + 1, 0, message);
    }
    this.failures.delete(message.id);
    this.emit("message", { channelId: message.channel_id, id: message.id, isNew: at < 0 });
    if (at < 0) this.unread.arrived(message);
  }

  /** Adds the message of an answer, unless an event brought it before or it is deleted. */
  putIfNew(message) {
    if (message?.channel_id && !this.deleted.has(message.id) && !this.find(message.channel_id, message.id)) this.put(message);
  }

  remove({ id, channel_id: channelId }) {
    const list = this.history(channelId);
    this.deleted.add(id);
    this.messages.set(channelId, list.filter((message) => message.id !== id));
    this.failures.delete(id);
    this.emit("message", { channelId, id, isNew: false });
    this.unread.recount();
  }

  fail(channelId, messageId, sentence) {
    if (sentence) this.failures.set(messageId, sentence);
    else if (!this.failures.delete(messageId)) return;
    this.emit("message", { channelId, id: messageId, isNew: false });
  }

  user(id) {
    return this.people.get(id) ?? (this.bot.user?.id === id ? this.bot.user : null);
  }

  isBot(user) {
    return Boolean(user?.bot) || user?.id === this.bot.user?.id;
  }
}

export const nameOf = (user) => user?.global_name || user?.display_name || user?.username || "someone";
