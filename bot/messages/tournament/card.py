"""A tournament: its card, the message of each round, and what organisers can do.

The card stays below the command with which it was set up. Each round has a message of its own, first with who is here, then
with its tables.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar

from discord import ButtonStyle, ui

from bot.competition.eligibility import LeagueEligibility
from bot.competition.tournament.refusals import TakenOutOfIt, TournamentBegun
from bot.league.days import write_time
from bot.league.match_facts import MatchResult
from bot.league.scheme import PARTS_PER_POINT
from bot.league.tournament.course import awaited, cut_at, is_last_round, least_people
from bot.league.tournament.events import TournamentKind
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.scores import PersonRow
from bot.league.tournament.tournament import Results, Tournament, TournamentRound, pairs_that_meet
from bot.messages.components import BLUE, GOLD, GREEN, PressButton, layout, link, rows_of
from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.league.pages import PagePress
from bot.messages.names import Names, names_of
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.sentences import sentence_text
from bot.messages.text import DOT, column_count, cut_to_columns, join_parts, lines_that_fit, safe_text, timestamp
from bot.messages.tournament.bracket import bracket_items
from bot.messages.tournament.plan import TournamentPress, plan_texts
from bot.messages.words import Words
from bot.tables.ports import KnownPeople, PeopleIn


class RoundsPress(PagePress, frozen=True):
    """A page of all rounds of the tournament with this number."""

    pattern: ClassVar[str] = "nr:{tournament}:{page}"
    tournament: int


_MOST_TEXT = 3300  # characters of names and tables in a message
_FEW_NAMES = 300  # characters of winners, or byes
_NAME_COLUMNS, _LINE_COLUMNS = 18, 33  # of a name; of a name and a score
_OPEN_KINDS = (TournamentKind.SWISS, TournamentKind.DUPLICATE)  # who sits out a round can play the next one


@dataclass(frozen=True, slots=True)
class TournamentContext:
    """What the messages of a tournament need. `places` are the channels of its open tables, by their number.

    `pictures` is how everyone sees the channel's cards. `playing` has who plays at each table whose match has begun, also those
    who have left it. `card` is where the tournament's card is posted: channel and message. `seated` has who sits at each table
    whose match hasn't begun. It `waits` while its messages can't be posted. Its matches would count in these `leagues`, or not.
    It is `now` (epoch ms), 0 if no time matters.
    """

    tournament: Tournament
    results: Mapping[int, MatchResult]
    people: KnownPeople
    places: Mapping[int, int]
    pictures: PictureChoice = TEXT_ONLY
    playing: Mapping[int, Collection[int]] = field(default_factory=dict)
    card: tuple[int, int] | None = None
    seated: Mapping[int, Collection[int]] = field(default_factory=dict)
    waits: bool = False
    leagues: Sequence[LeagueEligibility] = ()
    now: int = 0

    @property
    def has_scores(self) -> bool:
        return self.tournament.plan.kind != TournamentKind.KNOCKOUT

    def names(self, say: Words) -> Names:
        known = {*self.tournament.everyone, *chain(*self.tournament.plan.apart)}
        return names_of(PeopleIn(self.people, self.tournament.server), known, say)

    def waiting_places(self) -> list[int]:
        """Return the places of the round that has begun last where nothing is decided and no match has begun."""
        played = self.tournament.rounds[-1]
        return [place for place in played.undecided(self.results) if played.opened.get(place, 0) not in self.playing]


def card_layout(context: TournamentContext, say: Words) -> ui.LayoutView:
    """Render the card for everyone: what is played and when, who takes part, and once rounds are played the table.

    A knockout has a picture of its bracket.
    """
    one, names = context.tournament, context.names(say)
    lines = [f"### {safe_text(one.name)}", join_parts(plan_texts(one.plan, say)), *state_lines(one, say)]
    if one.over_at is None:
        lines += eligibility_lines(context.leagues, say, names)
    lines += _cut_lines(one, context.results, names, say)
    if context.waits and one.over_at is None:
        lines.append(say("It waits: I can't post in {channel}.", channel=f"<#{one.channel}>"))
    if any(played.is_over(context.results) for played in one.rounds):
        if one.over_at is not None and not context.playing and (best := winners(context)):
            shown = lines_that_fit(map(names.person, best), _FEW_NAMES)
            lines.append(f"**{say('Winner: {names}', names=say.all_of(shown))}**")
        lines += table_text(context, names, say)
    elif one.people:
        shown = lines_that_fit((names.person(person) for person in one.staying), _MOST_TEXT)
        lines += [say.many("One player:", "{count} players:", len(one.staying)), ", ".join(shown)]
    lines += _waiting_list(one, names, say)
    buttons = []
    if one.over_at is None:
        if one.may_join:
            buttons.append(_button(one, "join", say.button("Join"), ButtonStyle.primary))
        buttons += [_button(one, "leave", say.button("Leave")), _button(one, "mine", say.button("My match"))]
    if one.over_at is None or one.rounds:
        buttons.append(_button(one, "manage", say.button("Manage")))
    if one.rounds:
        buttons.append(PressButton(RoundsPress(one.number), say.button("Rounds")))
    bracket = bracket_items(one, context.results, names, context.pictures, say)
    accent = GOLD if one.over_at is not None else BLUE
    return layout("\n".join(lines), *bracket, *rows_of(buttons), accent=accent)


def _waiting_list(one: Tournament, names: Names, say: Words) -> list[str]:
    waiting = lines_that_fit(map(names.person, one.waiting), _FEW_NAMES)
    return [say("Waiting for a place: {names}", names=", ".join(waiting))] if waiting else []


def state_lines(one: Tournament, say: Words) -> list[str]:
    """Return what happens now or, in a tournament that is over, since when, and whether it ended early."""
    if one.over_at is not None:
        over, last = say("Over since {time}", time=timestamp(one.over_at, "f")), len(one.rounds)
        is_early = last < one.plan.rounds and one.plan.kind in _OPEN_KINDS
        return [over, say("It ended early.")] if is_early and last else [over]
    if one.check_in:
        return [say("Round {number} begins {time}.", number=one.check_in, time=timestamp(one.begins, "f"))]
    if one.rounds and one.rounds[-1].extra:
        return [say("An extra deal decides who is first.") if one.deciding_deal else say("Extra deals decide who goes on.")]
    if one.rounds and one.plan.days:
        return [say("Round {number}: until {time}", number=len(one.rounds), time=timestamp(one.rounds[-1].come_by, "f"))]
    if one.rounds:
        return [say("Round {number} is being played.", number=len(one.rounds))]
    if one.plan.start is None:
        return [say("It begins when an organiser says so.")]
    in_its_zone = f"{write_time(one.plan.start, one.plan.zone)} {one.plan.zone}"
    return [say("Starts {time}", time=f"{timestamp(one.plan.start, 'f')} ({in_its_zone})")]


def _cut_lines(one: Tournament, results: Results, names: Names, say: Words) -> Iterable[str]:
    """Yield for each table of a knockout's last decided round what told equals apart, unless a correction came too late."""
    rounds = [(nth, played) for nth, played in enumerate(one.rounds) if one.kind_of(nth) == TournamentKind.KNOCKOUT]
    over = [nth for nth, played in rounds if not (played.extra or played.is_final) and played.is_over(results)]
    for nth in over[-1:]:
        after = {one.successor(person) for played in one.rounds[nth + 1 :] if not played.extra for person in played.people}
        for place in range(len(one.rounds[nth].tables)):
            cut = cut_at(one, results, nth, place)
            chosen = [person for person in cut.equals if person in cut.through]
            facts = {"names": say.all_of(map(names.person, chosen))}
            if cut.by and (not after or after.issuperset(chosen)):
                yield {
                    "deal": say("{names} went on by the extra deal.", **facts),
                    "hands": say("{names} went on with the fewest points left in hand.", **facts),
                    "lot": say("{names} went on, chosen at random.", **facts),
                }[cut.by]


