"""The page of a finished match: complete without scripts, safe whatever people are called, small; and none before the end."""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace as with_
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from bot.messages.card_order import in_card_order
from bot.messages.card_text import card_text
from bot.messages.replay.page import SCRIPT, STYLE
from bot.messages.text import with_minus
from bot.rummy.cards import commitment
from bot.rummy.events import CardDiscarded, CardsLaidOff, DiscardTaken, JokerSwapped, MeldLaid
from bot.rummy.view import DrawnFaceUp, PublicEvent
from bot.tables.events import Event, LobbyClosed, TableOpened
from bot.tables.replay import MatchNotOver, NothingPlayed, replay_of
from bot.tables.seat_events import BrokenOffBy
from bot.wording.sentence import Refusal, Refused
from tests.cpu_time import at_most
from tests.messages.replay import random_matches
from tests.messages.replay.board_reader import page_data
from tests.messages.replay.pages import MANY, page_of, visible_lines
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.gauntlet.policies import POLICIES, eager
from tests.rummy.presets import WITH_TABLE_MELDS, one_of_each_game, variant

HOSTILE = (
    "</script><img onerror=a>",
    "<!--<script>",
    "**Ann** ~~Bob~~ `x` \\",
    "&lt;b&gt; &amp; \"' =",
    "Q♥ 🃏 10♠",
    "-# ## @everyone <@1>",
    "\ue000\ue001\u202e7",
)
KIB = 1024


class Structure(HTMLParser):
    """The elements of a page with their attributes, its comments, and its text without script and style."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.comments: list[str] = []
        self.text = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data if self.tags[-1] not in ("script", "style") else ""

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("moves", [60, 3000])
def test_whatever_people_are_called_and_write_is_text(name: str, moves: int) -> None:
    events = RandomMatch(1, replace(variant("rami"), title=name), 3, moves=moves, leaving=0.005).events
    events.insert(-1, BrokenOffBy(1, name, ()))
    shown, harmless = (page_of(events, people=MANY | {1: with_(MANY[1], name=one)}) for one in (name, "Ann"))
    structure = Structure(shown)
    assert set(structure.tags) <= {*Structure(harmless).tags}
    assert structure.tags.count("script") == 2
    assert structure.attributes == Structure(harmless).attributes
    assert not structure.comments
    typed = name.replace("\ue000\ue001\u202e", "")
    assert typed in structure.text
    assert typed in page_data(shown)["names"]
    assert not re.search("[\ue000-\uf8ff\u202e]", shown.decode())


def _cards_of(event: PublicEvent) -> tuple[str, ...]:
    match event:
        case DrawnFaceUp(card=card) | DiscardTaken(card=card) | CardDiscarded(card=card) | JokerSwapped(card=card):
            return (card,)
        case MeldLaid(cards=cards) | CardsLaidOff(cards=cards):
            return cards
        case _:
            return ()


def _text(cards: Iterable[str]) -> str:
    return " ".join(map(card_text, cards)).replace("\u00a0", " ")


def _deals_in(page: bytes) -> list[list[str]]:
    """Return the lines of each deal."""
    found: list[list[str]] = []
    for line in visible_lines(page):
        if re.fullmatch(r"Deal \d+", line):
            found.append([])
        elif found:
            found[-1].append(line)
    return found


@pytest.mark.parametrize("name", one_of_each_game(WITH_TABLE_MELDS))
@pytest.mark.parametrize("moves", [60, 3500])
def test_without_scripts_every_hand_turn_and_point_is_in_the_text(name: str, moves: int) -> None:
    events = RandomMatch(5, variant(name, take_back=False), 2, moves=moves, leaving=0).events
    for deal, lines in zip(replay_of(1, events).deals, _deals_in(page_of(events)), strict=True):
        names = [MANY[player].name for player in deal.steps[0].table.seats.occupants]
        for seat, hand in enumerate(deal.steps[0].deal.hands):
            assert f"{names[seat]}: {_text(in_card_order(hand))}" in lines
        played = [line for line in lines if re.match(r"Player \d · ", line)]
        for turn, line in zip((turn for turn in deal.turns if turn.events), played, strict=True):
            cards = [_text([card]) for event in turn.events for card in _cards_of(event)]
            assert line.startswith(names[turn.seat])
            assert all(card in line for card in cards), (line, cards)
        ended = deal.steps[-1].deal.end
        for seat, points in enumerate(ended.points if ended is not None else ()):
            assert not points or any(line.startswith(names[seat]) and with_minus(points, "+") in line for line in lines)
        assert {deal.steps[0].deal.seed, commitment(deal.steps[0].deal.seed)} <= set(re.findall("[0-9a-f]{64}", "".join(lines)))


def test_the_policy_of_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    page = page_of(RandomMatch(1).events).decode()
    policy = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (SCRIPT, STYLE)]
    script, style = (f"'sha256-{one}'" for one in hashes)
    assert policy == [f"default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"]
    assert f"<script>{SCRIPT}</script>" in page
    assert f"<style>{STYLE}</style>" in page
    assert not re.search(r"https?:|\bsrc=|url\(|@import", page)


def _refusal(events: list[Event]) -> Refusal:
    with pytest.raises(Refused) as caught:
        replay_of(7, events)
    return caught.value.refusal


def test_a_match_has_no_replay_before_its_end_or_without_a_deal() -> None:
    events = RandomMatch(2, variant("rami"), 2, moves=9).events
    for length in range(1, len(events)):
        assert _refusal(events[:length]) == MatchNotOver(7)
    opened = events[0]
    assert isinstance(opened, TableOpened)
    assert _refusal([opened, LobbyClosed("cancelled")]) == NothingPlayed(7)


@pytest.fixture
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The log of a match of this many players and deals, who play by turns by these policies."""
    players, deals, policies = request.param
    monkeypatch.setattr(random_matches, "POLICIES", policies)
    rules = replace(variant("rami", match_target="none", match_deals=50), match_deals=64)
    return RandomMatch(3, rules, players, moves=10**6, deals=deals, leaving=0).events


@pytest.mark.parametrize("played", [(4, 9, (eager,)), (4, 9, POLICIES)], indirect=True, ids=["eager", "mixed"])
def test_the_page_of_a_usual_match_is_small_and_soon_made(played: list[Event]) -> None:
    page_of(played)
    with at_most(0.15):  # 0.04 on a machine that does nothing else
        page = page_of(played)
    print(len(page) / KIB)
    assert len(page) <= 120 * KIB


@pytest.mark.parametrize("played", [(6, 64, (eager,)), (6, 64, POLICIES)], indirect=True, ids=["eager", "mixed"])
@pytest.mark.thorough
def test_the_page_of_64_deals_of_six_is_small_enough_with_long_names(played: list[Event]) -> None:
    people = {number: with_(one, name=f"{'ABCDEF'[number - 1]}{'m' * 31}") for number, one in MANY.items() if number <= 6}
    page = page_of(played, people=people)
    print(len(page) / KIB)
    assert len(page_data(page)["deals"]) == 64
    assert len(page) <= 300 * KIB
    lines = list(visible_lines(page))
    assert sum(line.startswith("A: Amm") for line in lines) == 1, "the text of the deals says A"
    assert sum(line.startswith("A · ") for line in lines) > 100
