// Selects: a button that opens a list of choices. On a phone the list opens at the bottom edge.

import { nameOf } from "../client/client.js";
import { h, icon } from "../dom.js";
import { emoji } from "./emoji.js";
import { listbox } from "./listbox.js";

/** Returns the options of any select: its own, or all members, roles or channels. The bot is a member, too. */
export function choicesOf(it, client) {
  if (it.type === 3) return it.options ?? [];
  const chosen = new Set((it.default_values ?? []).map(({ id }) => id));
  const members = [...client.people.values()].filter(({ in_guild: isMember }) => isMember);
  const users = [...members, client.bot.user].filter(Boolean).map((user) => ({ label: nameOf(user), value: user.id, description: user.username }));
  const channels = [...client.channels.values()]
    .filter(({ type }) => (it.channel_types?.length ? it.channel_types.includes(type) : type !== 1))
    .map(({ id, name }) => ({ label: `#${name}`, value: id }));
  const roles = [...client.roles.values()].map(({ id, name }) => ({ label: `@${name.replace(/^@/, "")}`, value: id }));
  const options = { 5: users, 6: roles, 7: [...users, ...roles], 8: channels }[it.type] ?? [];
  return options.map((option) => ({ ...option, default: chosen.has(option.value) }));
}

/** Renders a select. `onChosen(values)` is called after the choice; `key` names the control for the popup. */
export function select({ it, options, popup, key, onChosen, id }) {
  const least = it.min_values ?? 1;
  const most = Math.min(it.max_values ?? 1, options.length || 1);
  let chosen = options.filter((option) => option.default).map(({ value }) => value);

  const face = h("span.select-face");
  const trigger = h(
    "button.select",
    {
      type: "button",
      id,
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": String(popup.isFor(key)),
      "aria-label": id ? null : it.placeholder || "Make a selection",
      disabled: it.disabled,
      "data-custom-id": it.custom_id,
      onclick: () => (popup.isFor(key) ? popup.current.onAway() : open()),
      onkeydown: (event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        open();
      },
    },
    face,
    icon("down"),
  );
  const anchor = () => (trigger.isConnected ? trigger : findControl(popup, key, it.custom_id));

  function show() {
    const labels = options.filter(({ value }) => chosen.includes(value));
    face.classList.toggle("empty", !labels.length);
    face.replaceChildren(
      ...(labels.length
        ? labels.map((option) => h("span", {}, option.emoji && emoji(option.emoji), option.label))
        : [it.placeholder || "Make a selection"]),
    );
  }

  let list;
  function open() {
    list = listbox({
      options,
      chosen,
      most,
      multiple: most > 1,
      label: it.placeholder || "Choices",
      onChange: (values) => {
        if (most === 1) settle(values.length || least === 0 ? values : chosen);
        else note();
      },
      onEscape: () => popup.close({ focus: true }),
    });
    const done = h("button.button.primary", { type: "button", onclick: () => settle(list.values()) }, "Done");
    const hint = h("span.hint");
    const foot = most > 1 && h("div.popup-foot", {}, hint, done);
    function note() {
      const count = list.values().length;
      const range = least === most ? most : least > 1 ? `${least} to ${most}` : `up to ${most}`;
      hint.textContent = `Choose ${range}: ${count} chosen`;
      done.disabled = count < least;
    }
    note();
    const title = h("div.popup-title", {}, it.placeholder || "Make a selection");
    popup.open({ anchor, content: [title, list.node, foot], onAway: leave, key, source: JSON.stringify(it) });
    list.focus();
  }

  /** Closes the list after a press elsewhere. As in Discord, this sends a choice of several if it is large enough. */
  function leave() {
    const values = list?.values() ?? chosen;
    if (most > 1 && values.length >= least && values.join() !== chosen.join()) settle(values);
    else popup.close();
  }

  function settle(values) {
    popup.close({ focus: true });
    chosen = values;
    show();
    onChosen(values);
  }

  show();
  return trigger;
}

/** Finds the control again if its message was rendered again while the list was open. */
function findControl(popup, key, customId) {
  const [messageId] = key.split(" ");
  return popup.root.querySelector(`[data-message-id="${CSS.escape(messageId)}"] [data-custom-id="${CSS.escape(customId)}"]`);
}
