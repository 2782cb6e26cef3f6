// The strip above a pane that shows who you are there. A press makes you another person.

import { avatar } from "../messages/avatar.js";
import { nameOf } from "../client/client.js";
import { h, icon, keepingFocus } from "../dom.js";

export class PeopleStrip {
  constructor(pane) {
    this.pane = pane;
    this.list = h("div.people", { role: "group", "aria-label": "Who you are here" });
    this.node = h("header.strip", {}, this.list, this.secondPaneButton());
  }

  /** Returns the button that opens a second pane; in the second pane, the one that closes it. */
  secondPaneButton() {
    const { pane } = this;
    const first = pane.place === 0;
    return h(
      "button.icon-button.second-pane",
      {
        type: "button",
        class: first ? "opens" : "closes",
        "data-testid": first ? "open-second-pane" : "close-second-pane",
        "aria-label": first ? "Show a second person beside this one" : "Close this pane",
        title: first ? "Show a second person beside this one" : "Close this pane",
        onclick: () => (first ? pane.app.openSecond() : pane.app.closeSecond()),
      },
      icon(first ? "split" : "close"),
    );
  }

  render() {
    const { pane } = this;
    keepingFocus(this.list, ["data-pick-person"], () => {
      this.list.replaceChildren(...pane.app.clients.map((client) => this.person(client)));
    });
  }

  person(client) {
    const { pane } = this;
    const here = client === pane.client;
    const pings = here ? 0 : client.unread.total();
    const name = nameOf(client.me);
    return h(
      "button.person",
      {
        type: "button",
        "aria-pressed": String(here),
        "aria-label": pings ? `${name}, ${pings} pings` : name,
        title: here ? `You are ${name} here` : `Be ${name}`,
        "data-pick-person": client.me.username,
        onclick: () => pane.become(client),
      },
      avatar(client.me),
      h("span.person-name", {}, name),
      pings > 0 && h("span.badge", {}, pings > 99 ? "99+" : pings),
    );
  }
}
