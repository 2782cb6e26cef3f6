// "@Name" in the text of an option: completed while it is typed, and sent as a mention, as Discord's client does.

import { nameOf } from "./client.js";

const BEGUN = /(^|\s)@([^@\s]*)$/;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The people who may be meant by the "@…" at the end of a text; null where there is none. */
export function mentionable(text, people) {
  const begun = BEGUN.exec(text);
  if (!begun) return null;
  const typed = begun[2].toLowerCase();
  return [...people.values()].filter((user) => nameOf(user).toLowerCase().startsWith(typed));
}

/** The text with the name of who was chosen in the place of the "@…" at its end. */
export const completed = (text, user) => text.replace(BEGUN, (_, before) => `${before}@${nameOf(user)} `);

/** The text as it is sent: `<@id>` for each "@Name". */
export function withMentions(text, people) {
  const longestFirst = [...people.values()].sort((one, other) => nameOf(other).length - nameOf(one).length);
  return longestFirst.reduce(
    (sent, user) => sent.replace(new RegExp(`@${escaped(nameOf(user))}(?![\\p{L}\\p{N}])`, "giu"), `<@${user.id}>`),
    text,
  );
}
