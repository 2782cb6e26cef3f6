"""What a person's data contains, and what is left when it is deleted."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, event

from bot.competition.personal_data import LeftRunning, PersonalData, StillSeated
from bot.competition.tournament.tournaments import Tournaments
from bot.interactions.tournament.decisions import ReplacePlayer
from bot.league.corrections import Reinstate, SwapPeople, Void
from bot.league.league import League
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.messages.tournament.card import TournamentContext, card_layout, round_layout
from bot.storage.schema import metadata, people
from bot.storage.tables import Surface
from bot.tables.lobby_requests import Join, StandUp
from bot.tables.match_requests import AskEnd, Cancel, Forfeit
from bot.tables.ports import CardOrder, ClockAndSeeds, HandsBy, Person, Pictures, Ready, SavedVariant, SuitColours
from bot.tables.refusals import MovedOn
from bot.tables.table import Table
from bot.wording.sentence import Refused
from tests.competition.league_server import LeagueServer, refused
from tests.competition.tournament.club_evening import ClubEvening
from tests.databases import execute, without_scans
from tests.league.written_matches import played
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant
from tests.tables.days_people import MONDAY, begin
from tests.tables.opening import open_table
from tests.tables.record_logs import same_deals
from tests.tables.table_service import ANN, BEN, CEM, DEE, TableService, idle

SERVER = 10
MINUTE = 60_000
DAY = 1440 * MINUTE
NOT_PERSONAL = {"servers", "server_settings", "deadlines", "heartbeat", "posts", "tournaments", "day_secret"}
"""The database tables without personal data: revisions and settings, deadlines, posts, numbers of tournaments, a secret."""


async def leave_traces(service: TableService) -> LeagueServer:
    """Let Ann, Ben and Cem play, and Ann do everything that is stored. Return the server."""
    server = LeagueServer(service.store, service.now)
    (stored,) = await server.create([League(server=SERVER, name="Cup", rated=True)])
    number = await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now + 1))
    for change, by in ((Void(), ANN), (Reinstate(), BEN), (SwapPeople(ANN, BEN), CEM), (Void(), CEM)):
        await server.corrections.correct(SERVER, number, change, by=by, why="I was not there")
    for ended in (2, 3):
        await server.finish(replace(played("Ann 1 104 · Ben 2 40 · Cem 3 0"), server=SERVER, ended=server.now + ended))
        if ended == 2:
            await server.season_ends.end_season(SERVER, stored.number, "Spring")
    others = await server.finish(replace(played("Ben 1 104 · Cem 2 40"), server=SERVER, ended=server.now + 1))
    await server.corrections.correct(SERVER, others, SwapPeople(BEN, CEM), by=BEN, why="nothing to Ann")
    await server.corrections.correct(SERVER, others, Void(), by=ANN, why="but this is hers")
    await server.protests.protest(SERVER, number, "I was robbed", by=ANN)
    evenings = Tournaments(service.store.ledgers, service.store.tournaments, service.tables, ClockAndSeeds(server.clock, str))
    plan = TournamentPlan(variant("rami"), TournamentKind.SWISS, rounds=3)
    await evenings.join(SERVER, (await evenings.create(SERVER, 20, BEN, "Evening", plan)).number, ANN)
    await service.store.variants.save(SERVER, SavedVariant(ANN, variant("rami")), most=9, most_own=9, at=5)
    await service.store.people.add_or_update(101, "Ann", "en-US", username="ann.b", server=SERVER, nickname="Annie")
    await service.store.people.set_dm_channel(ANN, 555)
    await service.store.people.change_settings(ANN, hands=HandsBy.CHANNEL, pictures=Pictures.TEXT)
    day = await begin(service, ANN, MONDAY)
    await service.tables.change(day.number, ANN, Forfeit())
    await service.store.surfaces.save(number, 1, [Surface("hand 1", 555, 6), Surface("lobby", 20, 7)])
    eve = await service.store.people.add_or_update(105, "Eve", "en-US")
    await service.store.privacy.delete_personal_data(eve.number, at=server.now)
    return server


async def my_data(service: TableService, person: int) -> Any:
    """Return the person's data as they read it."""
    found = await PersonalData(service.store.privacy, service.tables, service.clock).read(person)
    return msgspec.json.decode(msgspec.json.encode(found))


