// Emoji: a character, or an image of the application, which is replaced by its name if it doesn't load.
// Discord shows its own pictures of characters; of a few shapes this page has pictures too, because many systems lack them.

import { h } from "../dom.js";

const SHAPES = {
  "🔵": ["#55acee", "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z"],
  "🔶": ["#ffac33", "M8 0 16 8 8 16 0 8z"],
  "🟩": ["#78b159", "M1 1h14v14H1z"],
  "🔺": ["#be1931", "M8 1 15 15H1z"],
};
export const SHAPE = /[🔵🔶🟩🔺]/uy;

/** Returns the picture of a shape. */
export function shape(name) {
  const [colour, path] = SHAPES[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${colour}" d="${path}"/></svg>`;
  return h("img.emoji", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: name, draggable: "false" });
}

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
