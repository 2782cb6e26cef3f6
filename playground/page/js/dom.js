// DOM nodes. Text is inserted as text, never as markup, so no message can run a script here.

/** `h("button.small", {onclick, disabled, style: {color}}, "Join", node, [more], null)` */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.classList.add(...classes);
  for (const [key, value] of Object.entries(props ?? {})) set(node, key, value);
  add(node, children);
  return node;
}

function set(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (key === "class") node.classList.add(...String(value).split(" ").filter(Boolean));
  else if (key === "style") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
  else if (key === "value") node.value = value;
  else node.setAttribute(key, value === true ? "" : value);
}

export function add(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || typeof child === "boolean") continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** Replaces the children of a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  return add(node, children);
}

const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16",
  thread: "M5 5h14v9h-8l-4 4v-4H5z",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  split: "M4 5h16v14H4zM12 5v14",
  plus: "M12 5v14M5 12h14",
  send: "M4 12l16-8-6 16-3-7z",
  slash: "M16 4 8 20",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  at: "M16 8v5a3 3 0 0 0 5-1 9 9 0 1 0-4 8M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
};

export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * Renders a part of the page again and keeps the keyboard focus. `keys` are the attributes that identify the focused node
 * afterwards; `after` is where to look for it if the part itself was replaced.
 */
export function keepingFocus(root, keys, render, after = root) {
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  const key = held && keys.find((name) => held.hasAttribute(name));
  const value = key && held.getAttribute(key);
  render();
  if (key) after.querySelector(`[${key}="${CSS.escape(value)}"]`)?.focus({ preventScroll: true });
}
