// Avatars: the first letter of a name on the person's own colour.

import { nameOf } from "../client/client.js";
import { h } from "../dom.js";

const HUES = [8, 42, 152, 205, 268, 325];

export function hueOf(user) {
  if (user?.bot) return HUES[1];
  const known = { ann: 0, bob: 3, cleo: 4, dan: 1, eve: 2, finn: 5 }[user?.username?.toLowerCase()];
  return HUES[known ?? Number(BigInt(user?.id ?? 0) % 6n)];
}

export function avatar(user, { bot = false } = {}) {
  return h(
    "span.avatar",
    { "aria-hidden": "true", class: bot ? "bot" : "", style: { "--hue": hueOf(user) } },
    bot ? "♦" : nameOf(user).slice(0, 1).toUpperCase(),
  );
}