async def test_a_person_gets_everything_that_is_stored_about_them(service: TableService) -> None:
    await leave_traces(service)
    found = await PersonalData(service.store.privacy, service.tables, service.clock).read(ANN)
    read = msgspec.json.decode(msgspec.json.encode(found))
    known = {"number": 1, "discord_id": 101, "name": "Ann", "locale": "en-US", "dm_channel": 555, "username": "ann.b"}
    chosen = {"hands": "channel", "card_order": "suit", "pictures": "text"} | {
        "suit_colours": "four",
        "language": "",
        "first_hand": "new",
        "suits": "signs",
        "ready": "press",
        "new_message": "",
    }
    assert read["person"] == known | chosen | {"nicknames": {str(SERVER): "Annie"}}
    assert {name: len(value) for name, value in read.items()} == {
        "person": 16,
        "matches": 3,
        "seasons": 1,
        "saved_games": 1,
        "daily": 1,
        "organised": 3,
        "tournaments": 1,
        "corrections": 5,
        "former_numbers": 0,
        "former_seasons": 0,
        "former_pauses": 0,
        "tables": 4,
    }
    assert [one["by"] for one in read["corrections"]] == [ANN, BEN, CEM, CEM, ANN]
    assert [(one["what"]["type"], one["why"]) for one in read["organised"]] == [
        ("Corrected", "I was not there"),
        ("Corrected", "but this is hers"),
        ("Protested", "I was robbed"),
    ]
    assert read["seasons"] == [
        {"league": 1, "season": 1, "name": "Spring", "position": 1, "person": 1, "matches": 1, "parts": 60, "wins": 1}
        | {"rating": None, "awards": ["champions", "closest"]}
    ]
    nobody = await PersonalData(service.store.privacy, service.tables, service.clock).read(4)
    assert [name for name, value in nobody.items() if value] == ["person"]


async def test_every_database_table_and_every_column_with_a_person_is_read(service: TableService) -> None:
    """If you add one, decide what of it is personal, and read it in `bot/storage/personal_data.py`."""
    await leave_traces(service)
    statements = list[str]()

    def record(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement.replace('"', ""))

    event.listen(Engine, "before_cursor_execute", record)
    try:
        await my_data(service, ANN)
    finally:
        event.remove(Engine, "before_cursor_execute", record)
    asked = " ".join(statements)
    assert set(re.findall(r"(?:FROM|JOIN) (\w+)", asked)) | NOT_PERSONAL == set(metadata.tables)
    for table in metadata.tables.values():
        for column in table.columns:
            if any(key.references(people) for key in column.foreign_keys):
                assert re.search(rf"\b{table.name}\.{column.name}\b", asked), column


async def test_personal_data_is_found_by_indexes_without_reading_what_is_of_others(service: TableService, url: str) -> None:
    """S4: every log was read."""
    await leave_traces(service)
    with without_scans(url):
        await my_data(service, ANN)


async def test_tables_without_a_result_are_included_with_the_persons_own_events(service: TableService) -> None:
    await open_table(service.tables, 10, 20, BEN, variant("rami"), thread=False)  # Cem never joins it
    left = await service.open_lobby(BEN, CEM)
    await service.tables.change(left.number, CEM, StandUp())
    await service.tables.change(left.number, ANN, Cancel(by_manager=False))
    table = await service.play(await service.start_match(BEN, CEM, rules=variant("rami", match_deals=2, match_target="none")))
    table = await service.tables.change(table.number, CEM, Forfeit())
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, AskEnd())
    assert table.match is not None
    assert table.match.placings is None
    lobby, match = (await my_data(service, CEM))["tables"]
    assert [(one["number"], one["seat"]) for one in (lobby, match)] == [
        (left.number, None),
        (table.number, table.seats.seat_of(CEM)),
    ]
    assert lobby["closed"] is not None
    assert [one["type"] for one in lobby["events"]] == ["SatDown", "StoodUp"]
    own = [(one["type"], one.get("seat")) for one in match["events"]]
    logged = [(type(one).__name__, getattr(one, "seat", None)) for one in await service.store.log.read_events(table.number)]
    seat = table.seats.seat_of(CEM)
    assert [one for one in own if one[1] is not None] == [one for one in logged if one[1] == seat]
    assert [name for name, seated in own if seated is None] == ["SatDown", "CardsDealt", "DealEnded"]
    assert match["events"][-1]["type"] == "SeatLeft"
    assert all(isinstance(one["at"], int) for one in match["events"])
    assert (await my_data(service, DEE))["tables"] == []


