// The sidebar of a pane: the server's channels with their threads, the direct messages, and whether the bot is online.

import { avatar } from "../messages/avatar.js";
import { DM, nameOf, THREADS } from "../client/client.js";
import { h, icon, keepingFocus } from "../dom.js";

const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || (a.name ?? "").localeCompare(b.name ?? "");

export const isThread = (channel) => THREADS.includes(channel?.type);

export function dmName(channel, client) {
  const others = (channel.recipients ?? []).filter((user) => user.id !== client.me.id);
  return others.map(nameOf).join(", ") || nameOf(client.bot.user);
}

/** Returns the text channels, each with its threads, and the direct messages. */
export function sections(client) {
  const all = [...client.channels.values()];
  const text = all.filter((channel) => channel.type === 0 || channel.type === 5).sort(byPosition);
  const threadsOf = (parent) => all.filter((channel) => isThread(channel) && channel.parent_id === parent.id).sort(byPosition);
  return { text: text.map((channel) => ({ channel, threads: threadsOf(channel) })), dms: all.filter(({ type }) => type === DM) };
}

export class Sidebar {
  constructor(pane) {
    this.pane = pane;
    this.list = h("div.channel-list", { onpointerdown: () => this.hold() });
    this.foot = h("div.sidebar-foot");
    this.name = h("h1.guild-name");
    this.isHeld = false;
    this.isStale = false;
    const close = { type: "button", "aria-label": "Close the list of channels", onclick: () => pane.showDrawer(false) };
    this.node = h(
      "nav.sidebar",
      { "aria-label": "Channels" },
      h("div.guild", {}, this.name, h("button.icon-button.drawer-close", close, icon("close"))),
      this.list,
      this.foot,
    );
  }

  /** Renders nothing until the pointer is released: a click counts only on what is still there. */
  hold() {
    const released = new AbortController();
    const release = () => {
      released.abort();
      this.isHeld = false;
      if (this.isStale) this.render();
    };
    this.isHeld = true;
    for (const up of ["pointerup", "pointercancel"]) {
      window.addEventListener(up, () => setTimeout(release), { signal: released.signal }); // after the click
    }
  }

  render() {
    this.isStale = this.isHeld;
    if (this.isHeld) return;
    const { client } = this.pane;
    const { text, dms } = sections(client);
    this.name.textContent = client.guild?.name ?? "Playground";
    keepingFocus(this.list, ["data-channel-id"], () => {
      this.list.replaceChildren(
        h("h2", {}, "Channels"),
        h("ul", {}, text.map(({ channel, threads }) => h("li", {}, this.entry(channel), this.threads(threads)))),
        h("h2", {}, "Direct messages"),
        dms.length
          ? h("ul", {}, dms.map((channel) => h("li", {}, this.entry(channel))))
          : h("p.nothing", {}, "None yet. The bot writes here when it has something for you alone."),
      );
    });
    this.renderFoot();
  }

  threads(threads) {
    const { channelId } = this.pane;
    const shown = threads.filter((thread) => !thread.thread_metadata?.archived || thread.id === channelId);
    return shown.length > 0 && h("ul.threads", {}, shown.map((thread) => h("li", {}, this.entry(thread))));
  }

  entry(channel) {
    const { pane } = this;
    const pings = pane.client.unread.count(channel.id);
    const isUnread = pane.client.unread.channels.has(channel.id);
    const name = channel.type === DM ? dmName(channel, pane.client) : channel.name;
    const kind = channel.type === DM ? "direct message with" : isThread(channel) ? "thread" : "channel";
    const news = pings ? `, ${pings} pings` : isUnread ? ", unread" : "";
    return h(
      "button.channel",
      {
        type: "button",
        class: isUnread ? "unread" : "",
        "data-channel-id": channel.id,
        "data-channel-name": name,
        "aria-current": pane.channelId === channel.id && "page",
        "aria-label": `${kind} ${name}${news}`,
        onclick: () => pane.openChannel(channel.id),
      },
      channel.type === DM ? avatar(pane.client.bot.user, { bot: true }) : icon(isThread(channel) ? "thread" : "hash"),
      h("span.channel-name", {}, name),
      pings > 0 && h("span.badge", {}, pings),
    );
  }

  renderFoot() {
    const { client } = this.pane;
    const { user, online } = client.bot;
    const status = online ? "online" : "offline";
    this.foot.replaceChildren(
      h(
        "div.bot-status",
        { "data-testid": "bot-status", "data-online": String(Boolean(online)) },
        h("span.with-dot", { class: status }, avatar(user, { bot: true })),
        h("div", {}, h("b", {}, user ? nameOf(user) : "The bot"), h("small", {}, user ? `App, ${status}` : "has not come yet")),
      ),
    );
  }
}
