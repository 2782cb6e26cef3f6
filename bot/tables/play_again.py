"""Playing a match again: who is invited, where they sit, and who deals first. Pure."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rummy.decide import next_dealer
from bot.tables.events import Invitation
from bot.tables.table import Table, is_computer

KEPT_FOR = 10 * 60_000
"""How long seats are kept for the invited people, in milliseconds."""


def invite_again(table: Table, person: int, at: int, *, gone: Collection[int] = ()) -> Invitation:
    """Return the invitation to play the match of this table again, by one of its people, at the time `at` (epoch ms).

    It names those who stayed to the end, and the person who invites: if they had left, in the seat of the newest computer, or
    after the others if people have all seats. If fewer than two stayed, it names everyone. People in `gone` are left out. The
    computers play again under their names. The dealer is the player who would have dealt the next deal or, without them, the
    next one.
    """
    match = table.begun_match
    match = replace(match, out_seats=())
    if len(match.staying_seats()) < 2:
        match = replace(match, left_seats=())
    players = table.seats.occupants
    staying = {players[seat] for seat in match.staying_seats()}
    if person not in players:  # they left, and somebody else has their seat
        newest = min(players)
        players = tuple(person if one == newest else one for one in players) if is_computer(newest) else (*players, person)
    invited = tuple(one for one in players if not is_computer(one) and one not in gone and (one in staying or one == person))
    seats = tuple(one for one in players if is_computer(one) or one in invited)
    following = _in_order(players, players[next_dealer(match)], table)
    dealer = next((one for one in following if one in seats), person)
    computers = tuple(table.seats.computers[one] for one in sorted(filter(is_computer, seats), reverse=True))
    return Invitation(table.number, invited, dealer, at + KEPT_FOR, computers, seats)


def free_seats(table: Table) -> int:
    """Return how many players who weren't invited may take a seat: as many as have declined, while others still must answer.

    A computer that was added takes a seat, too, and one that was removed leaves its own.
    """
    if table.lobby.invitation is None or table.lobby.seats_freed or not table.awaited_people:
        return table.variant.players[1] - len(table.seats.players)
    as_before = len(table.lobby.invitation.people) + len(table.lobby.invitation.computers)
    return as_before - len(table.seats.players) - len(table.awaited_people)


def seats_as_before(table: Table) -> tuple[tuple[int, ...], int] | None:
    """Return the seating of a table that plays a match again, and its dealer; None if seats are chosen at random.

    The invited people and the computers sit as before, and the others after them. Without the dealer, the next of them in the
    order of play deals.
    """
    invitation = table.lobby.invitation
    if invitation is None:
        return None
    seats = invitation.seats or invitation.people  # an earlier version knew only the seats of people
    before = [player for player in seats if player in table.seats.players]
    if not before:
        return None
    order = [*before, *(player for player in table.seats.players if player not in before)]
    seating = tuple(table.seats.players.index(player) for player in order)
    following = _in_order(seats, invitation.dealer, table)
    return seating, order.index(next(player for player in following if player in before))


def _in_order(players: Sequence[int], first: int, table: Table) -> list[int]:
    """Return the players, who are in the order of their seats, in the order of play from `first` on."""
    step = 1 if table.variant.direction == "clockwise" else -1
    return [players[(players.index(first) + step * nth) % len(players)] for nth in range(len(players))]
