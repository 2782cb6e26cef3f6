// Which addresses the page follows: the web's, and nothing that could run here.

export function safeUrl(url) {
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

/** The channel that a link of Discord's leads to, and the message in it: `{channel, message}`, or null. */
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
