"""Every event is spelled so that it can be read back, and what is not understood is refused."""

import json
from typing import Any, get_args

import msgspec
import pytest

from bot.players.choice import Level
from bot.rummy.cards import FRENCH52, Card
from bot.rummy.events import (
    Awaited,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    Challenged,
    ChallengeRefused,
    DealEnded,
    EndedBy,
    JokerSwapped,
    Knocked,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldKind,
    MeldLaid,
    MeldRetired,
    Passed,
    PileTaken,
    PointsFor,
    SeatLeft,
    StockRecycled,
    TakenBack,
    TurnOpened,
    TurnSkipped,
)
from bot.tables import events
from bot.tables.events import (
    Clock,
    ClockChanged,
    ComputerSatDown,
    ComputerStoodUp,
    EndPressed,
    Event,
    Invitation,
    InvitationDeclined,
    LobbyClosed,
    Pace,
    PauseBegun,
    ReadyPressed,
    Reservation,
    RulesAgreed,
    RulesChanged,
    SatDown,
    SeatsFreed,
    SettingsChanged,
    StoodUp,
    TableOpened,
    WordGiven,
)
from bot.tables.seat_events import (
    BankUsed,
    BrokenOffBy,
    CameBack,
    ClockShifted,
    EndVoteBegun,
    EndVoteOver,
    MarksFixed,
    PersonNudged,
    PersonReminded,
    PersonRemoved,
    SeasonOver,
    SeatTaken,
    SeatTakenOver,
    TableAbandoned,
    TablePaused,
    TurnBegun,
    TurnPlayedFor,
)
from tests.rummy.presets import variant

_SEVEN, _TEN, _QUEEN = Card("7H"), Card("10H'"), Card("QS")
_SEED = "0f" * 32

EXAMPLES: tuple[Event, ...] = (
    TableOpened(server=2**63 - 1, channel=2**62, host=1, variant=variant("ramino"), thread=True, at=1_790_000_000_000),
    TableOpened(server=1, channel=2, host=1, variant=variant("rami", hand_size=7), thread=False, at=1, preset=variant("rami")),
    TableOpened(1, 2, 3, variant("rami"), thread=False, at=1, reserved=Reservation(fixture=7, people=(3, 5))),
    TableOpened(1, 2, 3, variant("rami", stock="own"), False, 1, reserved=Reservation(7, (3, 5), deals=_SEED)),
    TableOpened(
        1, 2, 3, variant("rami"), thread=False, at=1, again=Invitation(match=7, people=(3, 5), dealer=5, until=600_001)
    ),
    SatDown(2),
    StoodUp(2),
    StoodUp(2, by=1),
    InvitationDeclined(5),
    SeatsFreed(),
    RulesChanged(1, variant("rami", melds_per_turn="unlimited")),
    RulesChanged(1, variant("cuccu"), variant("cuccu"), (100, "none")),
    RulesAgreed(2),
    RulesChanged(1, variant("rami", match_target="none", match_deals="everyone_deals")),
    SettingsChanged(1, thread=True, shows_draws=False),
    SettingsChanged(1, thread=False, shows_draws=False, hints=True),
    SettingsChanged(1, thread=False, shows_draws=False, asks_words=True),
    WordGiven(2, digest=_SEED),
    WordGiven(2, digest=""),
    TableOpened(1, 2, 3, variant("rami"), thread=True, at=1, preset=variant("ramino"), own_end=(60, "none")),
    LobbyClosed("nobody_started"),
    PauseBegun(until=1_790_000_060_000),
    ReadyPressed(1),
    EndPressed(1),
    TableOpened(1, 2, 3, variant("rami"), thread=False, at=1, clock=Clock(Pace.SLOW, pauses=True), is_private=True),
    TableOpened(
        1, 2, 3, variant("rami"), thread=False, at=1, again=Invitation(7, (3,), 3, 600_001, (Level.EASY, Level.NORMAL))
    ),
    ComputerSatDown(-1, Level.EASY),
    ComputerStoodUp(-1),
    ClockChanged(1, Clock(Pace.QUICK)),
    TurnBegun(at=1_790_000_000_000, until=1_790_000_090_000, idle_until=1_790_001_800_000),
    MarksFixed(("R", "2")),
    TurnBegun(at=1_790_000_000_000, until=None, idle_until=1_790_001_800_000),
    BankUsed(1, left=0),
    PersonReminded(1),
    PersonNudged(1, by=2, at=1_790_000_000_000),
    TurnPlayedFor(1),
    TablePaused(1),
    CameBack(1),
    ClockShifted(at=1_790_000_000_000, by=-3_600_000),
    SeatTakenOver(seat=2, computer=-3, level=Level.NORMAL),
    SeatTaken(seat=2, person=5),
    EndVoteBegun(until=1_790_000_000_000),
    EndVoteOver(),
    BrokenOffBy(5, "too late", leagues=(1, 3)),
    PersonRemoved(2, by=4),
    PersonRemoved(2, by=4, leagues=(1, 3)),
    PersonRemoved(2, by=4, leagues=(1, 3), why="too late"),
    TableAbandoned(2),
    TableAbandoned(2, by_season=True),
    SeasonOver(ended=1_790_000_000_000, until=1_790_600_000_000),
    TableAbandoned(None),
    MatchStarted(variant=variant("rami", hand_size=7, melds_per_turn="unlimited"), seating=(1, 0), dealer=1, seed=_SEED),
    CardsDealt(deal=2, dealer=0, seed=_SEED, hands=((_SEVEN,), (), (_TEN,)), upcard=_QUEEN, stock=FRENCH52[:9]),
    StockRecycled(stock=(_SEVEN, _TEN), kept=(_QUEEN,)),
    CardDrawn(seat=0, card=_TEN),
    MeldLaid(seat=0, kind=MeldKind.RUN, cards=FRENCH52[:3]),
    CardsLaidOff(seat=5, cards=(_SEVEN,), meld=12),
    CardsDealt(deal=1, dealer=0, seed=_SEED, hands=((_SEVEN,), (_TEN,)), upcard=None, stock=FRENCH52[:9]),
    MeldLaid(seat=0, kind=MeldKind.SET, cards=(Card("8S"), Card("8H'"), Card("JK12=8C")), joined=True),
    JokerSwapped(seat=1, card=Card("8C"), joker=Card("JK12"), meld=3),
    MeldRetired(seat=1, meld=2, cards=(Card("XI"), Card("MASCHERONE'"), Card("MATTO"))),
    TakenBack(seat=0, what=MeldLaid(seat=0, kind=MeldKind.RUN, cards=FRENCH52[:3])),
    TakenBack(seat=0, what=CardsLaidOff(seat=0, cards=(Card("JK1=8C"),), meld=1)),
    TakenBack(seat=1, what=JokerSwapped(seat=1, card=Card("8C"), joker=Card("JK12"), meld=3)),
    *(kind(0, _SEVEN) for kind in get_args(Event) if kind.__struct_fields__ == ("seat", "card")),
    Passed(1),
    TurnSkipped(1),
    PileTaken(0, (_SEVEN, _TEN, _QUEEN)),
    Knocked(0, (_SEVEN, _TEN)),
    Challenged(0),
    ChallengeRefused(1),
    TurnOpened(1, Awaited.LAY_OFF),
    SeatLeft(3),
    DealEnded(
        EndedBy.GIN,
        0,
        False,
        ((), (_SEVEN,)),
        (32, 0),
        shown=(((_TEN,),), ()),
        parts=((PointsFor.CARDS, 7), (PointsFor.GIN, 25)),
    ),
    MatchEnded((1, 2), (((PointsFor.BOXES, 25), (PointsFor.GAME, 100)), ())),
    DealEnded(how=EndedBy.BLOCKED, winner=None, rummy=False, hands=((_SEVEN,), ()), points=(0, 10)),
    DealEnded(how=EndedBy.DEADLOCK, winner=None, rummy=False, hands=((_SEVEN,), (_TEN,)), points=(3, 0)),
    DealEnded(how=EndedBy.LAYOFF, winner=1, rummy=True, hands=((_SEVEN,), ()), points=(0, 14)),
    DealEnded(EndedBy.MELD, 0, rummy=True, hands=((), (_SEVEN,)), points=(7, 0), melds=((_SEVEN, _TEN), (_QUEEN,))),
    MatchEnded((1, 3, 1)),
    MatchBrokenOff(),
)


