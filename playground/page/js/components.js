// A message's components, each by its number: rows and buttons here, menus in select.js, layout in layout.js.

import { h, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { container, file, gallery, section, separator, textDisplay, thumbnail } from "./layout.js";
import { placeOf, safeUrl } from "./links.js";
import { choicesOf, select } from "./select.js";

const BUTTON = 2;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** `scene` is {client, pane, names, message}: where the component stands and who looks at it. */
export function component(it, scene) {
  switch (it.type) {
    case 1: return h("div.row", {}, (it.components ?? []).map((child) => component(child, scene)));
    case BUTTON: return button(it, scene);
    case 3: case 5: case 6: case 7: case 8: return menu(it, scene);
    case 9: return section(it, scene, component);
    case 10: return textDisplay(it, scene);
    case 11: return thumbnail(it);
    case 12: return gallery(it);
    case 13: return file(it);
    case 14: return separator(it);
    case 17: return container(it, scene, component);
    default: return h("p.unknown", {}, `(a component of type ${it.type}, which the playground does not draw)`);
  }
}

export function components(list, scene) {
  return (list ?? []).map((it) => component(it, scene));
}

/** Every component of a message with its custom id, however deep. */
export function* flat(list) {
  for (const it of list ?? []) {
    yield it;
    yield* flat(it.components);
    if (it.accessory) yield it.accessory;
  }
}

export const flightKey = (message, customId) => `${message.id} ${customId}`;

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
      onclick: () => pane.press(message, it),
    },
    face,
  );
  if (client.inFlight.has(flightKey(message, it.custom_id))) markBusy(node, true);
  return node;
}

/**
 * While a press is on its way the control is off and turns: a double click is one press. `aria-disabled`, not
 * `disabled`, which would throw the keyboard's place away.
 */
export function markBusy(node, busy) {
  node.classList.toggle("busy", busy);
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) node.setAttribute(name, "true");
    else node.removeAttribute(name);
  }
}

function menu(it, scene) {
  const { client, pane, message } = scene;
  const node = select({
    it,
    options: choicesOf(it, client),
    popup: pane.popup,
    key: flightKey(message, it.custom_id),
    onChosen: (values) => pane.press(message, it, values),
  });
  if (client.inFlight.has(flightKey(message, it.custom_id))) markBusy(node, true);
  return node;
}
