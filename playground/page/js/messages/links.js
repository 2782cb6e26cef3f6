// Addresses: the page follows only those of the web, none that could run a script.

export function safeUrl(url) {
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
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
