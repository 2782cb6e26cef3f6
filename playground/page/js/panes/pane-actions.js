// What a person does in a pane: presses, interactions, and dismissing a message.

import * as api from "../client/api.js";
import { pressKey } from "../messages/components.js";
import { Modal } from "../modals/modal.js";

export class PaneActions {
  constructor(pane) {
    this.pane = pane;
  }

  /** Presses a button of a message, or chooses `values` in a select. */
  async press(message, it, values) {
    const { client } = this.pane;
    const key = pressKey(message, it.custom_id);
    if (client.pendingPresses.has(key)) return;
    const setPending = (busy) => {
      client.pendingPresses[busy ? "add" : "delete"](key);
      client.emit("press", { channelId: message.channel_id, id: message.id, customId: it.custom_id, busy });
    };
    client.fail(message.channel_id, message.id, null);
    setPending(true);
    try {
      const data = { custom_id: it.custom_id, component_type: it.type, ...(values && { values }) };
      const result = await this.interact(3, data, message);
      if (result.outcome === "failed") client.fail(message.channel_id, message.id, result.error ?? "This interaction failed");
    } catch (refusal) {
      client.fail(message.channel_id, message.id, refusal.message);
    } finally {
      setPending(false);
    }
  }

  /** Sends an interaction and shows its result, except for a failure, which the caller shows. */
  async interact(type, data, message = null) {
    const { pane } = this;
    const { client } = pane;
    const channelId = message?.channel_id ?? pane.channelId;
    const result = await api.interact({
      as: client.me.id,
      channel_id: channelId,
      type,
      data,
      ...(message && { message_id: message.id }),
    });
    if (result.message) client.putIfNew(result.message);
    if (result.modal && client === pane.client) pane.modal = new Modal(pane, result.modal, message);
    return result;
  }

  async dismiss(message) {
    const { client } = this.pane;
    try {
      await api.dismiss(client.me.id, message.id);
      client.remove(message);
    } catch (refusal) {
      client.fail(message.channel_id, message.id, refusal.message);
    }
  }
}
