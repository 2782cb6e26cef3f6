// One message as a person sees it: author, time, text, components, and the failure of a press.

import { avatar, hueOf } from "./avatar.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING, nameOf } from "../client/client.js";
import { components } from "./components.js";
import { h, icon } from "../dom.js";
import { embed } from "./embeds.js";
import { lineOf, markdown } from "./markdown.js";
import { attachments } from "./media.js";
import { sentAt } from "./time.js";

const ORDINARY = [0, 19, 20, 21, 23];
const GROUPED_WITHIN = 7 * 60 * 1000;

/** Returns whether a message follows another of the same author, so that it needs no name and avatar. */
export function continues(message, before) {
  return Boolean(
    before &&
      before.author?.id === message.author?.id &&
      ORDINARY.includes(before.type ?? 0) &&
      !origin(message) &&
      !message.referenced_message &&
      Boolean(before.flags & EPHEMERAL) === Boolean(message.flags & EPHEMERAL) &&
      new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_WITHIN,
  );
}

/** Renders a message. `context` is {client, pane, names}; `compact` leaves out name and avatar. */
export function renderMessage(message, context, { compact }) {
  if (!ORDINARY.includes(message.type ?? 0)) return systemLine(message, context);
  const { client, pane } = context;
  const bot = client.isBot(message.author);
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const mine = (message.mentions ?? []).some((user) => user.id === client.me.id);
  const state = [ephemeral && "ephemeral", compact && "compact", mine && "pinged"].filter(Boolean).join(" ");
  const failure = client.failures.get(message.id);
  return h(
    "article.message",
    { class: state, "data-message-id": message.id, "aria-label": `${nameOf(message.author)} wrote` },
    above(message, context),
    compact ? sentAt(message.timestamp, { short: true }) : avatar(message.author, { bot }),
    h(
      "div.message-body",
      {},
      compact ||
        h(
          "header",
          {},
          h("strong.author", { style: { "--hue": hueOf(message.author) } }, nameOf(message.author)),
          bot && h("span.tag", {}, "App"),
          sentAt(message.timestamp),
        ),
      message.flags & LOADING ? thinking(message) : contents(message, { ...context, message }),
      message.thread && threadLink(message.thread, pane),
      failure && h("p.failure", { role: "alert" }, failure),
      ephemeral && onlyYou(message, pane),
    ),
  );
}

function contents(message, context) {
  const edited = message.edited_timestamp && h("span.edited", { title: "Edited after it was sent" }, "(edited)");
  const text = message.content && h("div.markdown.content", {}, markdown(message.content, context.names));
  if (text && edited) (text.lastElementChild?.matches("p") ? text.lastElementChild : text).append(" ", edited);
  return [
    text,
    !(message.flags & COMPONENTS_V2) && attachments(message.attachments ?? []),
    (message.embeds ?? []).map((it) => embed(it, context)),
    message.components?.length > 0 && h("div.components", {}, components(message.components, context)),
    !text && edited,
  ];
}

function thinking({ author }) {
  return h("p.thinking", {}, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), ` ${nameOf(author)} is thinking…`);
}

function origin(message) {
  const used = message.interaction ?? message.interaction_metadata;
  const name = used?.name ?? used?.command_name;
  return name && used.user ? { user: used.user, name } : null;
}

function above(message, { names }) {
  const used = origin(message);
  if (used) {
    return h("p.above", {}, avatar(used.user), h("b", {}, nameOf(used.user)), " used ", h("span.used", {}, `/${used.name}`));
  }
  const other = message.referenced_message;
  if (!other) return null;
  const start = (other.content || "(a message)").split("\n")[0].slice(0, 120);
  return h("p.above", {}, avatar(other.author, { bot: other.author?.bot }), h("b", {}, nameOf(other.author)), " ", lineOf(start, names));
}

function onlyYou(message, pane) {
  const dismiss = h("button.plain", { type: "button", onclick: () => pane.actions.dismiss(message) }, "Dismiss message");
  return h("footer.only-you", {}, icon("eye"), "Only you can see this · ", dismiss);
}

function threadLink(thread, pane) {
  return h(
    "button.thread-link",
    { type: "button", onclick: () => pane.openChannel(thread.id) },
    icon("thread"),
    h("b", {}, thread.name),
    " Open thread ›",
  );
}

function systemLine(message, { names, pane, client }) {
  const who = h("b", {}, nameOf(message.author));
  const threadId = message.thread?.id ?? message.message_reference?.channel_id;
  const says =
    {
      6: [who, " pinned a message to this channel."],
      7: [who, " joined the server."],
      18: [who, " started a thread: ", client.channels.has(threadId) ? names.channel(threadId) : h("b", {}, message.content ?? "")],
    }[message.type] ?? [who, " ", message.content || "did something the playground does not draw."];
  return h("article.message.system", { "data-message-id": message.id }, icon("thread"), h("p", {}, says, " ", sentAt(message.timestamp)));
}
