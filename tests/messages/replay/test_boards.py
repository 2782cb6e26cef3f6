"""The boards that the page's data makes are those of the events, step by step."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.messages.names import Names
from bot.rummy.events import CardsDealt
from bot.tables.events import Event, decode
from bot.tables.replay import Step, replay_of
from bot.wording.sentence import Refused
from tests.messages.replay.board_reader import Board, read_boards
from tests.messages.replay.pages import names_in, page_of
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.presets import ONE_OF_EACH_GAME, variant
from tests.seeds import seeds
from tests.tables.record_logs import LOGS


def board_of(step: Step, names: Names) -> Board:
    """Return the board after the step, from the events alone."""
    deal, match = step.deal, step.match
    is_shared = match.variant.stock == "shared"
    return Board(
        hands=[sorted(hand) for hand in deal.hands],
        melds=[(list(meld.cards), meld.owner) for meld in deal.melds],
        discards=list(deal.discard_pile),
        under=list(deal.turn.retired_cards),
        stocks=[len(deal.stock)] if is_shared else [deal.stock_seats.count(seat) for seat in range(match.seats)],
        seat=deal.turn.seat,
        turn=deal.turn.number,
        players=[names.plain(player) for player in step.table.seats.occupants],
        scores=list(match.scores),
        left=[seat for seat in match.gone_seats if deal.end is None or seat not in deal.end.out],
    )


def check_boards(events: Sequence[Event], page: bytes | None = None) -> int:
    """Check the boards of all steps, and return how many there are."""
    replay = replay_of(1, events)
    names, deals = names_in(replay), read_boards(page or page_of(events))
    assert len(deals) == sum(isinstance(event, CardsDealt) for event in events)
    for deal, boards in zip(replay.deals, deals, strict=True):
        for step, board in zip(deal.steps, boards, strict=True):
            shown = replace(board, hands=[sorted(hand) for hand in board.hands])
            assert shown == board_of(step, names), f"deal {deal.number}: {step.event}"
    return sum(map(len, deals))


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_the_boards_of_a_preset_are_those_of_the_events(name: str) -> None:
    rules = variant(name)
    for players in sorted(set(rules.players)):
        assert check_boards(RandomMatch(players, rules, players).events) > players


@pytest.mark.parametrize("seed", seeds(0, 100))
def test_the_boards_of_random_matches_are_those_of_the_events(seed: int) -> None:
    for nth in range(10):
        check_boards(RandomMatch(10 * seed + nth).events)


def test_every_recorded_log_of_a_finished_match_has_a_replay() -> None:
    checked = 0
    for log in sorted(LOGS.glob("*.jsonl")):
        spelling = int(log.name.split("-")[1])
        events = [decode(line, spelling) for line in log.read_text("utf-8").splitlines()]
        try:
            checked += check_boards(events) > 0
        except Refused as refused:
            assert type(refused.refusal).__name__ in ("MatchNotOver", "NothingPlayed")  # noqa: PT017
    assert checked > 8
