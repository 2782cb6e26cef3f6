// A picture over the whole page, with its description. A press anywhere or Escape closes it.

import { h, icon } from "../dom.js";

/** `opener` gets the keyboard focus back; if its message was rendered again meanwhile, the same picture there does. */
export function openPicture({ src, alt, width, height, opener }) {
  const view = h(
    "dialog.picture-view",
    { "aria-label": alt || "Picture", "data-testid": "picture-view", onclick: () => view.close() },
    h("img", { src, alt, width, height }),
    alt && h("p.picture-description", {}, alt),
    h("button.icon-button", { type: "button", "aria-label": "Close the picture" }, icon("close")),
  );
  view.addEventListener("close", () => {
    view.remove();
    const again = opener.isConnected ? opener : document.querySelector(`[data-picture="${CSS.escape(opener.dataset.picture)}"]`);
    again?.focus({ preventScroll: true });
  });
  document.body.append(view);
  view.showModal();
}
