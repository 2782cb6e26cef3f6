// "@Name" in the text of an option. It is completeMention while it is typed and sent as a mention, as Discord's client does.

import { nameOf } from "../client/client.js";

const BEGUN = /(^|\s)@([^@\s]*)$/;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the people whom the "@…" at the end of a text can mean; null if there is none. */
export function matchingPeople(text, people) {
  const begun = BEGUN.exec(text);
  if (!begun) return null;
  const typed = begun[2].toLowerCase();
  return [...people.values()].filter((user) => nameOf(user).toLowerCase().startsWith(typed));
}

/** Returns the text with the chosen person's name instead of the "@…" at its end. */
export const completeMention = (text, user) => text.replace(BEGUN, (_, before) => `${before}@${nameOf(user)} `);

/** Returns the text as it is sent, with `<@id>` for each "@Name". */
export function withMentions(text, people) {
  const longestFirst = [...people.values()].sort((one, other) => nameOf(other).length - nameOf(one).length);
  return longestFirst.reduce(
    (sent, user) => sent.replace(new RegExp(`@${escaped(nameOf(user))}(?![\\p{L}\\p{N}])`, "giu"), `<@${user.id}>`),
    text,
  );
}
