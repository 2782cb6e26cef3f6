// Discord's markdown inside a line: bold, italic and the like, code, links, spoilers, mentions, times, emoji.

import { h } from "../dom.js";
import { emoji, shape, SHAPE } from "./emoji.js";
import { safeUrl } from "./links.js";
import { timestamp } from "./time.js";

// The first match wins: an escape comes before everything, `**` before `*`.
// `(?:\\[\s\S]|[^\\])+?` is "anything, taking an escaped character as one".
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2].length > 2 ? m[2].replace(/^ (.*) $/s, "$1") : m[2])],
  [/\[((?:\\[\s\S]|[^\[\]\\])+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?: +"[^"]*")?\)/y, link],
  [/<@!?(\d+)>/y, (m, names) => names.user(m[1])],
  [/<@&(\d+)>/y, (m, names) => names.role(m[1])],
  [/<#(\d+)>/y, (m, names) => names.channel(m[1])],
  [/<\/([^:<>]{1,100}):(\d+)>/y, (m, names) => names.command(m[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/<(a?):(\w{2,32}):(\d+)>/y, (m) => emoji({ animated: Boolean(m[1]), name: m[2], id: m[3] })],
  [SHAPE, (m) => shape(m[0])],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => anchor(m[1], m[1])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;!?"'\])|*_~]/y, (m) => anchor(m[0], m[0])],
  [/@(everyone|here)\b/y, (m) => h("span.mention", {}, m[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, within("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, within("u")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y, within("s")],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, spoiler],
  [/\*(?![\s*])((?:\*\*(?:\\[\s\S]|[^\\])+?\*\*|\\[\s\S]|[^*\\])+?)(?<!\s)\*(?!\*)/y, within("em")],
  [/_((?:__|\\[\s\S]|[^_\\])+?)_(?![A-Za-z0-9_])/y, within("em"), (before) => !/\w/.test(before)],
];
const SPECIAL = /[\\`[<h@*_~|🔵🔶🟩🔺]/gu;

export function inline(text, names, out) {
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) out.append(plain);
    plain = "";
  };
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at >= text.length) break;
    const hit = match(text, at);
    if (!hit) plain += text[at++];
    else {
      const node = hit.make(hit.found, names);
      if (typeof node === "string") plain += node;
      else {
        flush();
        out.append(node);
      }
      at += hit.found[0].length;
    }
  }
  flush();
  return out;
}

function match(text, at) {
  for (const [rule, make, allowed] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found && (!allowed || at === 0 || allowed(text[at - 1]))) return { found, make };
  }
  return null;
}

function within(tag) {
  return (m, names) => inline(m[1], names, h(tag));
}

function anchor(url, text) {
  const href = safeUrl(url);
  return href ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}

function link(m, names) {
  const href = safeUrl(m[2]);
  const label = inline(m[1], names, h("a", { href, target: "_blank", rel: "noopener noreferrer", title: m[2] }));
  return href ? label : m[0];
}

function spoiler(m, names) {
  const inside = inline(m[1], names, h("span"));
  inside.inert = true;
  const node = h("span.spoiler", { role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" }, inside);
  const show = () => {
    inside.inert = false;
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      show();
    }
  });
  return node;
}