async def test_personal_data_contains_nothing_from_which_the_deals_of_other_tables_follow(service: TableService) -> None:
    table = await same_deals(service)
    assert table.lobby.reserved is not None
    assert table.lobby.reserved.deals
    found = await my_data(service, ANN)
    assert "TableOpened" in json.dumps(found)
    assert table.lobby.reserved.deals not in json.dumps(found)


async def test_personal_data_contains_no_hand_of_others_and_no_card_of_the_stock(service: TableService) -> None:
    table = await service.play(await service.start_match(BEN, CEM), idle, turns=4)
    assert table.match is not None
    assert table.match.deal is not None
    deal, seat = table.match.deal, table.seats.seat_of(ANN)
    (table_of_ann,) = (await my_data(service, ANN))["tables"]
    (dealt,) = (one for one in table_of_ann["events"] if one["type"] == "CardsDealt")
    text = json.dumps(table_of_ann["events"])
    assert set(dealt) == {"at", "type", "deal", "hand"}
    secret = {card for other, hand in enumerate(deal.hands) if other != seat for card in hand} | set(deal.stock)
    known = {*dealt["hand"], *(one["card"] for one in table_of_ann["events"] if "card" in one)}
    assert known <= {*deal.hands[seat or 0], *deal.discard_pile}
    assert not [card for card in secret if f'"{card}"' in text]
    assert "seed" not in text


async def test_personal_data_has_the_messages_with_the_persons_hand(service: TableService) -> None:
    number = (await service.open_lobby(BEN)).number
    ports = [
        Surface("hand 1", 555, 6, detail="2.1"),
        Surface("hand 2", 556, 7, detail="1.1"),
        Surface("hand 12", 557, 8),
        Surface("lobby", 20, 11),
    ]
    await service.store.surfaces.save(number, 1, ports)
    (table,) = (await my_data(service, ANN))["tables"]
    assert [(one["key"], one["message"]) for one in table["messages"]] == [("hand 1", 6)]


async def test_tournaments_are_listed_once_with_what_the_person_did_and_where_they_played(service: TableService) -> None:
    evening = ClubEvening(service.store, service)
    await evening.open(TournamentKind.SWISS, 4, rounds=2)
    await evening.tournaments.leave(SERVER, evening.number, 4)
    await evening.begin_first(1, 2, 3)
    await evening.play_round(without={3})
    await evening.decide(ReplacePlayer(2, 5), "has to go")
    about = {"number": evening.number, "server": SERVER, "name": "Evening", "kind": "swiss"}
    found = {person: (await my_data(service, person))["tournaments"] for person in range(1, 7)}
    assert all({**one, **about} == one for own in found.values() for one in own)
    assert {person: [one["takes_part"] for one in own] for person, own in found.items()} == {
        1: [True], 2: [False], 3: [True], 4: [False], 5: [True], 6: []
    }  # fmt: skip
    events = {person: [event["type"] for one in own for event in one["events"]] for person, own in found.items()}
    assert events[2] == ["TournamentJoined", "CheckedIn", "PlayerReplaced"]
    assert events[4] == ["TournamentJoined", "TournamentLeft"]
    assert events[5] == ["PlayerReplaced", "TournamentJoined"]
    ((first,), (missed,)) = (found[person][0]["rounds"] for person in (1, 3))
    assert (sorted(first.pop("people")), sorted(missed.pop("people"))) == ([1, 2, 3], [1, 2, 3])
    assert first | {"came": False} == missed == {"round": 1, "table": first["table"], "came": False}
    organised = (await my_data(service, 1))["organised"]
    assert [one["what"]["type"] for one in organised] == ["TournamentMade", "CheckInOpened", "RoundBegun", "PlayerReplaced"]


