"""The messages of `/play`, `/help` and `/settings`, and the buttons of a lobby, are within Discord's limits."""

import random
from dataclasses import replace as with_

import pytest
from msgspec.structs import replace

from bot.app import read_turns
from bot.messages.rules.game_labels import game_labels
from bot.messages.settings import Offer
from bot.messages.settings_panel import own_settings_layout, server_settings_layout
from bot.messages.start_menu import PlayNow, friends_layout, game_layout, help_layout, start_menu_layout
from bot.messages.table.lobby import lobby_layout
from bot.players.choice import Level
from bot.rummy.variant import EVERYONE_DEALS, Length
from bot.tables.events import Pace, RulesChanged
from bot.tables.lobby_requests import Join
from bot.tables.ports import Person, ServerSettings
from bot.tables.rule_requests import AddComputer, ChangeLength
from tests.messages.shown_text import ENGLISH, assert_fits, visible_texts
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.people import Json, parts
from tests.rummy.presets import NAMES, variant

GAMES = [variant(name) for name in NAMES]


def test_play_with_the_most_games_and_tables_is_within_discords_limits() -> None:
    saved = [replace(variant("rami"), name="w" * 30 + str(number), title="W" * 30) for number in range(40)]
    waiting = [PlayedTable(variant("cuccu"), random.Random(0)).seat(4).table] * 30
    people = {number: Person(number, number, "W" * 48, "en-US", None) for number in PEOPLE}
    under_way = PlayedTable(variant("cuccu"), random.Random(0)).table
    offer = PlayNow([*GAMES, *saved], under_way, is_new=True, channel=1)
    for view in (
        start_menu_layout(offer, waiting, people, ENGLISH),
        start_menu_layout(with_(offer, under_way=None), waiting, people, ENGLISH),
        game_layout(offer, saved[39], ENGLISH, played=saved[39]),
        friends_layout(offer, saved[39], Pace.SLOW, ENGLISH),
    ):
        assert_fits(view)


@pytest.mark.parametrize("name", NAMES)
def test_the_opponents_of_a_game_are_as_many_as_it_has_seats_for(name: str) -> None:
    shown = game_layout(PlayNow(GAMES), variant(name), ENGLISH)
    labels = [part["label"] for part in parts(shown.to_components()) if part["type"] == 2]
    counts = range(1, variant(name).players[1])
    assert labels == [*(f"{count} easy" for count in counts), *(f"{count} normal" for count in counts), "Rules", "Back"]


@pytest.mark.parametrize("name", NAMES)
def test_each_game_is_told_apart_by_its_labels(name: str) -> None:
    labels = {game.name: game_labels(game, ENGLISH) for game in GAMES}
    assert [other for other, shown in labels.items() if shown == labels[name]] == [name]


@pytest.mark.parametrize(
    ("deals", "named"), [(2, ""), (4, "deal 4: lay"), (5, "deals 4 and 5: lay"), (6, "deals 4, 5, and 6: lay")]
)
def test_the_lobby_names_only_deals_that_the_match_has(deals: int, named: str) -> None:
    played = PlayedTable(replace(variant("wrotham"), match_deals=deals), random.Random(0))
    table = replace(played.table, preset=variant("wrotham"))
    text = "\n".join(visible_texts(lobby_layout(context_for(table, ENGLISH)))).replace("\u00a0", " ")
    assert ("whole hand" in text) == bool(named)
    assert named in text


def test_settings_are_within_discords_limits() -> None:
    games = {f"w{number}": replace(variant("rami"), name=f"w{number}", title="W" * 60) for number in range(45)}
    offer = Offer(games, has_channel=lambda _: True, has_role=lambda _: True, may_post=lambda _: True)
    views = [
        server_settings_layout(ServerSettings(tuple(range(1, 26)), 5, "w44", Length.FULL, False), offer, ENGLISH),
        own_settings_layout(PEOPLE[1], ENGLISH, may_set_server=True),
        help_layout(GAMES, ENGLISH),
    ]
    for view in views:
        assert_fits(view)


def lengths(played: PlayedTable) -> list[Json]:
    """Return the options of the select of lengths."""
    context = with_(context_for(played.table, ENGLISH), turns=read_turns())
    return next(it["options"] for it in parts(lobby_layout(context).to_components()) if it.get("custom_id") == "q:1:length")


@pytest.mark.parametrize("name", NAMES)
def test_the_lengths_of_a_lobby_have_minutes(name: str) -> None:
    rules = variant(name)
    for players in range(rules.players[0], rules.players[1] + 1):
        labels = [option["label"] for option in lengths(PlayedTable(rules, random.Random(0)).seat(players))]
        assert sum(label.endswith((" min", " hours")) for label in labels) == (2 if name == "wrotham" else 3), labels


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("target", "deals", "chosen"), [("none", 2, "2 deals"), (40, "none", "40 points"), (1, 5, "1 point")])
def test_the_length_that_the_host_has_chosen_is_marked_whatever_it_is(
    name: str, target: int | str, deals: int | str, chosen: str
) -> None:
    played = PlayedTable(variant(name), random.Random(0))
    own_end = played.table.own_end
    assert [one["label"].split(",")[0] for one in lengths(played) if one["default"]] == ["Full match"]
    played.table = replace(played.table, variant=variant(name, match_target=target, match_deals=deals), own_end=own_end)
    assert [(one["label"], one["value"]) for one in lengths(played) if one["default"]] == [(chosen, "rules")]


def test_a_length_that_depends_on_the_players_is_marked_as_a_number_of_deals() -> None:
    game = variant("wrotham")
    table = PlayedTable(game, random.Random(0)).table
    table = replace(table, preset=game, variant=replace(table.variant, match_deals=EVERYONE_DEALS))
    lobby = lobby_layout(context_for(table, ENGLISH))
    assert "4 deals" in str(lobby.to_components())
    assert "deal 4: lay your whole hand" in "\n".join(visible_texts(lobby)).replace("\u00a0", " ")


def test_the_minutes_of_a_short_match_follow_the_number_of_players() -> None:
    played = PlayedTable(variant("rami"), random.Random(0))
    alone = lengths(played)
    played.ask(2, Join())
    assert lengths(played) == alone, "alone, the minutes are those of two players"
    played.ask(1, AddComputer(Level.EASY))
    assert lengths(played) != alone


def test_the_lobby_says_in_three_lines_what_is_played_and_names_who_is_awaited() -> None:
    played = PlayedTable(variant("rami"), random.Random(0)).seat(3)
    played.ask(1, ChangeLength(Length.SHORT))
    text = "\n".join(visible_texts(lobby_layout(context_for(played.table, ENGLISH))))
    title, labels, goal, rest = text.split("\n", 3)
    assert title == "### 77, table 1"
    assert labels == game_labels(variant("rami"), ENGLISH)
    assert "everyone deals once: 3 deals" in goal.replace("\u00a0", " ")
    assert "Waiting for 222 and 333 to press **Agree**." in rest
    assert played.table.variant.match_deals == EVERYONE_DEALS
    assert isinstance(played.events[-1], RulesChanged)
