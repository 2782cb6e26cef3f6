// The popup of a pane: a list of choices next to its control, or at the bottom edge on a phone.

import { h } from "../dom.js";

export class Popup {
  /** `layer` covers the pane; `root` is the pane, whose scrolling moves the control. */
  constructor(layer, root) {
    this.layer = layer;
    this.root = root;
    this.current = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    root.addEventListener("scroll", () => this.place(), { capture: true, passive: true, signal });
    window.addEventListener("resize", () => this.place(), { signal });
    document.addEventListener("pointerdown", (event) => this.pressed(event.target), { capture: true, signal });
  }

  /**
   * `anchor()` finds the control, because the message can be rendered again while the popup is open. `onAway` is called
   * for a press elsewhere. `key` names the control; `source` is what the popup was made from.
   */
  open({ anchor, content, onAway, key, source }) {
    this.close();
    const panel = h("div.popup", {}, content);
    const curtain = h("div.curtain");
    this.layer.append(curtain, panel);
    this.current = { anchor, panel, curtain, onAway, key, source };
    anchor()?.setAttribute("aria-expanded", "true");
    this.place();
  }

  close({ focus = false } = {}) {
    if (!this.current) return;
    const { anchor, panel, curtain } = this.current;
    this.current = null;
    panel.remove();
    curtain.remove();
    const control = anchor();
    control?.setAttribute("aria-expanded", "false");
    if (focus) control?.focus({ preventScroll: true });
  }

  isFor(key) {
    return this.current?.key === key;
  }

  /** Closes the popup if its control is gone or now offers something else. */
  closeIfChanged(keyPrefix, sources) {
    if (this.current?.key.startsWith(keyPrefix) && sources.get(this.current.key) !== this.current.source) this.close();
  }

  pressed(target) {
    if (!this.current || this.current.panel.contains(target) || this.current.anchor()?.contains(target)) return;
    this.current.onAway();
  }

  place() {
    const control = this.current?.anchor();
    if (!control) return;
    const { panel } = this.current;
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
