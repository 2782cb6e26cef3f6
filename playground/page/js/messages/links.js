// Addresses: the page follows only those of the web, none that could run a script.

export function safeUrl(url) {
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

const known = new Map();
const SOON = 3600;

/**
 * Returns the address of a file, or null. A file of the playground has the address of this page. It keeps the first one that is
 * signed, so that a picture that stays in a message isn't loaded again with each edit.
 */
export function fileUrl(url) {
  const href = safeUrl(url);
  if (!href) return null;
  const { hostname, pathname, search, searchParams } = new URL(href);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname) || !pathname.startsWith("/cdn/")) return href;
  const first = known.get(pathname);
  if (first && first.ends > Date.now() / 1000 + SOON) return first.address;
  const address = pathname + search;
  known.set(pathname, { address, ends: parseInt(searchParams.get("ex"), 16) });
  return address;
}

/** Returns the channel and message of a link to Discord as {channel, message}, or null. */
export function placeOf(url) {
  const [, channel, message] = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url ?? "") ?? [];
  return channel ? { channel, message } : null;
}

export const fileName = (url) => decodeURIComponent(new URL(url, location.href).pathname.split("/").pop() || "file");

export function fileSize(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
