// Emoji: a character, or a picture of the application's own, which falls back to its name.

import { h } from "./dom.js";

export function emoji({ id, name, animated }) {
  if (!id) return h("span.emoji", {}, name ?? "");
  const picture = h("img.emoji", {
    src: `/cdn/emojis/${id}.${animated ? "gif" : "png"}`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
  picture.addEventListener("error", () => picture.replaceWith(h("span.emoji-name", {}, `:${name}:`)));
  return picture;
}
