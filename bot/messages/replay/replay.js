// Adds the board to the page of a finished match. The data says what each step changes (board_steps.py); no rule is here
// but how a deck is shuffled and dealt, to check it.
"use strict";
(() => {
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const say = (name, facts = {}) => data.say[name].replace(/\{(\w+)\}/g, (all, fact) => facts[fact] ?? all);
const words = text => text.split(" ").filter(Boolean);
const put = (row, at, value) => row.map((one, place) => place === at ? value : one);
const bare = card => card.split("=")[0];

// ---- The boards of a deal, from its changes.

const change = {
  d: (b, text) => give(take(b, -1), [text]),
  t: (b, text) => give({...b, discards: b.discards.slice(0, -text)}, b.discards.slice(-text)),
  x: (b, text) => ({...give(b, [], [text]), discards: [...b.discards, ...b.under, text], under: []}),
  m: (b, text) => ({...give(b, [], text.split(",").map(bare)), melds: [...b.melds, {cards: text.split(","), owner: b.seat}]}),
  l: (b, text) => {
    const [number, row] = text.split(":"), cards = row.split(","), now = cards.map(bare), old = b.melds[number - 1];
    const moved = give(b, old.cards.map(bare).filter(card => !now.includes(card)), now);
    return {...moved, melds: put(b.melds, number - 1, {cards, owner: old.owner})};
  },
  e: (b, text) => {
    const [number, row] = text.split(":");
    return {...b, melds: b.melds.filter((_, at) => at !== number - 1), under: [...b.under, ...row.split(",")]};
  },
  u: b => ({...b, discards: [...b.under, ...b.discards], under: []}),
  b: (b, text, boards) => ({...boards.at(-text), players: b.players, scores: b.scores, left: b.left}),
  r: (b, text) => {
    const kept = text ? text.split(",") : [];
    return {...b, discards: kept, stocks: [b.discards.length - kept.length]};
  },
  ">": (b, text) => ({...b, seat: +text, turn: b.turn + 1}),
  L: (b, text) => ({...b, left: [...b.left, +text]}),
  P: (b, text) => ({...b, players: put(b.players, +text.split(":")[0], +text.split(":")[1])}),
  E: (b, text) => ({...b, scores: text.split(",").map(Number), over: true}),
};

function give(b, gained, lost = []) {
  return {...b, hands: put(b.hands, b.seat, [...b.hands[b.seat].filter(card => !lost.includes(card)), ...gained])};
}

function take(b, count) {
  const part = b.stocks.length > 1 ? b.seat : 0;
  return {...b, stocks: put(b.stocks, part, b.stocks[part] + count)};
}

function boardsOf(deal) {
  const stock = words(deal.stock).length, seats = [...deal.order].sort();
  const part = seat => seats.includes(seat) ? Math.ceil((stock - seats.indexOf(seat)) / seats.length) : 0;
  const boards = [{
    hands: deal.hands.map(words), melds: [], discards: words(deal.upcard), under: [], line: 0, seat: deal.order[0], turn: 1,
    stocks: data.ownParts ? deal.hands.map((_, seat) => part(seat)) : [stock],
    players: deal.players, scores: deal.scores, left: deal.left, over: false,
  }];
  for (const step of deal.steps ? deal.steps.split(";") : []) {
    let board = boards.at(-1);
    const line = board.over ? Infinity : board.turn;
    for (const one of step.split(/ |(?=>)/).filter(Boolean)) board = change[one[0]](board, one.slice(1), boards);
    boards.push({...board, line: board.over ? Infinity : line});
  }
  return boards;
}

const known = new Map();
function boards(deal) {
  if (!known.has(deal)) known.set(deal, boardsOf(data.deals[deal]));
  return known.get(deal);
}

// ---- The shuffle (docs/FAIRNESS.md), with a SHA-256 of its own.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime)) primes.push(n);
const fraction = root => (root - Math.floor(root)) * 2 ** 32 | 0;
const KEYS = primes.map(prime => fraction(Math.cbrt(prime)));

function sha256(bytes) {
  const hash = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime))), w = new Int32Array(64);
  const padded = new Uint8Array((bytes.length + 72 >> 6) * 64), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 128;
  view.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (x, by) => x >>> by | x << 32 - by;
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getInt32(at + 4 * i) : w[i - 16] + w[i - 7]
      + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >>> 3)
      + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >>> 10);
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + KEYS[i] + w[i] | 0;
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [a, b, c, d, e, f, g, h] = [first + second | 0, a, b, c, d + first | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { hash[i] = hash[i] + value | 0; });
  }
  return hash.flatMap(word => [24, 16, 8, 0].map(by => word >>> by & 255));
}

const fromHex = text => text.match(/../g).map(pair => parseInt(pair, 16));
const toHex = bytes => bytes.map(byte => byte.toString(16).padStart(2, "0")).join("");

