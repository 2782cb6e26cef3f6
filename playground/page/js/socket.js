// One person's stream of events: opens again when the server went away, and each time asks for the state anew.

import * as api from "./api.js";

const WAITS = [250, 500, 1000, 2000, 4000];

/**
 * `onState(state)` comes after every (re)connection, then `onEvent(event)` for what happened since; `onLink(up)`
 * tells whether the stream stands. What arrives between the opening and the state is kept and delivered after it.
 */
export function stream(person, { onState, onEvent, onLink }) {
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