async def test_a_deleted_person_is_a_former_player_in_their_tournaments(service: TableService) -> None:
    evening = ClubEvening(service.store, service)
    await evening.open(TournamentKind.SWISS, 3, rounds=1)
    await evening.begin_first(1, 2, 3)
    assert (await evening.play_round()).over_at is not None
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(2)
    found, results = await evening.tournaments.with_results(SERVER, evening.number)
    context = TournamentContext(found, results, service.store.people, {})
    for shown in (card_layout(context, ENGLISH), round_layout(context, 1, ENGLISH)):
        text = str(shown.to_components())  # type: ignore[no-untyped-call]
        assert "a former player" in text
        assert "Ben" not in text
        assert "Cem" in text


async def test_a_tournament_goes_on_without_whoever_deletes_their_data_in_a_round(service: TableService) -> None:
    evening = ClubEvening(service.store, service)
    await evening.open(TournamentKind.SWISS, 4, rounds=2)
    await evening.begin_first(1, 2, 3, 4)
    await PersonalData(service.store.privacy, service.tables, service.clock).delete(4)
    assert (await evening.play_round(without={4})).over_at is None
    await evening.check_in(1, 2, 3)
    second = (await evening.wait(16)).rounds[-1]
    assert sorted(person for people in second.tables for person in people) == [1, 2, 3]


async def test_a_damaged_log_does_not_keep_a_person_from_their_data(service: TableService, url: str) -> None:
    number = (await service.open_lobby(BEN)).number
    execute(url, 'UPDATE events SET event = \'{"type":"SatDown","per:2\' WHERE version = 2')
    (table,) = (await my_data(service, ANN))["tables"]
    assert (table["number"], [one["type"] for one in table["events"]]) == (number, ["TableOpened"])


async def test_a_deleted_person_leaves_their_results_and_returns_as_a_new_person(service: TableService) -> None:
    server = await leave_traces(service)
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    stored = await server.leagues.find(SERVER)
    before = await server.standings.table(SERVER, stored)
    await service.store.people.change_settings(
        ANN, card_order=CardOrder.RANK, pictures=Pictures.LARGE, suit_colours=SuitColours.TWO, language="it", ready=Ready.ITSELF
    )
    await personal_data.delete(ANN)
    assert service.store.people[ANN] == Person(ANN, None, "", "", None)
    assert service.store.people.find(101) is None
    left = await personal_data.read(ANN)
    empty = {"number": 1, "discord_id": None, "name": "", "locale": "", "dm_channel": None, "username": None, "nicknames": {}}
    settings = {"hands": "direct", "card_order": "suit", "pictures": "pictures"} | {
        "suit_colours": "four",
        "language": "",
        "first_hand": "new",
        "suits": "signs",
        "ready": "press",
        "new_message": "away",
    }
    assert left["person"] == {**empty, **settings}, "the settings are deleted too"
    assert not any(table["messages"] for table in msgspec.json.decode(msgspec.json.encode(left["tables"])))
    assert (await service.store.surfaces.load(1)).surfaces.keys() == {"lobby"}
    assert [(one["what"]["type"], one["why"]) for one in left["organised"]][-1] == ("Protested", ""), "the text is deleted"
    assert left["organised"][0]["why"] == "I was not there", "what they did as an organiser stays"
    assert (await server.standings.table(SERVER, stored)).rows == before.rows
    back = await service.store.people.add_or_update(101, "Ann", "it")
    assert back.number not in (1, 2, 3, 4)
    assert service.store.people.find(101) == back
    await personal_data.delete(ANN)
    assert service.store.people[back.number] == back


async def test_names_as_they_are_shown_are_forgotten_with_the_data_of_a_person(service: TableService) -> None:
    forgotten = list[str]()
    forget = [partial(forgotten.append, what) for what in ("names", "pictures")]
    await PersonalData(service.store.privacy, service.tables, service.clock, forget).delete(ANN)
    assert set(forgotten) == {"names", "pictures"}