function shuffle(cards, seed, purpose) {
  const order = [...cards], ascii = [...purpose].map(sign => sign.charCodeAt(0));
  let block = [], counter = 0;
  const below = limit => {
    for (;;) {
      if (!block.length) block = sha256([...seed, ...ascii, ...[24, 16, 8, 0].map(by => counter >>> by & 255)]), counter++;
      const word = block.shift() << 8 | block.shift();
      if (word < 65536 - 65536 % limit) return word % limit;
    }
  };
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

function dealt(deal) {
  const hands = deal.hands.map(words), order = [], each = hands[deal.order.at(-1)].length;
  for (let nth = 0; nth < each; nth++) order.push(...deal.order.map(seat => hands[seat][nth]));
  return [...order, ...hands[deal.order[0]].slice(each), ...words(deal.upcard), ...words(deal.stock)];
}

function drawsFollow(deal, seed) {
  let stock = words(deal.stock), recycled = 0;
  const seats = [...deal.order].sort(), all = boards(data.deals.indexOf(deal));
  const part = seat => stock.filter((_, at) => seats[at % seats.length] === seat);
  const parts = data.ownParts ? deal.hands.map((_, seat) => part(seat)) : [stock];
  return deal.steps.split(";").every((step, at) => {
    const board = all[at];
    if (step[0] === "r") {
      const turned = board.discards.slice(0, board.discards.length - all[at + 1].discards.length);
      parts[0] = data.shuffles ? shuffle(turned, seed, `recycle ${++recycled}`) : turned;
    }
    return step[0] !== "d" || parts[data.ownParts ? board.seat : 0].shift() === step.slice(1);
  });
}

const hashOf = text => toHex(sha256([...new TextEncoder().encode(text)]));
const mixedWords = () => data.words.length ? hashOf(data.words.join(":")) : "";

function fault(deal, fingerprint, seedText, link, message = "") {
  const seed = fromHex(seedText);
  if (toHex(sha256(seed)) !== fingerprint) return "seed";
  if (data.chain && data.deals.indexOf(deal) < 1023 && !link) return "alone";
  if (data.chain && link) {
    let hash = link;
    for (let nth = data.deals.indexOf(deal) + 2; nth > 0; nth--) hash = toHex(sha256(fromHex(hash)));
    if (hash !== data.chain) return "chain";
    if (hashOf(`${link}:${message.replace("–", "")}:${mixedWords()}`) !== seedText) return "parts";
  }
  if (shuffle(words(data.decks[deal.deck]), seed, "deal").join() !== dealt(deal).join()) return "dealt";
  return drawsFollow(deal, seed) ? "" : "drawn";
}

// ---- What is shown.

const sections = data.deals.map((_, at) => $(`${at + 1}-1`));
const places = new Map(Object.keys(data.cards).map((face, at) => [face, at]));
const faceOf = card => card.startsWith("JK") ? "JK" : card.replace(/'+$/, "");
const place = card => places.get(faceOf(card));
const sorted = cards => [...cards].sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
const inText = new Map();
const PLAIN = /((?:🃏\u2060=)?(?:10|[2-9AJQK])[♣♦♥♠]|🃏)/u;

function named(element, name) {
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", name);
  return element;
}

function box(card) {
  const [text, kind, name] = data.cards[faceOf(bare(card))], stands = data.cards[card.split("=")[1]];
  const element = document.createElement(`c-${stands ? stands[1] : kind}`);
  element.dataset.card = card;
  element.textContent = stands ? `${text}\u2060=${stands[0]}` : text;
  return named(element, stands ? `${name}, ${stands[2]}` : name);
}

// Names the cards of a text, and puts those that are plain into boxes.
function nameCards(section) {
  for (const element of section.querySelectorAll("c-c,c-d,c-h,c-s,c-j,c-k")) {
    named(element, element.textContent.split("\u2060=").map(text => inText.get(text)[2]).join(", "));
  }
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) if (PLAIN.test(walker.currentNode.data)) found.push(walker.currentNode);
  for (const node of found.filter(node => !node.parentElement.closest("b,del,[role]"))) {
    const parts = node.data.split(PLAIN).map((part, at) => {
      const faces = at % 2 ? part.split("\u2060=").map(text => inText.get(text)?.[0]) : [undefined];
      return faces.includes(undefined) ? part : box(faces.join("="));
    });
    node.replaceWith(...parts);
  }
}

function hidden() {
  const element = document.createElement("c-b");
  element.textContent = "\u00a0";
  return named(element, say("back"));
}

function fill(element, ...parts) {
  element.replaceChildren(...parts.flatMap(part => [part, " "]));
  return element;
}

function make(tag, className, ...parts) {
  const element = fill(document.createElement(tag), ...parts);
  element.className = className;
  return element;
}

let deal = 0, step = 0, waiting = 0;
const nameOf = (board, seat) => data.names[board.players[seat]];

function lineOf(board) {
  const section = sections[deal];
  if (board.line === 0) return section.querySelector("p");
  return section.querySelector("ol").children[board.line - 1] ?? section.querySelector(".end");
}

function seatBox(board, seat) {
  const viewer = $("view").value, hand = board.hands[seat], isToPlay = board.seat === seat && !board.over;
  const isOpen = viewer === "" || +viewer === seat || board.over, name = make("b", "", nameOf(board, seat));
  const about = [say("cards", {count: hand.length}), say("points", {points: board.scores[seat]})];
  if (board.stocks.length > 1) about.push(say("part", {count: board.stocks[seat]}));
  if (board.left.includes(seat)) about.push(say("left"));
  if (isToPlay) about.push(say("turn"));
  const cards = make("div", "cards", ...sorted(hand).map(card => isOpen ? box(card) : hidden()));
  const element = make("div", `seat${isToPlay ? " turn" : ""}`, name, make("span", "about", about.join(" · ")), cards);
  element.dataset.seat = seat;
  return element;
}

function show() {
  const all = boards(deal), board = all[step], top = board.discards.at(-1);
  fill($("hands"), ...board.hands.map((_, seat) => seatBox(board, seat)));
  const piles = [say("discards", {count: board.discards.length}), ...(data.wholePile ? board.discards : top ? [top] : []).map(box)];
  if (board.stocks.length === 1) piles.push("·", say("stock", {count: board.stocks[0]}));
  if (board.under.length) piles.push("·", say("under", {cards: ""}), ...board.under.map(box));
  fill($("piles"), ...piles);
  $("melds").replaceChildren(...board.melds.map(meld => make("li", "", ...meld.cards.map(box), nameOf(board, meld.owner))));
  $("where").textContent = say("where", {deal: deal + 1, deals: data.deals.length, step: step + 1, steps: all.length});
  for (const marked of document.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
  const line = lineOf(board);
  line.setAttribute("aria-current", "step");
  const shown = line.matches(".end") ? [...line.children] : [line];
  $("line").replaceChildren(...shown.flatMap(one => [...one.cloneNode(true).childNodes, document.createElement("br")]));
  const isLast = deal === data.deals.length - 1;
  for (const id of ["first", "back"]) $(id).ariaDisabled = deal === 0 && step === 0;
  for (const id of ["on", "last"]) $(id).ariaDisabled = isLast && step === all.length - 1;
  $("next").ariaDisabled = isLast;
}

function go(toDeal, toStep) {
  if (toStep < 0) toStep = toDeal > 0 ? boards(--toDeal).length - 1 : 0;
  const count = boards(toDeal).length;
  if (toStep >= count) [toDeal, toStep] = toDeal + 1 < data.deals.length ? [toDeal + 1, 0] : [toDeal, count - 1];
  [deal, step] = [toDeal, toStep];
  show();
  clearTimeout(waiting);  // a held key makes one entry in the history
  waiting = setTimeout(() => { if (location.hash !== address()) history.pushState(null, "", address()); }, 200);
}

const address = () => `#${deal + 1}-${step + 1}`;

function open() {
  const [, toDeal, toStep] = /^#(\d+)-(\d+)$/.exec(location.hash) ?? [, 1, 1];
  clearTimeout(waiting);
  deal = Math.min(Math.max(toDeal, 1), data.deals.length) - 1;
  step = Math.min(Math.max(toStep, 1), boards(deal).length) - 1;
  show();
}

const press = {
  first: () => step ? go(deal, 0) : go(Math.max(deal - 1, 0), 0),
  back: () => go(deal, step - 1),
  on: () => go(deal, step + 1),
  last: () => {
    if (step === boards(deal).length - 1 && deal < data.deals.length - 1) deal++;
    go(deal, boards(deal).length - 1);
  },
  next: () => go(Math.min(deal + 1, data.deals.length - 1), 0),
};
for (const [id, action] of Object.entries(press)) $(id).addEventListener("click", action);
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
  const action = {ArrowLeft: "back", ArrowRight: "on"}[event.key];
  if (!action) return;
  event.preventDefault();
  press[action]();
});
window.addEventListener("hashchange", () => { open(); $("board").scrollIntoView({block: "nearest"}); });

const players = data.deals.at(-1).players;
const views = players.map((name, seat) => new Option(say("hand", {name: data.names[name]}), seat));
$("view").append(new Option(say("all"), ""), ...views);
$("view").addEventListener("change", show);
$("board").hidden = false;
for (const [face, [text, kind, name]] of Object.entries(data.cards)) inText.set(text, [face, kind, name]);
for (const section of sections) nameCards(section);
open();
if (location.hash) $("board").scrollIntoView({block: "nearest"});

sections.forEach((section, at) => setTimeout(() => {
  const wrong = fault(data.deals[at], ...[...section.querySelectorAll("code")].map(code => code.textContent));
  section.querySelector("output").textContent = say(wrong || "checked");
}));
})();
