// The components of a message, by type: rows and buttons here, selects in select.js, the others in layout.js.

import { h, icon } from "../dom.js";
import { emoji } from "./emoji.js";
import { container, file, gallery, section, separator, textDisplay, thumbnail } from "./layout.js";
import { placeOf, safeUrl } from "./links.js";
import { choicesOf, select } from "./select.js";

const BUTTON = 2;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** Renders one component. `context` is {client, pane, names, message}: who sees it, and where. */
export function component(it, context) {
  switch (it.type) {
    case 1: return h("div.row", {}, (it.components ?? []).map((child) => component(child, context)));
    case BUTTON: return button(it, context);
    case 3: case 5: case 6: case 7: case 8: return menu(it, context);
    case 9: return section(it, context, component);
    case 10: return textDisplay(it, context);
    case 11: return thumbnail(it);
    case 12: return gallery(it);
    case 13: return file(it);
    case 14: return separator(it);
    case 17: return container(it, context, component);
    default: return h("p.unknown", {}, `(a component of type ${it.type}, which the playground does not draw)`);
  }
}

export function components(list, context) {
  return (list ?? []).map((it) => component(it, context));
}

/** Yields every component of a message, at any depth. */
export function* allComponents(list) {
  for (const it of list ?? []) {
    yield it;
    yield* allComponents(it.components);
    if (it.accessory) yield it.accessory;
  }
}

export const pressKey = (message, customId) => `${message.id} ${customId}`;

function button(it, { client, pane, message }) {
  const look = STYLES[it.style] ?? "secondary";
  const face = [it.emoji && emoji(it.emoji), it.label && h("span.label", {}, it.label)];
  const name = it.label ? null : it.emoji?.name ?? "button";
  if (it.style === 5) {
    const place = placeOf(it.url);
    if (place && !it.disabled && client.channels.has(place.channel)) {
      return h("button.button.link", { type: "button", onclick: () => pane.goTo(place) }, face);
    }
    const href = it.disabled ? null : safeUrl(it.url);
    const link = { href, target: "_blank", rel: "noopener noreferrer", "aria-label": name };
    return h("a.button.link", { ...link, "aria-disabled": !href && "true" }, face, icon("out"));
  }
  const node = h(
    `button.button.${look}`,
    {
      type: "button",
      disabled: it.disabled,
      "aria-label": name,
      "data-custom-id": it.custom_id,
      onclick: () => pane.actions.press(message, it),
    },
    face,
  );
  if (client.pendingPresses.has(pressKey(message, it.custom_id))) markBusy(node, true);
  return node;
}

/**
 * Marks a control as busy while its press is sent, so that a double click is one press. It uses `aria-disabled`, because
 * `disabled` would take the keyboard focus away.
 */
export function markBusy(node, busy) {
  node.classList.toggle("busy", busy);
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) node.setAttribute(name, "true");
    else node.removeAttribute(name);
  }
}

function menu(it, context) {
  const { client, pane, message } = context;
  const node = select({
    it,
    options: choicesOf(it, client),
    popup: pane.popup,
    key: pressKey(message, it.custom_id),
    onChosen: (values) => pane.actions.press(message, it, values),
  });
  if (client.pendingPresses.has(pressKey(message, it.custom_id))) markBusy(node, true);
  return node;
}
