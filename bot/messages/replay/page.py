"""The page of a finished match, `ramino-<match>.html`: its text, complete without scripts, and the data of the board.

The page asks no address for anything, and its Content-Security-Policy forbids that: the script and the style are in it, by
their hashes. What people typed is text in it, whatever it looks like.
"""

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path

import msgspec

from bot.messages.names import Names
from bot.messages.pictures.marks import marks_of
from bot.messages.replay.board_steps import steps_text
from bot.messages.replay.deal_text import deal_html
from bot.messages.replay.markup import card_names, card_sign, to_html, with_cards
from bot.messages.table.channel.match_end import outcome_text
from bot.messages.table.render_context import RenderContext, WhereItCounts
from bot.messages.table.shuffle_proof import check_sentences, word_lines
from bot.messages.text import join_parts, visible_line, with_minus
from bot.messages.words import Words
from bot.rummy.cards import JOKER, Card, is_joker
from bot.rummy.games import takes_from_pile
from bot.rummy.view import view_for
from bot.tables.replay import Replay, ReplayedDeal
from bot.tables.table import Table

_FOLDER = Path(__file__).parent
SCRIPT, STYLE = ((_FOLDER / name).read_text("utf-8") for name in ("replay.js", "replay.css"))


_MOST_TURNS_IN_BOXES = 500
"""In longer matches, boxes around the cards of the text would double the page; its script makes them."""
_MOST_TURNS_WITH_NAMES = 2000
"""In longer matches, the text of the deals names players by their initials or numbers, which are explained above it."""


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_POLICY = f"default-src 'none'; script-src {_hash(SCRIPT)}; style-src {_hash(STYLE)}; base-uri 'none'; form-action 'none'"


def replay_page(replay: Replay, names: Names, say: Words, ended_at: int | None, *, is_voided: bool = False) -> bytes:
    """Return the page. `names` are those of the match's table; `ended_at` is when the match ended (epoch ms), if known.

    It takes some milliseconds of CPU for each deal.
    """
    say = say.with_cards(card_sign)
    parts = [say("Match {number}", number=replay.table.number), visible_line(say.game(replay.match.variant.title))]
    parts += [] if ended_at is None else [say.date(ended_at)]
    title = join_parts([*parts, say("voided")] if is_voided else parts)
    head = (
        f'<!doctype html><html lang="{escape(say.locale)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
    )
    context = _context(replay.table, names, say)
    turns, players = sum(len(deal.turns) for deal in replay.deals), (*replay.table.all_people, *replay.table.seats.computers)
    marks = dict(zip(players, marks_of(list(map(names.plain, players))), strict=True))
    short = marks if turns > _MOST_TURNS_WITH_NAMES else {}
    in_deals = names.abbreviated(short)
    outcome = (
        line.removeprefix("## ").removeprefix("-# ")
        for line in outcome_text(view_for(replay.match, None), context).splitlines()
    )
    data = msgspec.json.encode(_data(replay, names, say)).decode().replace("<", "\\u003c")  # it can't end its element
    body = [
        f"<body><header><h1>{escape(title)}</h1>{''.join(f'<p>{to_html(line)}' for line in outcome)}</header><main>",
        *_result(replay, context),
        *_fixed_before(replay, context),
        *_board(say),
        *(f'<p class="about">{mark}: {to_html(names.person(player))}' for player, mark in short.items()),
        *(
            deal_html(deal, _context(deal.steps[-1].table, in_deals, say), _context(deal.steps[0].table, in_deals, say))
            for deal in replay.deals
        ),
        f'</main><script type="application/json" id="data">{data}</script>',
        f"<script>{SCRIPT}</script></body></html>\n",
    ]
    return (head + with_cards("\n".join(body), in_boxes=turns <= _MOST_TURNS_IN_BOXES)).encode()


def _context(table: Table, names: Names, say: Words) -> RenderContext:
    """Return the context of a text about the table at some moment of its match."""
    return RenderContext(table, say, names.at(table), "", 0, WhereItCounts(shows_deals=True))


def _result(replay: Replay, context: RenderContext) -> Iterator[str]:
    """Yield the table of the players with their places and points, the best first."""
    say, match = context.say, replay.match
    sign = 1 if match.variant.is_lowest_score_best() else -1
    places = match.placings or (0,) * match.seats
    order = sorted(range(match.seats), key=lambda seat: (places[seat], sign * match.scores[seat]))
    heads = (say("Place"), say("Player"), say("Points"))
    yield f"<table><thead><tr>{''.join(f'<th scope=col>{escape(head)}' for head in heads)}<tbody>"
    for seat in order:
        place = f"{places[seat]}." if places[seat] else "–"
        yield f"<tr><td>{place}<td>{to_html(context.names.seat(seat))}<td>{with_minus(match.scores[seat])}"
    yield "</table>"


