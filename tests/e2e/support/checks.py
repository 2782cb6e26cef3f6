"""Checks of everything that the bot posted for a table, whatever was played and whatever went wrong.

They read the stored events in their own, simple way, and share no code with the bot's delivery.
"""

from collections.abc import Iterator

from bot.rummy.events import (
    CardsDealt,
    DealEnded,
    MatchBrokenOff,
    MatchEnded,
)
from bot.rummy.view import view_for
from bot.tables.apply_event import apply_event
from bot.tables.events import Event
from bot.tables.seat_events import PersonReminded
from bot.tables.table import Table
from tests.e2e.support.club import Club
from tests.e2e.support.secrecy_checks import check_commitment_first, check_secrecy, check_seeds
from tests.e2e.support.tables import table_messages
from tests.e2e.support.witness import Witness
from tests.people import BUTTON, LINK, Json, labels, parts, said


def check_posted_once(club: Club, *, table: int = 1, places: tuple[str, ...] = ("rummy",), deleted: int = 0) -> None:
    """Check that the channel has the messages that the bot knows and no others: each turn, deal and score once, in order.

    Pages that were over before they could be posted share a message.
    """
    surfaces = club.surfaces(table)
    elsewhere = ("hand ", "place", "replaced ")
    known = {key: message for key, (_, message) in surfaces.items() if message and not key.startswith(elsewhere)}
    there = [message["id"] for message in table_messages(club, table, *places)]
    assert sorted(there) == sorted(set(known.values())), f"{known}\n{next(iter(club.members.values()))}"
    if not deleted:
        expected = expected_keys(club, table)
        assert sorted(key for key in known if key != "lobby" and not key.startswith("mention ")) == sorted(expected)
        assert sorted(expected, key=lambda key: int(known[key] or 0)) == expected


def expected_keys(club: Club, table: int = 1) -> list[str]:
    """Return the keys of the messages that a table's events call for, in order: a new one for every round."""
    keys: list[str] = []
    turns = 0  # of the round
    surfaces = club.surfaces(table)
    in_thread = surfaces.get("place", ("", None))[0] == surfaces["lobby"][1]  # a thread has the number of its message
    for now, event, is_new_turn in with_new_turns(club, table):
        deal = now.match.deal if now.match else None
        if isinstance(event, DealEnded | MatchEnded | MatchBrokenOff) and keys and keys[-1].startswith("round "):
            number = int(keys[-1].partition(".")[2])
            if number not in [turn.number for turn in now.turns]:
                keys.pop()  # the deal ended before anything happened in that round
        match event:
            case CardsDealt(deal=number):
                keys += [f"deal {number}", f"round {number}.1"]
                turns = 1
            case DealEnded():
                assert deal is not None
                keys += [*([f"channel score {deal.number}"] if in_thread else []), f"score {deal.number}"]
            case MatchEnded() | MatchBrokenOff():
                keys += [*(["channel end"] if in_thread else []), "end"]
            case _ if is_new_turn:
                assert deal is not None
                players = len(now.match.staying_seats()) if now.match else 0
                turns = turns + 1 if turns < (4 if players == 2 else players) else 1
                if turns == 1:
                    keys.append(f"round {deal.number}.{deal.turn.number}")
            case _:
                pass
    return keys


def with_new_turns(club: Club, table: int) -> Iterator[tuple[Table, Event, bool]]:
    """Yield the table after each of its events, the event, and whether another turn begins with it."""
    now: Table | None = None
    turn = (0, 0)
    events = club.timed_events(table)
    for (at, event), (then, following) in zip(events, [*events[1:], (0, None)], strict=True):
        now = apply_event(table, now, event)
        deal = now.match.deal if now.match else None
        ends = at == then and isinstance(following, DealEnded | MatchEnded | MatchBrokenOff)
        is_turn = deal is not None and now.player_to_act() is not None and not ends
        current = (deal.number, deal.turn.number) if deal is not None and is_turn else turn
        yield now, event, current != turn
        turn = current


