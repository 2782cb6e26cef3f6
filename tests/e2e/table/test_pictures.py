"""Hands and tables as pictures: nothing is sent, uploaded or seen without need, and everyone chooses how they see cards."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import app
from bot.players.discards import best_discards
from bot.players.games import weights_for
from bot.players.sight import Sight
from bot.rummy.moves import Discard
from bot.rummy.view import view_for
from bot.tables.match_requests import Forfeit
from playground import image_format
from tests.e2e.support.club import Club, open_club
from tests.e2e.support.forms import choose_own, choose_setting
from tests.e2e.support.hand_controls import controls, newest_with, offered_moves
from tests.e2e.support.pictures import (
    Named,
    alts,
    check_hands_are_private,
    check_uploads,
    edits_of_pictures,
    file_ids,
    files_of,
    names,
    pictured,
    record_names,
    shown_pictures,
)
from tests.e2e.support.tables import draw_from_stock, newest_page, play_turn, stack_deck, start_match
from tests.e2e.table.test_play_now import play_to_the_end, start_alone
from tests.people import Json, said
from tests.seeded_deals import seeded_deals

Log = list[Any]


@pytest.fixture
def log() -> Iterator[Log]:
    """What the bots of this process log; no warning and no error may be left."""
    with capture_logs() as entries:
        yield entries
    assert not [entry for entry in entries if entry["log_level"] not in ("debug", "info")]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Named:
    return record_names(monkeypatch)


def hand_of(club: Club, name: str) -> Json:
    """Return the newest message with a person's cards in their direct messages."""
    return pictured(club[name].dms)[-1]


@pytest.fixture(autouse=True)
def seeded() -> Iterator[None]:
    """Let the bots of each test deal by a seed, so that its match is as long as it needs and its hands can be sorted."""
    with seeded_deals(1):
        yield


async def discard_the_best_card(club: Club) -> None:
    """Draw, and discard what has a button in each form of the hand."""
    person, hand = club.on_turn(), next(message for message in club.on_turn().dms if controls(message))
    await person.press(hand, next(it for it, moves in controls(hand).items() if moves == ["draw stock"]))
    match = club.table().match
    assert match is not None
    view = view_for(match, match.seat_to_act())
    assert view.deal is not None
    discards = [move for move in view.moves if isinstance(move, Discard)]
    best = str(best_discards(Sight(view), discards, weights_for(view), view.deal.commitment)[0])
    await person.press(hand, next(it for it, moves in controls(person.now(hand)).items() if moves == [best]))
    await club.until_sent()


async def play_seeded_match(folder: Path, mode: str) -> tuple[list[Json], list[str]]:
    """Return the requests of a match with these pictures, always the same, and the last texts of its messages."""
    with seeded_deals(1):
        async with open_club(folder, "Ann", "Bob", "Finn") as club, club.bot():
            await choose_setting(club, "table_pictures", mode)
            for name in ("Ann", "Bob"):
                await choose_own(club, name, "pictures", mode)
                await choose_own(club, name, "new_message", "always")  # as everybody with text only has it
            since = await club.last_request()
            await start_match(club, "Ann", "Bob", deals=1)
            for _ in range(5):
                await discard_the_best_card(club)
            requests = await club.requests(since)
            texts = [said(message) for message in club["Finn"].messages("rummy")]
            return requests, texts


@pytest.mark.usefixtures("log")
async def test_a_match_with_pictures_needs_the_same_requests_as_one_in_text(
    tmp_path: Path,
) -> None:
    for mode in ("pictures", "text"):
        (tmp_path / mode).mkdir()
    with_pictures, texts = await play_seeded_match(tmp_path / "pictures", "pictures")
    in_text, same_texts = await play_seeded_match(tmp_path / "text", "text")
    sent, expected = (
        Counter((it["method"], it["route"]) for it in requests if it["method"] != "PATCH")
        for requests in (with_pictures, in_text)
    )
    assert sent == expected
    assert sent.total() > 20
    assert edits_of_pictures(with_pictures) == [], "how many edits become one depends on the time"
    assert not any(it["files"] for it in in_text)
    assert check_uploads(with_pictures)[1] > 20
    for text, same_text in zip(texts[:-1], same_texts[:-1], strict=True):  # the last one is the turn of now, with its table
        in_any_size = {line.removeprefix("-# ") for line in text.splitlines()}
        assert {line.removeprefix("-# ") for line in same_text.splitlines()} <= in_any_size, "a picture replaces no text"