def test_every_event_has_an_example() -> None:
    assert {type(example) for example in EXAMPLES} == set(get_args(Event))


def test_an_event_is_read_as_it_was_written_and_an_unknown_key_is_refused() -> None:
    for event in EXAMPLES:
        written = events.encode(event)
        assert events.decode(written, events.SPELLING) == event
        with pytest.raises(msgspec.ValidationError, match="luck"):
            events.decode(json.dumps({**json.loads(written), "luck": 7}), events.SPELLING)


def test_cards_are_encoded_in_their_written_form() -> None:
    assert events.encode(CardDrawn(seat=0, card=_TEN)) == '{"type":"CardDrawn","seat":0,"card":"10H\'"}'


@pytest.mark.parametrize("spelling", range(events.SPELLING + 1))
@pytest.mark.parametrize(
    "text",
    [
        *('{"type":"CardEaten","seat":0}', '{"seat":0}', "[]", '{"type":"SatDown"}', '{"type":"SatDown","person":"2"}'),
        *('{"type":"PersonRemoved"}', '{"type":"PersonRemoved","person":"2","by":3}', '{"type":"RemovalPressed"}'),
    ],
)
def test_other_json_is_refused(text: str, spelling: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        events.decode(text, spelling)


def test_a_spelling_of_a_newer_version_is_refused() -> None:
    with pytest.raises(events.UnknownSpellingError, match=f"spelled {events.SPELLING + 1}"):
        events.decode(events.encode(SatDown(2)), events.SPELLING + 1)


def test_an_old_spelling_is_read_through_every_later_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    def guest_became_player(fields: dict[str, Any]) -> dict[str, Any]:
        return {"player" if key == "guest" else key: value for key, value in fields.items()}

    def player_became_person(fields: dict[str, Any]) -> dict[str, Any]:
        return {"person" if key == "player" else key: value for key, value in fields.items()}

    monkeypatch.setattr(events, "UPGRADES", (guest_became_player, player_became_person))
    monkeypatch.setattr(events, "SPELLING", 2)
    assert events.decode('{"type":"SatDown","guest":2}', 0) == SatDown(2)
    assert events.decode('{"type":"SatDown","player":2}', 1) == SatDown(2)
    assert events.decode('{"type":"SatDown","person":2}', 2) == SatDown(2)


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({"type": "RemovalPressed", "by": 1, "person": 2}, CameBack(1)),
        ({"type": "PersonRemoved", "person": 2, "by_manager": False}, CameBack(2)),
        ({"type": "PersonRemoved", "person": 2, "by_manager": True, "by": None}, CameBack(2)),
        ({"type": "PersonRemoved", "person": 2, "by_manager": True, "by": 4, "leagues": [3]}, PersonRemoved(2, 4, (3,))),
    ],
)
def test_a_vote_to_remove_a_person_is_read_as_a_press_of_one_who_was_there(stored: dict[str, Any], read: Event) -> None:
    assert events.decode(json.dumps(stored), 0) == read
