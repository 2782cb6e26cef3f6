// The bot's commands as a person picks them: one line per sub-command, in the person's language.

import { DM } from "../client/client.js";

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

/** Returns a name or description in the person's language, or in English if it isn't translated. */
export const local = (it, key, locale) => it[`${key}_localizations`]?.[locale] ?? it[key] ?? "";

/** Returns a line per command or sub-command: [{path: ["table", "new"], shown: "table new", description, options}, …]. */
export function leaves(commands, { channel, locale }) {
  const found = [];
  const walk = (it, path, shown) => {
    const here = [...path, it.name];
    const words = [...shown, local(it, "name", locale)];
    const below = (it.options ?? []).filter(({ type }) => path.length < 2 && (type === SUBCOMMAND || type === GROUP));
    if (below.length) below.forEach((child) => walk(child, here, words));
    else found.push({ path: here, shown: words.join(" "), description: local(it, "description", locale), options: it.options ?? [] });
  };
  commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT && offeredIn(command, channel))
    .forEach((command) => walk(command, [], []));
  return found.sort((a, b) => a.shown.localeCompare(b.shown));
}

function offeredIn({ contexts, dm_permission: inDms }, channel) {
  const context = channel?.type === DM ? 1 : 0;
  if (contexts?.length) return contexts.includes(context);
  return context === 0 || inDms !== false;
}

/** Returns the commands that contain the text; those that start with it come first. */
export function matchingCommands(all, typed) {
  const text = typed.trim().toLowerCase();
  const rank = ({ shown }) => (shown.toLowerCase().startsWith(text) ? 0 : shown.toLowerCase().includes(text) ? 1 : 2);
  return all.filter((leaf) => rank(leaf) < 2).sort((a, b) => rank(a) - rank(b));
}

/** Splits `table new variant:rami` into the command and the rest. Returns undefined while the name is incomplete. */
export function startedCommand(all, typed) {
  const text = typed.toLowerCase();
  const names = ({ shown, path }) => [shown.toLowerCase(), path.join(" ")];
  const found = all
    .flatMap((leaf) => names(leaf).map((name) => ({ leaf, name })))
    .filter(({ name }) => text.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  return found && { leaf: found.leaf, rest: typed.slice(found.name.length + 1) };
}

/** Splits `variant:rami seats: 4` into a Map of option name → text. Text without a name is the first option's. */
export function typedOptions(leaf, rest) {
  const names = leaf.options.map(({ name }) => name).join("|");
  const typed = new Map();
  if (!names || !rest.trim()) return typed;
  const parts = rest.split(new RegExp(`(?:^|\\s)(${names}):`));
  const loose = parts.shift().trim();
  if (loose) typed.set(leaf.options[0].name, loose);
  for (let i = 0; i < parts.length; i += 2) typed.set(parts[i], parts[i + 1].trim());
  return typed;
}

/** Returns the interaction's data: the options inside the names of the path. */
export function commandData({ path }, options) {
  const [name, ...below] = path;
  const nested = below.reduceRight((inner, part, index) => {
    return [{ type: below.length - index > 1 ? GROUP : SUBCOMMAND, name: part, options: inner }];
  }, options);
  return { name, type: CHAT_INPUT, options: nested };
}
