"""The state of a table: the fold of its events, from the lobby to the end of the match.

    TableOpened         MatchStarted, CardsDealt         DealEnded
    ───────────▶ LOBBY ─────────────────────────▶ DEAL ─────────────▶ PAUSE
                   │                              │  ▲                │  │
                   │                              │  └── CardsDealt ──┘  │
       LobbyClosed │                              │                      │ MatchEnded
                   ▼                              ▼                      ▼ or MatchBrokenOff
                  OVER                           OVER                   OVER

The host starts the match. After a deal, the next one starts when everyone at the table is ready or when the pause is over.
A lobby closes when its host or a manager cancels it, when its deadline passes, or when the last person stands up.
"""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from bot.players.choice import Level
from bot.rummy.match import Match
from bot.rummy.variant import Variant, differing_questions
from bot.rummy.view import PublicEvent
from bot.tables.events import NO_CLOCK, Chain, Clock, Closing, DayDeal, Invitation, OwnEnd, Pace, Reservation, TurnClock
from bot.tables.seat_events import BrokenOffBy, PersonNudged

MISSED_TURNS = 2
"""After so many turns in a row that were played for a person, the next ones are played without waiting."""
AWAY_TURN = 86_400_000
"""The milliseconds that count for each turn that is played without waiting once a season waits: its longest turn."""


class Phase(StrEnum):
    LOBBY = "lobby"
    DEAL = "deal"  # cards are in play
    PAUSE = "pause"  # between two deals
    OVER = "over"


class Obstacle(StrEnum):
    """Why a match may count in no league and no rating."""

    COMPUTERS = "computers"
    PAUSES = "pauses"


class Terms(Struct, frozen=True):
    """What the people of a lobby agree to: the rules, the clock, and whether the match may count."""

    rules: Variant
    clock: Clock
    may_count: bool


class Lobby(Struct, frozen=True):
    """What is agreed before the match.

    | state      | is told by                               | ends with                                       |
    |------------|------------------------------------------|-------------------------------------------------|
    | open       | `closing_reason` is None, and no match   | MatchStarted, LobbyClosed                       |
    | seats kept | `invitation` without `seats_freed`       | SeatsFreed; everyone has sat down or `declined` |
    | reserved   | `reserved`: only its people sit down     | MatchStarted, LobbyClosed                       |
    | closed     | `closing_reason`                         |                                                 |

    - `agreed` are the terms that each of the people has agreed to or sat down to, in the same order.
    - `rule_changes` counts how often the host has changed the terms or the hints; `changed_questions` has the count at each
      question's last change.
    - `invitation` names the match that the table plays again, and its people.
    - `removed` are the people whom the host has removed: they can't come back.
    - `chain` is the bot's part of all shuffles of the match; None if each seed is drawn by itself.
    - `asks_words` is True if the players' words are mixed into the seeds; only lobbies of earlier versions asked for any.
      `given_words` has the SHA-256 of each person's word, in the order in which they were given.
    - `day` is the deal of a day; None at every other table.
    """

    agreed: tuple[Terms, ...]
    reserved: Reservation | None = None
    invitation: Invitation | None = None
    declined: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    seats_freed: bool = False
    rule_changes: int = 0
    changed_questions: dict[str, int] = {}
    closing_reason: Closing | None = None
    chain: Chain | None = None
    asks_words: bool = False
    given_words: dict[int, str] = {}
    day: DayDeal | None = None

    @property
    def deals(self) -> str:
        """From what the seeds follow if other tables play the same deals; else empty."""
        if self.day is not None:
            return self.day.deals
        return "" if self.reserved is None else self.reserved.deals

    @property
    def tournament(self) -> int:
        """The number of the table's tournament; 0 without one."""
        return 0 if self.reserved is None else self.reserved.tournament

    @property
    def words(self) -> dict[int, str]:
        """The SHA-256 of each word that is mixed into the seeds, by the people who gave them, in that order."""
        return self.given_words if self.asks_words else {}

    def questions_changed_since(self, rule_changes: int) -> frozenset[str]:
        """Return the questions whose answers have changed after this many rule changes."""
        return frozenset(question for question, count in self.changed_questions.items() if count > rule_changes)


class PlayedTurn(Struct, frozen=True):
    """What everyone saw of one turn; `number` counts from 1 in each deal. Nothing has happened yet in a turn without events.

    `is_played_for` is True if the turn, or the rest of it, was played for a person whose time was up; with `was_away`, for one
    for whom nobody waited, because they are away. `player` is who played it if somebody else has the seat now; None if the
    seat's player did.
    """

    number: int
    seat: int
    events: tuple[PublicEvent, ...] = ()
    is_played_for: bool = False
    was_away: bool = False
    player: int | None = None