def winners(context: TournamentContext) -> list[int]:
    """Return who has won a tournament that is over; nobody if nothing was played."""
    rows = tournament_rows(context.tournament, context.results)
    return [row.person for row in rows if row.position == 1] if any(row.played for row in rows) else []


def table_text(context: TournamentContext, names: Names, say: Words) -> list[str]:
    """Return the table of a tournament as a code block, and what a score is. A knockout has places without scores."""
    lines, rows = [], list(scored_rows(context, say))
    width = min(_NAME_COLUMNS, _LINE_COLUMNS - max((len(score) for _, score in rows), default=0))
    for row, score in rows:
        name = cut_to_columns(names.plain(row.person), width)
        lines.append(f"{row.position:>3}. {name}{' ' * (width - column_count(name))} {score}")
    shown = lines_that_fit(map(str.rstrip, lines), _MOST_TEXT)
    note = say("Score: share of opponents beaten each round. Equal? In brackets: the opponents' mean score, then card points.")
    return ["```", *shown, "```", *([f"-# {note}"] if context.has_scores else [])]


def scored_rows(context: TournamentContext, say: Words) -> Iterator[tuple[PersonRow, str]]:
    """Yield each row with its score, of equal ones with what decides between them in brackets; empty texts for a knockout."""
    rows = tournament_rows(context.tournament, context.results)
    ties, still = Counter(row.score for row in rows), Counter((row.score, row.opponents) for row in rows)
    for row in rows:
        points = f"; {'+' * (row.cards >= 0)}{say.decimal(round(Fraction(row.cards, PARTS_PER_POINT), 1))}"
        cards = points if still[row.score, row.opponents] > 1 else ""
        tie = f" ({say.decimal(row.opponents)}{cards})" if ties[row.score] > 1 else ""
        yield row, f"{say.decimal(row.score)}{tie}" if context.has_scores else ""


