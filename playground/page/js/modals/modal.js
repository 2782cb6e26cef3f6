// A modal. It covers only its own pane, so that the other person can go on playing.

import { nameOf } from "../client/client.js";
import { h, icon } from "../dom.js";
import { fieldOf } from "./modal-fields.js";

export class Modal {
  /** `origin` is the message whose button opened it, or null. */
  constructor(pane, modal, origin) {
    this.pane = pane;
    this.modal = modal;
    this.origin = origin;
    this.before = document.activeElement;
    this.fields = (modal.components ?? []).map((it) => fieldOf(it, pane));
    this.problem = h("p.failure", { role: "alert", hidden: true, "data-testid": "modal-problem" });
    this.submitter = h("button.button.primary", { type: "submit", "data-testid": "modal-submit" }, h("span.label", {}, "Submit"));
    const shut = { type: "button", "aria-label": "Close the form", onclick: () => this.close() };
    this.node = h(
      "div.modal-cover",
      { onpointerdown: (event) => event.target === this.node && this.close() },
      h(
        "form.modal",
        {
          role: "dialog",
          "aria-modal": "true",
          "aria-label": modal.title,
          "data-custom-id": modal.custom_id,
          "data-testid": "modal",
          novalidate: true,
          onsubmit: (event) => this.submit(event),
          onkeydown: (event) => this.key(event),
        },
        h(
          "header",
          {},
          h("h2", {}, modal.title),
          h("button.icon-button", shut, icon("close")),
        ),
        h("p.modal-note", {}, `This form goes to ${nameOf(pane.client.bot.user)}.`),
        h("div.modal-fields", {}, this.fields.map((field) => field.node)),
        this.problem,
        h("footer", {}, h("button.button.secondary", { type: "button", onclick: () => this.close() }, "Cancel"), this.submitter),
      ),
    );
    pane.popup.close();
    pane.layer.prepend(this.node);
    pane.strip.node.inert = pane.screen.inert = true;
    const first = this.node.querySelector("input, textarea, button.select");
    (first ?? this.submitter).focus();
  }

  key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  }

  showNotice(sentence) {
    this.problem.hidden = !sentence;
    this.problem.textContent = sentence ?? "";
  }

  async submit(event) {
    event.preventDefault();
    if (this.sending) return;
    for (const field of this.fields) {
      const problem = field.problem();
      if (!problem) continue;
      this.showNotice(problem);
      field.focus();
      return;
    }
    this.showNotice(null);
    this.setBusy(true);
    const components = this.fields.map((field) => field.read()).filter(Boolean);
    try {
      const result = await this.pane.actions.interact(5, { custom_id: this.modal.custom_id, components }, this.origin);
      if (result.outcome === "failed") this.showNotice("Something went wrong. Try again.");
      else this.close();
    } catch (refusal) {
      this.showNotice(refusal.message);
    } finally {
      this.setBusy(false);
    }
  }

  setBusy(busy) {
    this.sending = busy;
    this.submitter.classList.toggle("busy", busy);
    this.submitter.setAttribute("aria-busy", String(busy));
  }

  close() {
    if (this.pane.modal !== this && this.pane.modal !== undefined && this.pane.modal !== null) {
      this.node.remove();
      return;
    }
    this.pane.modal = null;
    this.pane.popup.close();
    this.node.remove();
    this.pane.strip.node.inert = this.pane.screen.inert = false;
    if (this.before?.isConnected) this.before.focus({ preventScroll: true });
  }
}
