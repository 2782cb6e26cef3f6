// One person's stream of events. It reconnects when the server goes away, and gets the state again each time.

import * as api from "./api.js";

const WAITS = [250, 500, 1000, 2000, 4000];

/**
 * Calls `onState(state)` after every (re)connection, `onEvent(event)` for what happens after that, and `onLink(isUp)`
 * when the connection opens or closes. Events that arrive before the state are delivered after it.
 */
export function openEventStream(person, { onState, onEvent, onLink }) {
  let failures = 0;
  let socket = null;

  function open() {
    let early = [];
    const mine = (socket = new WebSocket(api.eventsUrl(person)));
    mine.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      if (early) early.push(event);
      else onEvent(event);
    };
    mine.onopen = async () => {
      try {
        const state = await api.state(person);
        if (mine !== socket) return;
        onState(state);
        const waiting = early;
        early = null;
        waiting.forEach(onEvent);
        failures = 0;
        onLink(true);
      } catch {
        mine.close();
      }
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      onLink(false);
      setTimeout(open, WAITS[Math.min(failures++, WAITS.length - 1)]);
    };
  }

  open();
}
