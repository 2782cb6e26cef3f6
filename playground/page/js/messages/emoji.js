// Emoji: a character, or an image of the application, which is replaced by its name if it doesn't load.

import { h } from "../dom.js";

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
