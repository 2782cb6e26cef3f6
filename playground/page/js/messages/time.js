// Times in the reader's own locale. "in 2 minutes" is updated every second.

import { h } from "../dom.js";

const format = (options) => {
  const it = new Intl.DateTimeFormat(undefined, options);
  return (date) => it.format(date);
};
const clock = format({ hour: "2-digit", minute: "2-digit" });
const margin = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = format({ dateStyle: "long" });
const full = format({ dateStyle: "full", timeStyle: "short" });
const STYLES = {
  t: clock,
  T: format({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  d: format({ dateStyle: "short" }),
  D: day,
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: full,
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
  R: relative,
};
const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const words = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

function relative(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return words.format(Math.round(seconds / size), unit);
}

/** Renders `<t:seconds:style>`. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}:${style}>`;
  return h(
    "time.timestamp",
    { datetime: date.toISOString(), title: full(date), "data-relative": style === "R" },
    STYLES[style](date),
  );
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const now = relative(new Date(node.dateTime));
    if (node.textContent !== now) node.textContent = now;
  }
}, 1000);

export const dayOf = (iso) => new Date(iso).toDateString();
export const dayName = (iso) => day(new Date(iso));

/** Renders the time next to an author's name, or the short one in the margin of a message without a name. */
export function sentAt(iso, { short = false } = {}) {
  const date = new Date(iso);
  const days = (new Date().setHours(0, 0, 0, 0) - new Date(iso).setHours(0, 0, 0, 0)) / 86400000;
  const prefix = days === 0 ? "" : days === 1 ? "Yesterday, " : `${STYLES.d(date)}, `;
  return h("time.sent", { datetime: iso, title: full(date) }, short ? margin(date) : prefix + clock(date));
}
