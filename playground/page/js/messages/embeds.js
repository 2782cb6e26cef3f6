// Embeds: framed boxes with a title, text, fields and a picture.

import { h } from "../dom.js";
import { safeUrl } from "./links.js";
import { lineOf, markdown } from "./markdown.js";
import { picture } from "./media.js";
import { sentAt } from "./time.js";

export function embed(it, { names }) {
  const colour = Number.isInteger(it.color) ? `#${it.color.toString(16).padStart(6, "0")}` : null;
  const title = it.title && lineOf(it.title, names);
  const href = it.url && safeUrl(it.url);
  return h(
    "div.embed",
    { style: colour ? { "--accent-stripe": colour } : {} },
    h(
      "div.embed-body",
      {},
      it.author?.name && h("div.embed-author", {}, it.author.name),
      title && h("div.embed-title", {}, href ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, title) : title),
      it.description && h("div.markdown", {}, markdown(it.description, names)),
      it.fields?.length > 0 && h("dl.embed-fields", {}, it.fields.map((field) => fieldOf(field, names))),
      it.image && h("div.embed-image", {}, picture(it.image)),
      (it.footer?.text || it.timestamp) &&
        h("div.embed-footer", {}, it.footer?.text, it.footer?.text && it.timestamp && " · ", it.timestamp && sentAt(it.timestamp)),
    ),
    it.thumbnail && h("div.thumbnail", {}, picture(it.thumbnail)),
  );
}

function fieldOf({ name, value, inline }, names) {
  return h(
    "div.embed-field",
    { class: inline ? "inline" : "" },
    h("dt", {}, lineOf(name, names)),
    h("dd.markdown", {}, markdown(value, names)),
  );
}
