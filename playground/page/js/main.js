// The start of the page. Every person's client runs; one or two of them are shown, and the address says which.

import * as api from "./client/api.js";
import { Client, DM } from "./client/client.js";
import { h } from "./dom.js";
import * as address from "./panes/address.js";
import { Pane } from "./panes/pane.js";

const WIDE = matchMedia("(min-width: 900px)");

class App {
  constructor(root, people) {
    this.root = root;
    this.panes = [];
    // Hidden people too: a ping for Bob must be shown while somebody plays as Ann.
    this.clients = people.map((person) => new Client(person));
    for (const client of this.clients) {
      client.addEventListener("change", ({ detail }) => ["unread", "all"].includes(detail.what) && this.updateBadges());
      client.start();
    }
    const addressed = this.addressedPanes();
    this.wanted = addressed.length ? addressed : this.clients.slice(0, 2).map((client) => ({ client }));
    root.replaceChildren();
    this.arrange();
    WIDE.addEventListener("change", () => this.arrange());
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("visibilitychange", () => this.panes.forEach((pane) => pane.client.unread.show(pane, pane.channelId)));
  }

  addressedPanes() {
    return address
      .read()
      .map(({ person, channel }) => ({
        client: this.clients.find(({ me }) => me.id === person || me.username?.toLowerCase() === person),
        channel,
      }))
      .filter(({ client }) => client);
  }

  /** Shows as many panes as are wanted and fit. */
  arrange() {
    const shown = WIDE.matches ? this.wanted : this.wanted.slice(0, 1);
    while (this.panes.length > shown.length) this.panes.pop().close();
    shown.forEach(({ client, channel }, place) => {
      if (this.panes[place]) return;
      const pane = new Pane(this, place, client, channel);
      this.panes.push(pane);
      this.root.append(pane.node);
    });
    this.updateAddress();
  }

  follow() {
    const addressed = this.addressedPanes();
    if (!addressed.length) return;
    this.wanted = addressed;
    this.arrange();
    this.panes.forEach((pane, place) => pane.become(addressed[place].client, addressed[place].channel ?? null));
  }

  openSecond() {
    const first = this.panes[0].client;
    this.wanted[1] = { client: this.clients.find((client) => client !== first) ?? first };
    this.arrange();
  }

  closeSecond() {
    this.wanted.length = 1;
    this.arrange();
  }

  /** Writes the shown people and channels into the address. */
  updateAddress() {
    this.panes.forEach((pane, place) => {
      const channel = this.linkName(pane.client, pane.channelId) ?? this.wanted[place]?.channel;
      this.wanted[place] = { client: pane.client, channel: pane.wanted ?? channel };
    });
    this.root.dataset.panes = this.panes.length;
    address.write(this.wanted.map(({ client, channel }) => ({ person: client.me.username, channel })));
    this.updateBadges();
  }

  linkName(client, id) {
    const channel = client.channels.get(id);
    if (!channel) return null;
    return channel.type === DM ? "dm" : channel.type === 0 ? channel.name : id;
  }

  /** Updates the number of pings on the people and in the title of the tab. */
  updateBadges() {
    const pings = this.clients.reduce((sum, client) => sum + client.unread.total(), 0);
    document.title = pings ? `(${pings}) Playground` : "Playground";
    this.panes.forEach((pane) => pane.strip.render());
  }
}

async function start(root) {
  for (;;) {
    try {
      const { people } = await api.state(null);
      return new App(root, people);
    } catch (refusal) {
      root.replaceChildren(h("p.starting", { role: "status" }, refusal.message, " Trying again…"));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

window.playground = await start(document.getElementById("panes"));
