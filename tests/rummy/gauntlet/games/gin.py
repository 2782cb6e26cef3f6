"""Gin: who wins a deal, how and with how many points, calculated a second time by the slow solver."""

from collections.abc import Sequence

from bot.players.game_play import Reason
from bot.players.games.gin import FewerLeft, FewLeft, KeptIsBetter, LowersPoints, UpcardHelps, UpcardIsUseless, WaitsForGin
from bot.rummy.cards import Card
from bot.rummy.events import CardDiscarded, CardsDealt, DealEnded, Event, Knocked, Passed, TurnOpened
from bot.rummy.match import Match
from bot.rummy.moves import Discard, Done, Knock, LayOffAll, SeatMove, Take
from bot.rummy.variant import Variant
from tests.rummy import slow_solver
from tests.rummy.gauntlet.game_facts import GameFacts
from tests.rummy.transcript_words import deal_of


def check_end(events: Sequence[Event], match: Match, caused: Sequence[Event]) -> None:
    """Check that a deal ends by gin, after the lay-offs on a knock, or with two cards left, and what it brings."""
    deal, ended = deal_of(match), next((event for event in caused if isinstance(event, DealEnded)), None)
    is_void = isinstance(caused[0], CardDiscarded) and len(deal.stock) <= 2
    if ended is None:
        assert match.is_over or not is_void, "nobody draws the last two cards"
        return
    rules, left = match.variant, [slow_solver.points_of(hand, match.variant) for hand in ended.hands]
    for seat, hand in enumerate(deal.hands):
        if seat != deal.knocker:
            assert left[seat] == slow_solver.fewest_left(hand, rules)[0], "the best melds are shown"
    if deal.knocker is None:
        assert (ended.winner, any(ended.points), ended.how) == (None, False, "void")
        return
    knocker, other = deal.knocker, 1 - deal.knocker
    upcard = next(event.upcard for event in reversed(events) if isinstance(event, CardsDealt))
    assert left[knocker] <= _limit(rules, upcard)
    assert (ended.how == "gin") == (not ended.hands[knocker])
    if ended.how == "gin":
        is_big, pays = not any(isinstance(event, CardDiscarded) for event in caused), rules.gin_scores == "modern"
        assert pays or not is_big
        won = left[other] + ((31 if is_big else 25) if pays else 20)
    else:
        won = left[other] - left[knocker]
    winner, won = (knocker, won) if won > 0 else (other, (25 if rules.gin_scores == "modern" else 10) - won)
    if rules.spades_double and upcard is not None and upcard[-1] == "S":
        won *= 2
    games = _games_entered(rules, [event for event in events if isinstance(event, DealEnded)], winner)
    assert (ended.winner, ended.points[winner], ended.points[1 - winner]) == (winner, won * games, 0)


def _games_entered(rules: Variant, ended_deals: list[DealEnded], winner: int) -> int:
    """Return in how many games of the sheet the winner of the last of these deals scores (RULES 8.21)."""
    if rules.match_target == "none":
        return 1
    games, wins, begun, entered = [[0, 0] for _ in range(rules.games_at_once)], [0, 0], [0, 0], [0]
    for ended in ended_deals:
        seat = ended.winner
        if seat is None:
            continue
        running = [number for number, points in enumerate(games) if max(points) < rules.match_target]
        if not wins[seat]:
            begun[seat] = running[0]
        wins[seat] += 1
        entered = [number for number in running if begun[seat] <= number < begun[seat] + wins[seat]] or running[:1]
        for number in entered:
            games[number][seat] += ended.points[seat] // len(entered)
    return len(entered)


def _limit(rules: Variant, upcard: Card | None) -> int:
    if rules.knock_limit != "upcard":
        return rules.knock_limit
    assert upcard is not None
    points = slow_solver.points_of([upcard], rules)
    return 0 if points == 1 else points


def is_true(reason: Reason, move: SeatMove, match: Match) -> bool:
    """Return True if the reason is a fact."""
    deal = deal_of(match)
    hand, rules = deal.hands[deal.turn.seat], match.variant
    match reason, move:
        case FewLeft(points=points), Knock(card=card):
            return points == slow_solver.fewest_left([one for one in hand if one != card], rules)[0]
        case UpcardHelps() | UpcardIsUseless(), _:
            with_it = slow_solver.fewest_left([*hand, deal.discard_pile[-1]], rules)[0]
            return (with_it < slow_solver.fewest_left(hand, rules)[0]) == isinstance(reason, UpcardHelps)
        case LowersPoints(before=before, points=points), Take():
            hands = ([*hand[:at], *hand[at + 1 :], deal.discard_pile[-1]] for at in range(len(hand)))
            fewest = min(slow_solver.fewest_left(one, rules)[0] for one in hands)
            return fewest == points < before == slow_solver.fewest_left(hand, rules)[0]
        case WaitsForGin(), Discard():
            left = (slow_solver.fewest_left([*hand[:at], *hand[at + 1 :]], rules)[0] for at in range(len(hand)))
            return 0 < min(left) <= _limit(rules, deal.upcard)
        case (FewerLeft(), LayOffAll()) | (KeptIsBetter(), Done()):
            lays_off = slow_solver.fewest_left(hand, rules, deal.melds)[0] < slow_solver.fewest_left(hand, rules)[0]
            return lays_off == isinstance(reason, FewerLeft)
    return False


FACTS = GameFacts(check_end, is_true, frozenset((Passed, Knocked, TurnOpened)))
