// The blocks of Discord's markdown: code, quotes, headings, lists, subtext. inline-markdown.js renders what is in a line.

import { h } from "../dom.js";
import { inline } from "./inline-markdown.js";

const FENCE = /```(?:([\w+\-.#]+)\n)?\n?([\s\S]*?)\n?```\n?/g;
const ITEM = /^( *)([-*]|\d+\.) +(.+)$/;

/** Renders the text of a message. `names` renders mentions (mention-links.js). */
export function markdown(text, names) {
  const out = document.createDocumentFragment();
  let from = 0;
  for (const found of text.matchAll(FENCE)) {
    if (!found[2].trim()) continue;
    lines(text.slice(from, found.index).replace(/\n$/, ""), names, out);
    out.append(h("pre", { tabindex: "0" }, h("code", { "data-language": found[1] }, found[2])));
    from = found.index + found[0].length;
  }
  lines(text.slice(from), names, out);
  return out;
}

/** Renders one line of markdown, for titles and labels. */
export function lineOf(text, names) {
  return inline(text, names, document.createDocumentFragment());
}

function lines(text, names, out) {
  if (!text) return;
  const rest = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.append(inline(paragraph.join("\n"), names, h("p")));
    paragraph = [];
  };
  while (rest.length) {
    const block = takeBlock(rest, names);
    if (block) {
      flush();
      out.append(block);
    } else paragraph.push(rest.shift());
  }
  flush();
}

function takeBlock(rest, names) {
  const line = rest[0];
  let found;
  if (line.startsWith(">>> ")) {
    const inside = [line.slice(4), ...rest.splice(0).slice(1)];
    return quote(inside, names);
  }
  if (line.startsWith("> ")) {
    const inside = [];
    while (rest[0]?.startsWith("> ")) inside.push(rest.shift().slice(2));
    return quote(inside, names);
  }
  if ((found = /^-# +(\S.*)$/.exec(line))) {
    rest.shift();
    return inline(found[1], names, h("small.subtext"));
  }
  if ((found = /^(#{1,3}) +(\S.*)$/.exec(line))) {
    rest.shift();
    // The page itself uses h1 and h2, so the headings of a message begin at h3.
    return inline(found[2], names, h(`h${found[1].length + 2}.heading-${found[1].length}`));
  }
  if (ITEM.test(line)) return list(rest, names);
  return null;
}

function quote(inside, names) {
  const node = h("blockquote");
  lines(inside.join("\n"), names, node);
  return node;
}

/** Takes the items from `rest`. A deeper indentation makes a list inside the last item. */
function list(rest, names) {
  const [, indent, mark] = ITEM.exec(rest[0]);
  const ordered = /\d/.test(mark);
  const node = h(ordered ? "ol" : "ul", { start: ordered ? parseInt(mark, 10) : null });
  let item;
  for (let found; rest.length && (found = ITEM.exec(rest[0])); ) {
    const depth = found[1].length;
    if (depth < indent.length || (depth < indent.length + 2 && /\d/.test(found[2]) !== ordered)) break;
    if (depth >= indent.length + 2 && item) item.append(list(rest, names));
    else {
      rest.shift();
      item = inline(found[3], names, h("li"));
      node.append(item);
    }
  }
  return node;
}
