"""The words of a lobby: within Discord's limits at a full table, beside its other controls, and in their order."""

import random
from dataclasses import replace as with_

import pytest
from discord.ui import LayoutView
from msgspec.structs import replace

from bot.messages.components import MOST_TEXT
from bot.messages.table.channel.match_end import fairness_layout
from bot.messages.table.lobby import lobby_layout, more_layout
from bot.messages.table.render_context import RenderContext
from bot.rummy.events import SeedParts
from bot.rummy.view import DealProof
from bot.tables.deals import link_of, new_chain, word_digest, words_digest
from bot.tables.events import Reservation, WordGiven
from bot.tables.lobby_requests import LONGEST_WORD
from bot.tables.rule_requests import ChangeRule, ChangeSettings
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.people import labels, parts
from tests.rummy.presets import variant

MOST_COMPONENTS = 40
LAST = "5c" * 32


def asking_table(*words: str, players: int = 6, **about: object) -> PlayedTable:
    """Return a lobby that asks for words; the first people have given these."""
    played = PlayedTable(variant(), random.Random(0), **about)  # type: ignore[arg-type]
    played.table = replace(played.table, lobby=replace(played.table.lobby, chain=new_chain(lambda: LAST)))
    played.seat(players)
    played.ask(1, ChangeSettings(asks_words=True))
    for person, word in enumerate(words, start=1):
        played.record(WordGiven(person, word_digest(word)))
    return played


def context_of(played: PlayedTable, *words: str) -> RenderContext:
    return with_(context_for(played.table, ENGLISH), words=dict(enumerate(words, start=1)))


def text_of(view: LayoutView) -> str:
    return "\n".join(visible_texts(view))


@pytest.mark.parametrize("word", ["*" * LONGEST_WORD, "@everyone" * 6, "🃏" * LONGEST_WORD])
def test_six_of_the_longest_words_fit_into_the_fullest_lobby_and_under_a_deal(word: str) -> None:
    words = [f"{nth}{word}"[:LONGEST_WORD] for nth in range(6)]
    played = asking_table(*words)
    for rule, answer in (("jokers", "4"), ("melds_per_turn", "unlimited"), ("scoring", "payment 6"), ("hand_size", "7")):
        played.ask(1, ChangeRule(rule, answer))
    context = context_of(played, *words)
    digest = words_digest(played.table.lobby.words.values())
    proof = DealProof(1, "0f" * 32, LAST, SeedParts(link_of(LAST, 2), 10**18, 10**18, digest))
    for view in (lobby_layout(context), lobby_layout(with_(context, words={})), fairness_layout(proof, context)):
        assert view.content_length() <= MOST_TEXT
        assert view.total_children_count <= MOST_COMPONENTS
    assert link_of(LAST, 2) in text_of(fairness_layout(proof, context))


def test_a_lobby_says_who_has_given_no_word_until_the_match_starts() -> None:
    played = asking_table(players=2)
    assert "No word from 111 and 222 yet." in text_of(lobby_layout(context_of(played)))
    played.record(WordGiven(2, word_digest("rain")))
    text = text_of(lobby_layout(with_(context_of(played), words={2: "rain"})))
    assert "1. 222: rain" in text
    assert "No word from 111 yet." in text


def test_only_the_seated_get_the_button_for_their_word() -> None:
    context = context_of(asking_table(players=2))
    for reader, has_it in ((None, True), (1, True), (2, True), (3, False)):
        shown = lobby_layout(context, reader=reader).to_components()
        assert ("My word" in labels({"components": shown})) == has_it


@pytest.mark.parametrize(
    ("about", "is_offered"),
    [
        ({}, True),
        ({"reserved": Reservation(1, (1, 2))}, True),
        ({"reserved": Reservation(1, (1, 2), deals=LAST)}, False),
        ({"reserved": Reservation(0, (1, 2), tournament=1)}, False),
    ],
)
def test_the_host_is_offered_words_where_the_shuffles_are_the_tables_own(about: dict[str, object], is_offered: bool) -> None:
    played = PlayedTable(variant(), random.Random(0), **about)  # type: ignore[arg-type]
    reserved = played.table.lobby.reserved
    chain = None if reserved is not None and reserved.deals else new_chain(lambda: LAST)
    context = context_for(replace(played.table, lobby=replace(played.table.lobby, chain=chain)), ENGLISH)
    for is_host in (True, False):
        shown = more_layout(context, is_host=is_host, may_close=False).to_components()
        offered = [one["label"] for one in parts(shown) if one.get("label") == "Our words"]
        assert bool(offered) == (is_offered and is_host)