class SeatChange(Struct, frozen=True):
    """A change of who plays in a seat: `before` played there until then, and `player` from then on. One of them is a computer.

    `turn` is the number of the turn in which that happened, None between two deals. `removed_by` is the manager who removed the
    person; None if they left. Changes of a seat in one pause are one change; `left` is the last one who left the seat.
    """

    seat: int
    before: int
    player: int
    turn: int | None
    left: int = 0
    removed_by: int | None = None


class Seats(Struct, frozen=True):
    """Who is at the table: people by the numbers of their `people` rows, computers by negative numbers.

    | state of a seat    | is told by                           | changes with                                          |
    |--------------------|--------------------------------------|-------------------------------------------------------|
    | not assigned yet   | `occupants` is empty                 | SatDown, StoodUp, ComputerSatDown …, MatchStarted     |
    | a person plays     | `occupants[seat]` is a person        | SeatTakenOver: they left, or were `removed`           |
    | a computer plays   | `occupants[seat]` is a computer      | SeatTaken, between two deals                          |

    - `people` are in the order in which they sat down, the host first. Seats are assigned at random when the match starts.
    - `computers` are the computers of the lobby, and all that have played in the match, with their levels.
    - `removed` are the people who were removed, and the manager who did it.
    - `left` has the seat of each person who has left the match.
    - `changes` are those of who plays in which seat since the current deal began.
    - `fixed_marks` name the seats in pictures, whatever becomes of the players or their names; empty in older matches.
    """

    people: tuple[int, ...]
    computers: dict[int, Level] = {}
    occupants: tuple[int, ...] = ()
    removed: dict[int, int] = {}
    left: dict[int, int] = {}
    changes: tuple[SeatChange, ...] = ()
    fixed_marks: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """How pictures name the seats of the match."""
        return self.fixed_marks or tuple(str(number) for number, _ in enumerate(self.occupants, 1))

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays if the match starts now: the people, then the computers. During the match, who plays in each seat."""
        return self.occupants or (*self.people, *self.computers)

    @property
    def host(self) -> int | None:
        return self.people[0] if self.people else None

    def seat_of(self, person: int) -> int | None:
        """Return the person's seat in the match, also if they have left it; None if they have none, or before the match."""
        return self.occupants.index(person) if person in self.occupants else None

    def player_of_deal(self, seat: int) -> int:
        """Return who played a seat at the end of the last deal: it may have changed since, between two deals."""
        since = (change.before for change in self.changes if change.seat == seat and change.turn is None)
        return next(since, self.occupants[seat])

    def of_computers(self) -> tuple[int, ...]:
        """Return the seats of the match in which a computer plays."""
        return tuple(seat for seat, player in enumerate(self.occupants) if is_computer(player))


class Timing(Struct, frozen=True):
    """What the clock of the table says; all times are epoch milliseconds.

    | state          | is told by                  | ends with                                                       |
    |----------------|-----------------------------|-----------------------------------------------------------------|
    | a turn runs    | `turn_clock`                | TurnBegun: the next one; TurnPlayedFor: its time was up         |
    | it waits       | `paused_for`: a person      | CameBack; a new turn                                            |
    | pause          | `next_deal_at`              | CardsDealt; None also in a pause that an earlier version began  |
    | vote           | `end_vote_until`            | EndVoteOver, the end of the match: a majority may end it        |
    | season over    | `season_until`              | the end of the match: a season waits for it until then          |

    - `turn_clock` is None before the first turn. `banks` has what is left of the time banks that were used, in milliseconds.
    - `missed_turns` counts, for each person, the turns in a row that were played for them, and `timeouts` all of the match.
    - `spent` has the milliseconds that each person has been on turn since that season's end. A turn that is played without
      waiting for somebody who is away counts as `AWAY_TURN`: staying away must not be better than playing.
    - `nudge` is the last reminder by another player in the current turn, and `nudges` is how many there were.
    """

    turn_clock: TurnClock | None = None
    banks: dict[int, int] = {}
    missed_turns: dict[int, int] = {}
    timeouts: dict[int, int] = {}
    paused_for: int | None = None
    next_deal_at: int | None = None
    end_vote_until: int | None = None
    nudge: PersonNudged | None = None
    nudges: int = 0
    season_until: int | None = None
    spent: dict[int, int] = {}

    def spent_until(self, at: int) -> dict[int, int]:
        """Return what `spent` is with the current turn until a time (epoch ms)."""
        clock = self.turn_clock
        if self.season_until is None or clock is None or clock.person is None:
            return self.spent
        return self.spent | {clock.person: self.spent.get(clock.person, 0) + max(0, at - clock.since)}

    def is_away(self, person: int) -> bool:
        """Return True if turns of the person are played without waiting: the last two were played for them."""
        return self.missed_turns.get(person, 0) >= MISSED_TURNS