def _fixed_before(replay: Replay, context: RenderContext) -> Iterator[str]:
    """Yield the fingerprint of the table's chain and the words that were mixed in, both behind **Details**.

    After a restore, no words are.
    """
    say, chain, parts = context.say, replay.table.lobby.chain, replay.deals[0].steps[0].deal.made_of
    if chain is None:
        return
    line = escape(say("Fingerprint of all shuffles: {digits}", digits="{digits}"))
    yield f"<details><summary>{escape(say.button('Details'))}</summary>"
    yield f'<p class="about">{line.replace("{digits}", f"<code>{chain.fingerprint}</code>")}'
    if parts is not None and parts.words:
        yield '<p class="about">' + "\n<br>".join(map(to_html, word_lines(context)))
    yield "</details>"


def _board(say: Words) -> Iterator[str]:
    """Yield the board as it is before the script fills and shows it."""
    controls = (
        ("first", "|◀", say("Start of the deal")),
        ("back", "◀", say("One step back")),
        ("on", "▶", say("One step on")),
        ("last", "▶|", say("End of the deal")),
    )
    yield f'<section id="board" aria-label="{escape(say("Table"))}" hidden><div class="bar">'
    for name, sign, label in controls:
        yield f'<button type="button" id="{name}" aria-label="{escape(label)}">{sign}</button>'
    yield f'<button type="button" id="next">{escape(say.button("Next deal"))}</button>'
    yield f'<select id="view" aria-label="{escape(say("Whose hand"))}"></select>'
    yield '<output id="where"></output></div><p id="line"></p><div id="hands"></div><p id="piles"></p><ol id="melds"></ol>'
    yield "</section>"


def _data(replay: Replay, names: Names, say: Words) -> dict[str, object]:
    """Return what the script reads: the names, the cards, the words' SHA-256, its sentences, and the deals with their steps."""
    lobby, shown, decks = replay.table.lobby, dict[str, int](), dict[str, int]()

    def number_of(player: int) -> int:
        return shown.setdefault(names.plain(player), len(shown))

    def deck_of(deal: ReplayedDeal) -> int:
        players = sum(map(bool, deal.steps[0].deal.hands))
        return decks.setdefault(" ".join(replay.match.variant.deck_for(players)), len(decks))

    deals = [
        {
            "players": list(map(number_of, deal.steps[0].table.seats.occupants)),
            "scores": list(deal.steps[0].match.scores),
            "left": list(deal.steps[0].match.gone_seats),
            "order": deal.steps[0].match.receivers(deal.steps[0].deal.dealer),
            "deck": deck_of(deal),
            "hands": [" ".join(hand) for hand in deal.steps[0].deal.hands],
            "upcard": "".join(deal.steps[0].deal.discard_pile),
            "stock": " ".join(deal.steps[0].deal.stock),
            "steps": steps_text(deal, number_of),
        }
        for deal in replay.deals
    ]
    faces = {card.rstrip("'") if not is_joker(card) else str(JOKER) for deck in decks for card in map(Card, deck.split())}
    return {
        "deals": deals,
        "decks": list(decks),
        "seating": list(replay.match.seating) if lobby.invitation is None else [],
        "chain": "" if lobby.chain is None else lobby.chain.fingerprint,
        "words": list(lobby.words.values()),
        "names": list(shown),
        "shuffles": replay.match.variant.recycle == "shuffle",
        "ownParts": replay.match.variant.stock == "own",
        "wholePile": takes_from_pile(replay.match.variant.game),
        "cards": {face: about for face, about in card_names().items() if face in faces},
        "say": _sentences(say),
    }


def _sentences(say: Words) -> dict[str, str]:
    """Return the sentences of the script; it fills in what is in braces."""
    return {
        "where": say(
            "Deal {deal} of {deals}, step {step} of {steps}", deal="{deal}", deals="{deals}", step="{step}", steps="{steps}"
        ),
        "all": say("All hands"),
        "hand": say("{name}'s hand", name="{name}"),
        "turn": say("to play"),
        "left": say("left"),
        "points": say("Points: {points}", points="{points}"),
        "cards": say("Cards: {count}", count="{count}"),
        "stock": say("Stock: {count}", count="{count}"),
        "part": say("Own stock: {count}", count="{count}"),
        "discards": say("Discards: {count}", count="{count}"),
        "under": say("Going under the next discard: {cards}", cards="{cards}"),
        "melds": say("No melds."),
        "back": say("a hidden card"),
        "seed": say("The seed doesn't match its fingerprint."),
        **check_sentences(say),
    }
