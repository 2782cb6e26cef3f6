// Mentions of users, roles, channels and commands: their names, and what a click on them does.

import { nameOf } from "../client/client.js";
import { h } from "../dom.js";

export function mentionLinks(client, { openChannel, startCommand }) {
  return {
    user(id) {
      const user = client.user(id);
      const label = user ? `@${nameOf(user)}` : `<@${id}>`;
      return h("span.mention", { class: id === client.me.id ? "me" : "", "data-user-id": id }, label);
    },
    role(id) {
      return h("span.mention", {}, `@${client.roles.get(id)?.name ?? "deleted-role"}`);
    },
    channel(id) {
      const channel = client.channels.get(id);
      if (!channel) return h("span.mention", {}, "#unknown");
      const go = () => openChannel(id);
      return h("button.mention", { type: "button", onclick: go }, `#${channel.name ?? "direct message"}`);
    },
    command(path) {
      return h("button.mention", { type: "button", onclick: () => startCommand(path) }, `/${path}`);
    },
  };
}