def round_layout(context: TournamentContext, number: int, say: Words) -> ui.LayoutView:
    """Render the message of a round: who is here, or its tables."""
    one, names = context.tournament, context.names(say)
    is_extra = number <= len(one.rounds) and one.rounds[number - 1].extra
    facts = {"number": number, "name": safe_text(one.name)}
    title = say("Extra deal of {name}", **facts) if is_extra else say("Round {number} of {name}", **facts)
    if number > len(one.rounds):
        return _check_in_layout(context, title, names, say)
    played = one.rounds[number - 1]
    is_running = number == len(one.rounds) and not one.check_in and one.over_at is None and not played.is_over(context.results)
    lines = [f"### {title}", *(_come_lines(context, played, say) if is_running else ())]
    sitting_out = lines_that_fit(map(names.person, _sitting_out(one)), _FEW_NAMES) if is_running else []
    room = _MOST_TEXT - _FEW_NAMES * (2 if sitting_out else 1)
    places = range(len(played.tables))
    tables = [place_line(context, played, place, names, say) for place in places]
    if is_running:
        mentions = [place_line(context, played, place, names, say, name=names.mention) for place in places]
        tables = mentions if sum(len(line) + 3 for line in mentions) <= room else tables
    lines += lines_that_fit((f"- {line}" for line in tables), room)
    if played.byes:
        byes = lines_that_fit(map(names.person, played.byes), _FEW_NAMES)
        lines.append(say("Bye: {names}", names=say.all_of(byes)))
    if sitting_out:
        facts, plays_on = {"names": say.all_of(sitting_out)}, not is_last_round(one) and one.next_kind in _OPEN_KINDS
        next_round = say("Sitting out: {names}. They can play the next round.", **facts)
        lines.append(next_round if plays_on else say("Sitting out: {names}", **facts))
    if not is_running:
        return layout("\n".join(lines), *rows_of(card_links(context, say)), accent=BLUE)
    buttons = [_button(one, "play", say.button("Play"), ButtonStyle.primary), _button(one, "manage", say.button("Manage"))]
    return layout("\n".join(lines), *rows_of([*buttons, *card_links(context, say)]), accent=GREEN)


def _come_lines(context: TournamentContext, played: TournamentRound, say: Words) -> list[str]:
    """Return how to come to the tables, and until when; nothing once every match has begun or is decided."""
    waiting = [played.come_to(place) for place in context.waiting_places()]
    if not waiting:
        return []
    by = timestamp(min(waiting), "f" if context.tournament.plan.days else "t")
    come = say("Press **Play** by {time}, or you lose this match.", time=by)
    cards = say("Cards come by DM when everyone at your table is there.")
    if context.tournament.plan.days:
        return [come, cards, say("Nobody else there? Keep the table open for 24 hours to win.")]
    if played.deals:
        return [come, cards]
    after = timestamp(max(map(played.waits_until, context.waiting_places())), "t")
    return [come, cards, f"-# {say('After {time}, an organiser can start a table without you.', time=after)}"]


def _sitting_out(one: Tournament) -> list[int]:
    """Return who is in the tournament but not in the round that has begun last. In a knockout, they are out."""
    last = one.rounds[-1]
    if last.extra or one.kind_of(len(one.rounds) - 1) == TournamentKind.KNOCKOUT:
        return []
    there = {person for people in (*last.tables, last.byes) for person in people}
    return [person for person in one.staying if person not in there]


def card_links(context: TournamentContext, say: Words) -> "list[ui.Button[Any]]":
    """Return the button that leads to the card, if that is posted."""
    return [] if context.card is None else [link(say.button("Tournament"), context.tournament.server, *context.card)]


