// The head of a pane: the title of the open channel, and whether the connection and the bot are up.

import { dmName, isThread } from "./sidebar.js";
import { DM } from "../client/client.js";
import { fill, h, icon } from "../dom.js";

export class ChannelHead {
  constructor(pane) {
    this.pane = pane;
    this.node = h("header.channel-head");
  }

  /** Returns the title, icon and description of a channel, for its head and its beginning. */
  describe(id) {
    const channel = this.pane.client.channels.get(id);
    if (!channel) return { title: "Nothing here yet", about: "There is no channel to show.", sign: "hash" };
    if (channel.type === DM) {
      const name = dmName(channel, this.pane.client);
      return { title: name, about: `The beginning of your direct messages with ${name}.`, sign: "at" };
    }
    if (isThread(channel)) return { title: channel.name, about: `A thread in #${this.parentName(channel)}.`, sign: "thread" };
    return { title: channel.name, about: channel.topic || `This is the beginning of #${channel.name}. Type / to see what the bot can do.`, sign: "hash" };
  }

  parentName(channel) {
    return this.pane.client.channels.get(channel.parent_id)?.name ?? "a channel";
  }

  render() {
    const { pane } = this;
    const { client } = pane;
    const { title, sign } = this.describe(pane.channelId);
    const elsewhere = client.unread.total();
    const parent = isThread(client.channels.get(pane.channelId)) && client.channels.get(pane.channelId);
    fill(
      this.node,
      h(
        "button.icon-button.drawer-open",
        { type: "button", "aria-label": "Show the channels", "data-testid": "open-drawer", onclick: () => pane.showDrawer(true) },
        icon("menu"),
        elsewhere > 0 && h("span.badge", {}, elsewhere),
      ),
      parent && h("button.crumb", { type: "button", onclick: () => pane.openChannel(parent.parent_id) }, `#${this.parentName(parent)} ›`),
      icon(sign),
      h("h2", { "data-testid": "channel-title" }, title),
      this.notice(),
    );
  }

  notice() {
    const { linked, bot } = this.pane.client;
    if (!linked) return h("span.state.cut", { role: "status", "data-testid": "link-status" }, "Reconnecting…");
    return bot.online ? null : h("span.state", { role: "status", "data-testid": "bot-offline" }, "Bot offline");
  }
}
