// The one thing that floats over a pane: a list of choices by its control, or from the bottom edge on a phone.

import { h } from "./dom.js";

export class Popup {
  /** `layer` covers the pane; `root` is the pane, whose scrolling moves the control. */
  constructor(layer, root) {
    this.layer = layer;
    this.root = root;
    this.now = null;
    this.over = new AbortController();
    const { signal } = this.over;
    root.addEventListener("scroll", () => this.place(), { capture: true, passive: true, signal });
    window.addEventListener("resize", () => this.place(), { signal });
    document.addEventListener("pointerdown", (event) => this.pressed(event.target), { capture: true, signal });
  }

  /**
   * `anchor()` finds the control (the message may be drawn anew while the popup is open); `onAway` is a press
   * elsewhere. `key` says what the popup belongs to, `stamp` what it was made from.
   */
  open({ anchor, content, onAway, key, stamp }) {
    this.close();
    const panel = h("div.popup", {}, content);
    const curtain = h("div.curtain");
    this.layer.append(curtain, panel);
    this.now = { anchor, panel, curtain, onAway, key, stamp };
    anchor()?.setAttribute("aria-expanded", "true");
    this.place();
  }

  close({ focus = false } = {}) {
    if (!this.now) return;
    const { anchor, panel, curtain } = this.now;
    this.now = null;
    panel.remove();
    curtain.remove();
    const control = anchor();
    control?.setAttribute("aria-expanded", "false");
    if (focus) control?.focus({ preventScroll: true });
  }

  isFor(key) {
    return this.now?.key === key;
  }

  /** The control went away or offers something else now: what was being chosen is void. */
  closeIfChanged(keyPrefix, stamps) {
    if (this.now?.key.startsWith(keyPrefix) && stamps.get(this.now.key) !== this.now.stamp) this.close();
  }

  pressed(target) {
    if (!this.now || this.now.panel.contains(target) || this.now.anchor()?.contains(target)) return;
    this.now.onAway();
  }

  place() {
    const control = this.now?.anchor();
    if (!control) return;
    const { panel } = this.now;
    const around = this.layer.getBoundingClientRect();
    const at = control.getBoundingClientRect();
    const width = Math.min(Math.max(at.width, 260), around.width - 16);
    const below = around.bottom - at.bottom - 12;
    const above = at.top - around.top - 12;
    const upwards = below < Math.min(panel.scrollHeight, 320) && above > below;
    const set = (name, value) => panel.style.setProperty(name, `${Math.round(value)}px`);
    set("--width", width);
    set("--left", Math.max(8, Math.min(at.left - around.left, around.width - width - 8)));
    set("--room", Math.max(160, Math.min(360, upwards ? above : below)));
    panel.classList.toggle("upwards", upwards);
    if (upwards) set("--bottom", around.bottom - at.top + 4);
    else set("--top", at.bottom - around.top + 4);
  }
}
