// The layout components: containers, sections, separators, pictures, files. components.js renders what is inside them.

import { h } from "../dom.js";
import { fileName } from "./links.js";
import { fileCard, grid, picture } from "./media.js";
import { markdown } from "./markdown.js";

const hex = (colour) => `#${colour.toString(16).padStart(6, "0")}`;

export function textDisplay(it, { names }) {
  return h("div.markdown.text-display", {}, markdown(it.content ?? "", names));
}

export function container(it, context, render) {
  const coloured = Number.isInteger(it.accent_color);
  const node = h(
    "div.container",
    { class: coloured ? "accented" : "", style: coloured ? { "--accent-stripe": hex(it.accent_color) } : {} },
    it.components.map((child) => render(child, context)),
  );
  return it.spoiler ? coverSpoiler(node) : node;
}

export function section(it, context, render) {
  return h(
    "div.section",
    {},
    h("div.section-text", {}, it.components.map((child) => render(child, context))),
    h("div.section-accessory", {}, it.accessory && render(it.accessory, context)),
  );
}

export function thumbnail(it) {
  const node = h("div.thumbnail", {}, picture({ ...it.media, description: it.description }));
  return it.spoiler ? coverSpoiler(node) : node;
}

export function gallery(it) {
  return grid(
    (it.items ?? []).map(({ media, description, spoiler }) => {
      const node = picture({ ...media, description });
      return spoiler ? coverSpoiler(node) : node;
    }),
  );
}

export function file(it) {
  const url = it.file?.url ?? "";
  const node = fileCard({ url, filename: it.name ?? fileName(url), size: it.size });
  return it.spoiler ? coverSpoiler(node) : node;
}

export function separator(it) {
  const spacing = it.spacing === 2 ? "wide" : "narrow";
  return it.divider === false
    ? h("div.separator", { class: spacing, role: "presentation" })
    : h("hr.separator", { class: spacing });
}

/** Hides a node until it is pressed. */
export function coverSpoiler(node) {
  node.inert = true;
  const cover = h("div.covered", {}, node);
  const show = () => {
    node.inert = false;
    cover.replaceWith(node);
  };
  cover.append(h("button.reveal", { type: "button", onclick: show }, "Spoiler: press to show"));
  return cover;
}