def _not_here(context: TournamentContext) -> list[int]:
    """Return who can still check in for the next round."""
    return [person for person in awaited(context.tournament, context.results) if person not in context.tournament.here]


def _check_in_layout(context: TournamentContext, title: str, names: Names, say: Words) -> ui.LayoutView:
    one = context.tournament
    waiting = _not_here(context)
    lines = [f"### {title}"]
    if one.over_at is not None:
        lines.append(say("It isn't played."))
    elif not one.check_in:
        lines.append(say("It begins later: round {number} goes on.", number=len(one.rounds)))
    if not one.check_in:
        return layout("\n".join(lines), *rows_of(card_links(context, say)), accent=BLUE)
    lines.append(say("Press **I'm here** by {time} to play.", time=timestamp(one.begins, "t")))
    if one.rounds:
        lines.append(f"-# {say('It begins as soon as everyone is here.')}")
    elif not waiting and len(one.here) >= least_people(one.plan):
        lines.append(f"-# {say('Everyone who joined is here. An organiser can begin now.')}")
    mentions = lines_that_fit(map(names.mention, waiting), _MOST_TEXT - _FEW_NAMES)
    room = _MOST_TEXT - sum(len(one) + 2 for one in mentions)
    if one.here:
        here = lines_that_fit((names.person(person) for person in one.people if person in one.here), room)
        lines.append(say("Here ({count}): {names}", count=len(one.here), names=say.all_of(here)))
    if waiting:
        lines.append(say("Waiting for: {names}", names=", ".join(mentions)))
    buttons = [_button(one, "here", say.button("I'm here"), ButtonStyle.success), _button(one, "manage", say.button("Manage"))]
    return layout("\n".join(lines), *rows_of([*buttons, *card_links(context, say)]), accent=GREEN)


def place_line(
    context: TournamentContext,
    played: TournamentRound,
    place: int,
    names: Names,
    say: Words,
    *,
    name: Callable[[int], str] | None = None,
) -> str:
    """Return the number of a table that was opened, its people with what each has won, or where they play; who didn't come.

    `name` returns how the people of a table without a result are shown; else they are named.
    """
    won, table, missing = played.outcome(place, context.results), played.opened.get(place), _missing(context, played, place)
    if won is not None:
        order = sorted(played.tables[place], key=lambda person: -won[person])
        shown = {person: names.person(person) for person in order}
        shown |= {one: say("{name} (removed)", name=shown[one]) for one in missing if one in played.removed}
        has_places = table in context.results and place not in played.winners and len(order) > 2 and not played.deals
        text = ", ".join(_score_text(shown[person], won[person], won, say, has_place=has_places) for person in order)
        if place in played.winners:
            text = say("{result} (awarded)", result=text)
    else:
        there = [person for person in played.tables[place] if person not in missing]
        text = say.all_of(map(name or names.person, there))
        if table is not None and (channel := context.places.get(table)) is not None:
            text = say("{people} in {channel}", people=text, channel=f"<#{channel}>")
    if late := [person for person in missing if person not in played.removed]:
        late_text = say("{names} didn't come", names=say.all_of(map(names.person, late)))
        text = f"{text}{DOT}{late_text}"
    return text if table is None else say("Table {table}: {value}", table=table, value=text)


def _score_text(name: str, score: Fraction, won: Mapping[int, Fraction], say: Words, *, has_place: bool) -> str:
    """Return `Ann 0.33`, or `Ann 0.33 (3 of 4)`: a score alone doesn't say which place it was among how many."""
    if not has_place:
        return f"{name} {say.decimal(score)}"
    place = 1 + sum(share > score for share in won.values())
    return say("{name} {score} (place {place} of {count})", name=name, score=say.decimal(score), place=place, count=len(won))


def _missing(context: TournamentContext, played: TournamentRound, place: int) -> list[int]:
    """Return who didn't come to a table in time, and didn't play there all the same."""
    if place in played.winners:
        return []
    number = played.opened.get(place, 0)
    match = context.results.get(number)
    there = context.playing.get(number, ()) if match is None else [seat.person for seat in match.seats]
    return [person for person in played.absent.get(place, ()) if person not in there]


