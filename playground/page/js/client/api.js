// The requests of a person to `/local`, as playground/local/person_routes.py describes them.

/** An action that Discord's own client would not offer. The message is a sentence for the person. */
export class Refused extends Error {}

async function bodyOf(response) {
  const text = await response.text();
  let body = text;
  try { body = JSON.parse(text); } catch { /* it is a plain sentence */ }
  if (response.ok) return body;
  const sentence = typeof body === "string" ? body : body?.message ?? body?.error ?? "";
  throw new Refused(sentence || `The playground answered ${response.status}.`);
}

async function call(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("The playground does not answer. Is it still running?");
  }
  return bodyOf(response);
}

const post = (path, body) =>
  call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Gets the state as a person sees it; without a person, as the first one does. */
export const state = (person) => call(person ? `/local/state?as=${encodeURIComponent(person)}` : "/local/state");

/** Gets the messages of a channel before one of them: {messages, has_older}. */
export function older(person, channelId, messageId) {
  return call(`/local/messages?${new URLSearchParams({ as: person, channel_id: channelId, before: messageId })}`);
}

export const interact = (body) => post("/local/interactions", body);

export const dismiss = (person, messageId) => post("/local/dismiss", { as: person, message_id: messageId });

/** Uploads a file for a modal and returns Discord's attachment object. */
export function upload(person, file) {
  const where = new URLSearchParams({ as: person, filename: file.name });
  return call(`/local/attachments?${where}`, { method: "POST", body: file });
}

export function eventsUrl(person) {
  const url = new URL(`/local/events?as=${encodeURIComponent(person)}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}
