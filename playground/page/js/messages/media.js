// Pictures and files of a message. Their space is reserved before they load, so that nothing moves.

import { h, icon } from "../dom.js";
import { fileName, fileSize, fileUrl } from "./links.js";
import { openPicture } from "./picture-view.js";

const MAX_WIDTH = 550;
const MAX_HEIGHT = 350;

/** Renders a picture that a press opens large. `description` is its alt text. */
export function picture({ id, attachment_id: attachment, url, proxy_url: proxy, width, height, description }) {
  const src = fileUrl(proxy || url || "");
  if (!src) return h("span.missing", {}, `(picture ${url ?? ""} not found)`);
  const alt = description ?? "";
  const image = h("img", { src, alt, width, height, loading: "lazy", decoding: "async" });
  if (width && height) {
    image.style.setProperty("width", `${Math.round(Math.min(width, MAX_WIDTH, (MAX_HEIGHT * width) / height))}px`);
  }
  const node = h(
    "button.picture",
    {
      type: "button",
      title: alt || null,
      "aria-label": alt ? null : "Picture without description",
      "data-picture": attachment ?? id ?? src,
      onclick: () => openPicture({ src, alt, width, height, opener: node }),
    },
    image,
    alt && h("span.alt-badge", { "aria-hidden": "true" }, "ALT"),
  );
  image.addEventListener("error", () => {
    node.disabled = true;
    node.replaceChildren(h("span.missing", {}, `(picture ${alt || fileName(src)} did not load)`));
  });
  return node;
}

/** Arranges rendered pictures: one in its own shape, several cropped in rows of at most three. */
export function grid(pictures) {
  const count = pictures.length;
  const props = { "data-count": count, "data-first": count > 4 && count % 3 };
  return h("div.gallery", props, pictures.map((node) => h("div.gallery-item", {}, node)));
}

export function fileCard({ url, filename, size, description }) {
  const href = fileUrl(url);
  return h(
    "div.file",
    {},
    icon("file"),
    h("div", {}, h("a", { href, target: "_blank", rel: "noopener noreferrer", title: description }, filename), h("small", {}, fileSize(size))),
  );
}

export function attachments(list) {
  const pictures = list.filter((it) => it.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(it.filename));
  const others = list.filter((it) => !pictures.includes(it));
  return [pictures.length > 0 && grid(pictures.map(picture)), others.map(fileCard)];
}