class Table(Struct, frozen=True):
    """A table after some of its events: its lobby, its seats, its clock, and the match.

    - `version` counts the events; `step` changes when the possible moves change, so that old buttons are recognised.
    - `parent` is the channel of the thread in which the table was opened, or None. `opened_at` is epoch milliseconds.
    - `preset` is the game that the house rules change; `own_end` is how a match of it ends by its own rules, whatever length
      this one has. `clock` is the chosen pace.
    - `is_private` is True if the table is its host's alone, and nothing of it is posted in the channel.
    - `shows_draws` is True if each draw is shown in the channel immediately, and not with what follows it.
    - `hints` is True if players may ask for hints, unless the match may count.
    - `may_count` is True if the match may count in a league or a rating: fixed when it starts.
    - `turns` are those of the current deal, as everyone saw them.
    - `ready_people` are ready for the next deal; `end_requests` are the people who asked to end the match during this deal.
    - `is_abandoned` is True if the match ended because nobody moved any more, or too slowly for a season (`closed_by_season`).
      `broken_off` says who broke it off, and why; None if nobody did, or if its players ended it.
    """

    number: int
    server: int
    channel: int
    thread: bool
    variant: Variant
    preset: Variant
    opened_at: int
    lobby: Lobby
    seats: Seats
    version: int
    step: int = 0
    timing: Timing = Timing()
    match: Match | None = None
    turns: tuple[PlayedTurn, ...] = ()
    ready_people: frozenset[int] = frozenset()
    end_requests: frozenset[int] = frozenset()
    clock: Clock = NO_CLOCK
    may_count: bool = True
    own_end: OwnEnd = ("none", "none")
    parent: int | None = None
    shows_draws: bool = False
    hints: bool = False
    is_private: bool = False
    is_abandoned: bool = False
    closed_by_season: bool = False
    broken_off: BrokenOffBy | None = None

    @property
    def home(self) -> int:
        """The channel of the table; for a table in a thread, the channel of the thread."""
        return self.channel if self.parent is None else self.parent

    @property
    def phase(self) -> Phase:
        if self.match is None:
            return Phase.LOBBY if self.lobby.closing_reason is None else Phase.OVER
        if self.match.is_over:
            return Phase.OVER
        return Phase.PAUSE if self.match.seat_to_act() is None else Phase.DEAL

    @property
    def counts_as_lobby(self) -> bool:
        """True while it waits for its start: only so many may. Not with reserved seats, or if it is one person's alone."""
        return self.phase == Phase.LOBBY and self.lobby.reserved is None and not self.is_private

    @property
    def played_variant(self) -> Variant:
        """The rules of the match, which has a fixed number of deals if its variant makes that depend on the players."""
        return self.variant if self.match is None else self.match.variant

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The questions that the table answers differently from its preset."""
        return differing_questions(self.variant, self.preset)

    @property
    def terms(self) -> Terms:
        """What is agreed to by sitting down now."""
        return Terms(self.variant, self.clock, may_count=not self.obstacles)

    @property
    def people_to_agree(self) -> frozenset[int]:
        """The people who have not agreed to the current terms."""
        return frozenset(one for one, terms in zip(self.seats.people, self.lobby.agreed, strict=True) if terms != self.terms)

    @property
    def awaited_people(self) -> tuple[int, ...]:
        """The people for whom a seat is kept, and who have not sat down yet."""
        kept = self.reserved_people
        if self.lobby.invitation is not None and not self.lobby.seats_freed:
            kept = tuple(person for person in self.lobby.invitation.people if person not in self.lobby.declined)
        return tuple(person for person in kept if person not in self.seats.people)

    @property
    def reserved_people(self) -> tuple[int, ...]:
        """The people for whom it is reserved, but for those without whom its match has begun."""
        reserved = () if self.lobby.reserved is None else self.lobby.reserved.people
        return tuple(one for one in reserved if one not in self.lobby.declined)

    @property
    def all_people(self) -> tuple[int, ...]:
        """The people at the table, including those who left the match, and the awaited ones."""
        return (*self.seats.people, *self.awaited_people)

    @property
    def named_people(self) -> tuple[int, ...]:
        """Everyone whom the messages of the table can name."""
        by = (*self.seats.removed.values(), *(() if self.broken_off is None else (self.broken_off.person,)))
        return tuple(dict.fromkeys((*self.all_people, *self.missing_people, *by)))

    @property
    def missing_people(self) -> tuple[int, ...]:
        """The people of a tournament's table who haven't sat down."""
        reserved = self.lobby.reserved
        people = () if reserved is None or not reserved.tournament else reserved.people
        return tuple(person for person in people if person not in self.seats.people)

    @property
    def expected_players(self) -> int:
        """How many players the match has if it starts now, or as soon as there are enough; during the match, its players."""
        if self.match is not None:
            return self.match.seats
        if self.lobby.reserved is not None:
            return len(self.reserved_people)
        return max(len(self.seats.players), self.variant.players[0])

    def seated_people(self) -> tuple[int, ...]:
        """Return the people at the table now; during the match in the order of their seats, without those who left.

        Those who are out count as having left, except at their own table, where nobody else can go on.
        """
        if self.match is None:
            return self.seats.people
        gone = self.match.left_seats if self.is_private else self.match.gone_seats
        staying = (player for seat, player in enumerate(self.seats.occupants) if seat not in gone)
        return tuple(person for person in staying if not is_computer(person))

    def is_out(self, person: int) -> bool:
        """Return True if the person has reached the target, and the others play on (question 49)."""
        return self.match is not None and self.seats.seat_of(person) in self.match.out_seats

    def takes_part(self, person: int) -> bool:
        """Return True if the person plays, or is out of a match that others still play: neither is an onlooker."""
        return person in self.seated_people() or self.is_out(person)

    @property
    def has_clock(self) -> bool:
        """True if the turns of the match have a clock."""
        return self.clock.pace != Pace.NONE

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """Why the match may not count, as far as that is known in the lobby; empty if it may."""
        if self.seats.occupants and self.may_count:
            return ()
        found = ((self.seats.computers, Obstacle.COMPUTERS), (self.clock.pauses, Obstacle.PAUSES))
        return tuple(obstacle for holds, obstacle in found if holds)

    @property
    def hides_deals(self) -> bool:
        """True if other tables play the same deals: what would show their cards is hidden until the round or day is over."""
        return bool(self.lobby.deals)

    @property
    def has_hints(self) -> bool:
        """True in a match in which players may ask for hints. None that may count has any, whatever was chosen."""
        return self.hints and not self.may_count

    @property
    def begun_match(self) -> Match:
        """The match, at a table where it has begun."""
        assert self.match is not None, f"no match has begun at table {self.number}"
        return self.match

    def is_played_by(self, seats: Iterable[int]) -> bool:
        """Return True if a deal is finished, or each of these seats has had a turn: leaving is losing then (RULES 8.1)."""
        if self.match is None or self.match.ended_deals:
            return self.match is not None
        current = 0 if self.match.deal is None else self.match.deal.turn.number
        return {turn.seat for turn in self.turns if turn.number < current}.issuperset(seats)

    @property
    def is_over_too_early(self) -> bool:
        """True if the match has places, but people left it, or nobody moved any more, before it was played (RULES 8.1)."""
        match = self.match
        if match is None or match.placings is None:
            return False
        staying = match.staying_seats()
        return not (match.ended_deals or (len(staying) < 2 and self.is_played_by((*staying, *match.left_seats[-1:]))))

    @property
    def deal_number(self) -> int:
        """The number of the current deal, or of the last one during a pause; 0 before the first."""
        return 0 if self.match is None or self.match.deal is None else self.match.deal.number

    def player_to_act(self) -> int | None:
        """Return whose turn it is, a person or a computer, or None."""
        seat = None if self.match is None else self.match.seat_to_act()
        return None if seat is None else self.seats.occupants[seat]

    def person_to_act(self) -> int | None:
        """Return the person whose turn it is; None if it is nobody's, or a computer's."""
        player = self.player_to_act()
        return None if player is None or is_computer(player) else player

    @property
    def current_turn(self) -> tuple[int, int, int | None] | None:
        """The numbers of the deal and the turn, and who plays it; None outside a deal. A new turn has other ones."""
        if self.match is None or self.match.deal is None or self.phase != Phase.DEAL:
            return None
        return self.match.deal.number, self.match.deal.turn.number, self.player_to_act()

    def plays_by_itself(self) -> bool:
        """Return True if the current turn is a computer's, or of a person who is away while others play."""
        player = self.player_to_act()
        if player is None or is_computer(player):
            return player is not None
        return self.timing.is_away(player) and not all(map(self.timing.is_away, self.seated_people()))


def is_computer(player: int) -> bool:
    """Return True if the number of a player is a computer's."""
    return player < 0