async def test_a_person_at_a_table_cannot_be_deleted(service: TableService) -> None:
    table = await service.open_lobby()
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    assert await refused(personal_data.delete(ANN)) == StillSeated((table.number,))
    assert service.store.people[ANN].name == "Ann"
    await service.tables.change(table.number, ANN, StandUp())
    await personal_data.delete(ANN)
    assert service.store.people[ANN].name == ""


async def test_who_has_left_a_match_that_goes_on_and_may_count_is_deleted_when_it_is_over_or_after_thirty_days(
    service: TableService,
) -> None:
    """Else they would come back without what they left: its result would be a former player's."""
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    both = [await service.start_match(BEN, CEM, DEE) for _ in range(2)]
    left_at = service.now
    for table in both:
        await service.tables.change(table.number, BEN, Forfeit())
        service.now += MINUTE
    for nth, table in enumerate(both):
        assert await refused(personal_data.delete(BEN)) == LeftRunning(table.number, left_at + nth * MINUTE + 30 * DAY)
        for person in (CEM, DEE):
            await service.tables.change(table.number, person, Forfeit())
        assert await service.result(table.number) is not None
    await personal_data.delete(BEN)
    other = await service.start_match(CEM, DEE)
    await service.tables.change(other.number, CEM, Forfeit())
    service.now += 30 * DAY - 1
    assert isinstance(await refused(personal_data.delete(CEM)), LeftRunning)
    service.now += 1
    await personal_data.delete(CEM)
    assert service.store.people[CEM].name == ""


def hold_up(monkeypatch: pytest.MonkeyPatch, port: object, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Make a method of the port wait. Return the events that it sets when it is called, and that lets it go on."""
    work: Callable[..., Awaitable[Any]] = getattr(port, name)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await work(*args, **kwargs)

    monkeypatch.setattr(port, name, slowly)
    return begun, go_on


def sit_down(service: TableService, way: str, table: int) -> Awaitable[Table]:
    if way == "opens a table":
        return open_table(service.tables, 10, 20, BEN, variant("rami"), thread=False)
    return service.tables.change(table, BEN, Join())


WAYS = {"joins": "commit", "opens a table": "open_table"}


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_sits_down_while_they_ask_to_be_deleted_is_not_deleted(
    service: TableService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    table = (await service.open_lobby()).number
    begun, go_on = hold_up(monkeypatch, service.store.privacy, "delete_personal_data")
    deleting = asyncio.ensure_future(refused(personal_data.delete(BEN)))
    await begun.wait()
    number = (await sit_down(service, way, table)).number
    go_on.set()
    assert await deleting == StillSeated((number,))
    assert service.store.people[BEN].name == "Ben"


@pytest.mark.parametrize("way", WAYS)
async def test_a_person_who_is_deleted_while_they_sit_down_gets_no_seat(
    service: TableService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    personal_data = PersonalData(service.store.privacy, service.tables, service.clock)
    table = (await service.open_lobby()).number
    begun, go_on = hold_up(monkeypatch, service.store.log, WAYS[way])
    sitting = asyncio.ensure_future(sit_down(service, way, table))
    await begun.wait()
    await personal_data.delete(BEN)
    go_on.set()
    with pytest.raises(Refused) as caught:
        await sitting
    assert caught.value.refusal == MovedOn()
    assert service.tables.in_play.of_person(BEN) == []
    back = await service.store.people.add_or_update(102, "Ben", "en-US")
    await service.tables.change(table, back.number, Join())


async def test_a_refused_deletion_does_not_keep_the_person_from_sitting_down(service: TableService) -> None:
    personal_data, table = (
        PersonalData(service.store.privacy, service.tables, service.clock),
        (await service.open_lobby(BEN)).number,
    )
    assert await refused(personal_data.delete(BEN)) == StillSeated((table,))
    await service.tables.change(table, BEN, StandUp())
    await service.tables.change(table, BEN, Join())