def check_only_newest_has_buttons(club: Club, *, table: int = 1, place: str = "rummy") -> None:
    """Check that only a table's newest message in the channel has buttons, apart from the lobby's link and Fairness."""
    messages = table_messages(club, table, place)
    for message in messages[:-1]:
        buttons = [it for it in parts(message["components"]) if it["type"] == BUTTON and it["style"] != LINK]
        assert all(button["custom_id"].endswith(":fairness") for button in buttons), said(message)


def check_dms(club: Club, *names: str) -> None:
    """Check that each person has exactly one direct message for each of their tables: the hand."""
    for name in names:
        number = club.person_number(name)
        rows = club.query("SELECT message FROM surfaces WHERE key = ? AND message IS NOT NULL", f"hand {number}")
        lasting = [message["id"] for message in club[name].dms if not message["flags"] & 64]  # not the notes after a press
        assert sorted(str(row[0]) for row in rows) == sorted(lasting), club[name]


def check_pings(club: Club, *, table: int = 1, closed: tuple[str, ...] = ()) -> None:
    """Check that each person was pinged once for each of their turns that they play themselves, once for each reminder, and at
    most once for each hand outside a turn. Nobody is pinged for the turns of computers.

    The hand of a new deal is not sent if the player's first turn comes before it could be. Players in `closed` take no direct
    messages: they are pinged once for that, instead of for each hand, unless their first turn comes before that.
    """
    expected = dict.fromkeys(club.table(table).people, 0)
    spare = dict.fromkeys(expected, 0)
    noticed: set[int] = set()
    for now, event, is_new_turn in with_new_turns(club, table):
        whose = now.person_to_act()
        if isinstance(event, CardsDealt):
            for person in now.seated_people():
                if club.person_of(person).name not in closed:
                    expected[person] += person != whose
                    spare[person] += person != whose
                elif person not in noticed:
                    noticed.add(person)
                    expected[person] += person != whose
                    spare[person] += person != whose
        if is_new_turn and whose is not None and not now.plays_by_itself():
            expected[whose] += 1
        if isinstance(event, PersonReminded):
            expected[event.person] += 1
    pinged = {person: len(club.person_of(person).pings) for person in expected}
    assert all(expected[one] - spare[one] <= count <= expected[one] for one, count in pinged.items()), (pinged, expected)


def check_no_error(club: Club) -> None:
    """Check that no bot process has logged an error."""
    bad = [line for line in club.bot_log.splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not bad, "\n".join(bad)


async def check_all(club: Club, *, table: int = 1, closed: tuple[str, ...] = ()) -> None:
    """Run all checks of a match in #rummy."""
    check_posted_once(club, table=table)
    check_only_newest_has_buttons(club, table=table)
    check_pings(club, table=table, closed=closed)
    check_secrecy(club, table=table)
    await check_seeds(club, table=table)
    await check_commitment_first(club, table=table)


def check_leaderboard(club: Club, person: Witness, message: Json, table: int = 1) -> None:
    """Check that the standings name everyone at the table."""
    match = club.table(table).match
    assert match is not None
    text = said(message)
    for number in club.table(table).people:
        assert club.person_of(number).name in text
    assert view_for(match, None).placings is not None
    assert not labels(message)


async def check_match_ended(club: Club, names: tuple[str, ...], deals: int) -> None:
    """Check that the match had this many deals, and that its result is stored and shown."""
    events = club.events()
    assert sum(isinstance(event, DealEnded) for event in events) == deals
    assert isinstance(events[-1], MatchEnded)
    stored = [result["ended"] for result in club.results()]
    assert stored == [club.timed_events()[-1][0]], "the result is stored with the last event"
    assert len(club.seats_by_person()) == len(names)
    reply = await club["Ann"].slash("leaderboard")
    check_leaderboard(club, club["Ann"], reply.message)
    end = club["Ann"].messages("rummy")[-2]  # before her own standings
    match = club.table().match
    assert match is not None
    for number in club.table().people:
        seat = club.table().seat_of(number)
        assert seat is not None
        assert str(match.scores[seat]) in said(end)
        assert club.person_of(number).name in said(end)