@pytest.mark.usefixtures("log")
async def test_finished_rounds_have_no_pictures(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for _ in range(5):
        await play_turn(club)
    *finished, current = [message for message in club["Finn"].messages("rummy") if " discarded " in said(message)]
    assert finished
    assert [shown_pictures(message) for message in finished] == [[]] * len(finished)
    assert len(shown_pictures(current)) == 1
    stored = club.pg.world.messages[club["Finn"].channel_id("rummy")]
    assert [len(stored[message["id"]].uploads) for message in (*finished, current)] == [*[0] * len(finished), 1]


@pytest.mark.journey
@pytest.mark.usefixtures("log")
async def test_an_edit_keeps_the_pictures_that_have_not_changed(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = ("5S 6S 7S KC QH 2C 9D", "2S 4S 6C 8C 10C JC 3D", "3S 3C 4D 7C 8D 10H JS")
    stack_deck(monkeypatch, *hands, upcard="KD", stock="AH 2D 5C")
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    person = club.on_turn()
    leaving, waiting = (name for name in ("Ann", "Bob", "Cleo") if name != person.name)
    drawn = (await draw_from_stock(person)).message
    hand, asleep = file_ids(drawn)[1:], file_ids(hand_of(club, waiting))
    since = await club.last_request()
    await bot.services.tables.change(1, club.person_number(leaving), Forfeit())
    await person.until(lambda: file_ids(person.now(drawn)) not in ([], file_ids(drawn)))
    await club.until_sent()
    assert file_ids(person.now(drawn))[1:] == hand, "the courier keeps what the reply to a press has uploaded"
    assert file_ids(hand_of(club, waiting)) == asleep
    edits = [it for it in await club.requests(since) if it["method"] == "PATCH" and it["path"].endswith(drawn["id"])]
    assert [len(it["files"]) for it in edits] == [1], "only the table has changed"
    before = file_ids(person.now(drawn))
    others = await person.press(person.now(drawn), "Other …")
    asked = await person.press(others.message, "5♠")
    assert "Discard it anyway?" in said(asked.message)
    assert file_ids(asked.message) == before, "the reply to a press keeps what the courier has uploaded"
    kept, uploaded = check_uploads(await club.requests())
    assert kept >= 3
    assert uploaded


@pytest.mark.usefixtures("log", "short_deals")
@pytest.mark.parametrize("place", ["rummy", "dm"])
async def test_only_the_player_sees_the_pictures_of_a_match_alone(club: Club, named: Named, place: str) -> None:
    club.limits["moves_per_second"] = 0
    async with club.bot():
        if place == "dm":
            await club["Ann"].slash("play", in_="rummy")
            await start_match(club, "Ann", "Bob", deals=1)  # opens her direct messages
        hand = await start_alone(club, in_=place)
        assert len(shown_pictures(hand)) >= 1
        await play_to_the_end(club, hand, table=2 if place == "dm" else 1)
        assert check_hands_are_private(club, named) > 3


@pytest.mark.usefixtures("log")
async def test_a_hand_that_is_shown_in_two_places_has_two_names(club: Club, bot: app.Bot, named: Named) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await draw_from_stock(person)
    await club.until_sent()
    typed = (await person.slash("hand")).message
    assert typed["flags"] & 64
    direct = hand_of(club, person.name)
    assert files_of(club, typed) == files_of(club, direct)
    assert not set(names(typed)) & set(names(direct))
    discard = next(move for move in offered_moves(typed) if move.startswith("discard"))
    reply = await person.slash("discard", card=discard.removeprefix("discard "))
    assert reply.message["flags"] & 64
    assert len(shown_pictures(reply.message)) == 1
    await club.until_sent()
    assert check_hands_are_private(club, named)


def width_of(club: Club, message: Json) -> int:
    size = image_format.image_size(files_of(club, message)[-1])
    return size[0]


@pytest.mark.usefixtures("log")
async def test_everyone_chooses_their_pictures_and_a_server_those_of_its_channels(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for name, setting, value in (("Ann", "pictures", "text"), ("Bob", "pictures", "large"), ("Bob", "colours", "two")):
        await choose_own(club, name, setting, value)
    before = width_of(club, hand_of(club, "Bob"))
    page = newest_page(club)
    for _ in range(2):
        await play_turn(club)
    (text,) = club["Ann"].dms
    assert not shown_pictures(text)
    assert len(said(text)) > 50
    assert width_of(club, hand_of(club, "Bob")) < before, "large cards make a narrower picture"
    assert shown_pictures(newest_page(club)), "the channel follows the server's choice"
    await choose_setting(club, "table_pictures", "text")
    await play_turn(club)
    await play_turn(club)
    assert page["id"] != newest_page(club)["id"] or not shown_pictures(newest_page(club))
    assert not shown_pictures(newest_page(club))
    assert "stock" in said(newest_page(club)).lower()
    assert alts(hand_of(club, "Bob"))
    await choose_setting(club, "table_pictures", "pictures")
    await choose_setting(club, "table_colours", "two")
    await play_turn(club)
    await play_turn(club)
    assert shown_pictures(newest_page(club))
    assert newest_with(club["Ann"].messages("rummy"), "hand") is not None
