// The panes in the address of the page: `#ann/rummy,bob/dm` is two of them; a channel is a name, `dm` or an id.

/** Returns [{person, channel?}, …], at most two. */
export function read(hash = location.hash) {
  return decodeURIComponent(hash.replace(/^#/, ""))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => {
      const [person, channel] = part.split("/");
      return { person: person.toLowerCase(), channel };
    });
}

export function write(panes) {
  const hash = panes.map(({ person, channel }) => (channel ? `${person}/${channel}` : person)).join(",");
  if (location.hash !== `#${hash}`) history.replaceState(null, "", `#${hash}`);
}