def manage_layout(context: TournamentContext, offered: Iterable[PressButton], say: Words, done: str = "") -> ui.LayoutView:
    """Render what an organiser can do now. `done`, perhaps empty, says what they have just done."""
    one, names = context.tournament, context.names(say)
    lines = [*([f"**{done}**"] if done else []), f"### {safe_text(one.name)}", *state_lines(one, say)]
    absent = _not_here(context) if one.check_in else []
    for place in context.waiting_places() if one.is_being_played else ():
        there = context.seated.get(one.rounds[-1].opened.get(place, 0), ())
        absent += one.rounds[-1].missing(place, there)
    if absent:
        waiting = say("Waiting for: {names}", names=", ".join(lines_that_fit(map(names.person, absent), _MOST_TEXT // 2)))
        lines.append(join_parts((waiting, *([timestamp(context.now, "R")] if context.now else []))))  # it doesn't change
    apart = [say.all_of(map(names.person, pair)) for pair in one.plan.apart]
    if apart:
        lines.append(say("Kept apart: {names}", names="; ".join(lines_that_fit(apart, _MOST_TEXT // 2))))
    lines += lines_that_fit([sentence_text(each, say, names) for each in pairs_that_meet(one)], _MOST_TEXT // 2)
    return layout("\n".join(lines), *rows_of(offered), accent=BLUE)


def corrected_tournament_text(one: Tournament, match: int, say: Words) -> str:
    """Return what the correction of one of its matches means for a tournament."""
    if one.is_awarded(match):
        return say("{name}: the award still decides this table.", name=safe_text(one.name))
    return say("{name}: scores recalculated.", name=safe_text(one.name))


def own_match_text(context: TournamentContext, person: int, say: Words) -> str:
    """Return what a person plays next, and when."""
    one, names = context.tournament, context.names(say)
    if person in one.waiting:
        return _waiting_list(one, names, say)[0]
    if one.over_at is not None:
        return say("{name} is over.", name=safe_text(one.name))
    if (other := one.successor(person)) != person and other in one.staying:
        return say("{other} plays for you in {name} now.", other=names.person(other), name=safe_text(one.name))
    if person in one.taken_out or not (one.may_join or person in one.people):
        why = TakenOutOfIt if person in one.taken_out else TournamentBegun
        return sentence_text(why(one.name), say, names)
    if person not in one.staying:
        return say("You're not in {name}.", name=safe_text(one.name))
    if one.check_in and person not in awaited(one, context.results):
        return say("You're out of {name}. Stay and watch!", name=safe_text(one.name))
    if one.check_in:
        here = say("You're here.") if person in one.here else say("Press **I'm here** under the round.")
        return f"{state_lines(one, say)[0]} {here}"
    if not one.rounds:
        joined = say("You're in {name}.", name=safe_text(one.name))
        return f"{joined} {state_lines(one, say)[0]}"
    if (place := one.place_of(person)) is None:
        plays_on = person in awaited(one, context.results)
        return " ".join([say("You have no table in this round."), state_lines(one, say)[0], *_next_round(one, plays_on, say)])
    played = one.rounds[-1]
    line = place_line(context, played, place, names, say)
    if person in _missing(context, played, place):
        plays_on = one.next_kind != TournamentKind.KNOCKOUT
        lost = say("You didn't come in time, so you've lost this match.")
        return "\n".join([" ".join([lost, *_next_round(one, plays_on, say)]), line])
    if played.outcome(place, context.results) is not None:
        return f"{say('Your table is done:')}\n{line}"
    if played.opened.get(place, 0) in context.playing:
        return f"{say('Your table:')}\n{line}"
    table = played.opened.get(place, 0)
    if person in context.seated.get(table, ()) and table in context.places:
        return at_table_text(context.places[table], say)
    when = timestamp(played.come_to(place), "f" if one.plan.days else "t")
    come = say("Press **Play** under the round by {time}, or you lose this match.", time=when)
    return f"{say('Your table:')}\n{line}\n{come}"


def at_table_text(channel: int, say: Words) -> str:
    """Return what is said to a person who sits at their table in this channel before the match begins."""
    return say("You're at your table in {channel}. The match begins when everyone is there.", channel=f"<#{channel}>")


def _next_round(one: Tournament, plays_on: bool, say: Words) -> list[str]:
    return [say("You can play the next round.")] if plays_on and not is_last_round(one) else []


def left_text(one: Tournament, say: Words) -> str:
    """Return the answer to **Leave**: that it worked, and how to come back."""
    left = say("You've left {name}.", name=safe_text(one.name))
    if not one.rounds:
        return f"{left} {say('**Join** brings you back.')}"
    if one.next_kind == TournamentKind.KNOCKOUT or is_last_round(one):
        return left
    back = say("**I'm here** under the next round brings you back.")
    return f"{left} {back}"


def _button(one: Tournament, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
    return PressButton(TournamentPress(one.number, action), label, style)
