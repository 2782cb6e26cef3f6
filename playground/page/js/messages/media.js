// Pictures and files of a message. Their space is reserved before they load, so that nothing moves.

import { h, icon } from "../dom.js";
import { fileName, fileSize, safeUrl } from "./links.js";

const MAX_HEIGHT = 380;

export function picture({ url, proxy_url: proxy, width, height, description, filename }) {
  const src = safeUrl(proxy || url || "");
  if (!src) return h("span.missing", {}, `(picture ${url ?? ""} not found)`);
  const alt = description ?? "";
  const image = h("img", { src, alt, width, height, loading: "lazy", decoding: "async" });
  if (width && height) image.style.setProperty("width", `${Math.round(Math.min(width, (MAX_HEIGHT * width) / height))}px`);
  const label = alt || filename || fileName(src);
  const link = h("a.picture", { href: src, target: "_blank", rel: "noopener noreferrer", title: label }, image);
  link.setAttribute("aria-label", `Picture: ${label}`);
  image.addEventListener("error", () => link.replaceChildren(h("span.missing", {}, `(picture ${label} did not load)`)));
  return link;
}

export function fileCard({ url, filename, size, description }) {
  const href = safeUrl(url);
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
  return [
    pictures.length > 0 && h("div.gallery", { "data-count": Math.min(pictures.length, 4) }, pictures.map((it) => h("div.gallery-item", {}, picture(it)))),
    others.map(fileCard),
  ];
}
