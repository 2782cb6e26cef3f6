// Starts the page: every person's Discord runs, one or two of them are shown, and the link says which.

import * as api from "./api.js";
import { Client, DM } from "./client.js";
import { h } from "./dom.js";
import * as hash from "./hash.js";
import { Pane } from "./pane.js";

const WIDE = matchMedia("(min-width: 900px)");

class App {
  constructor(root, people) {
    this.root = root;
    this.panes = [];
    // All of them, shown or not: a ping for Bob must be seen while one plays Ann.
    this.clients = people.map((person) => new Client(person));
    for (const client of this.clients) {
      client.addEventListener("change", ({ detail }) => ["unread", "all"].includes(detail.what) && this.marks());
      client.start();
    }
    const linked = this.linked();
    this.wanted = linked.length ? linked : this.clients.slice(0, 2).map((client) => ({ client }));
    root.replaceChildren();
    this.arrange();
    WIDE.addEventListener("change", () => this.arrange());
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("visibilitychange", () => this.panes.forEach((pane) => pane.client.reads.show(pane, pane.channelId)));
  }

  linked() {
    return hash
      .read()
      .map(({ person, channel }) => ({
        client: this.clients.find(({ me }) => me.id === person || me.username?.toLowerCase() === person),
        channel,
      }))
      .filter(({ client }) => client);
  }

  /** As many panes as are wanted and fit. */
  arrange() {
    const shown = WIDE.matches ? this.wanted : this.wanted.slice(0, 1);
    while (this.panes.length > shown.length) this.panes.pop().close();
    shown.forEach(({ client, channel }, place) => {
      if (this.panes[place]) return;
      const pane = new Pane(this, place, client, channel);
      this.panes.push(pane);
      this.root.append(pane.node);
    });
    this.settled();
  }

  follow() {
    const linked = this.linked();
    if (!linked.length) return;
    this.wanted = linked;
    this.arrange();
    this.panes.forEach((pane, place) => pane.become(linked[place].client, linked[place].channel ?? null));
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

  /** Somebody or some channel was chosen: the link says it from now on. */
  settled() {
    this.panes.forEach((pane, place) => {
      const channel = this.linkName(pane.client, pane.channelId) ?? this.wanted[place]?.channel;
      this.wanted[place] = { client: pane.client, channel: pane.wanted ?? channel };
    });
    this.root.dataset.panes = this.panes.length;
    hash.write(this.wanted.map(({ client, channel }) => ({ person: client.me.username, channel })));
    this.marks();
  }

  linkName(client, id) {
    const channel = client.channels.get(id);
    if (!channel) return null;
    return channel.type === DM ? "dm" : channel.type === 0 ? channel.name : id;
  }

  /** Badges on the people, and in the tab's title. */
  marks() {
    const pings = this.clients.reduce((sum, client) => sum + client.reads.total(), 0);
    document.title = pings ? `(${pings}) Playground` : "Playground";
    this.panes.forEach((pane) => pane.strip.draw());
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
