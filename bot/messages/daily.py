"""The deal of the day as it is shown: before it begins, as squares that spoil nothing, and in a server's table of a day."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot.league.daily import Streaks
from bot.league.days import DAY_MS
from bot.messages.components import BLUE, GOLD, PressButton, layout, row
from bot.messages.league.pages import table_lines
from bot.messages.names import names_of
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line
from bot.messages.start_menu import RulesPress
from bot.messages.table.buttons import DailyPress, TableAction, TablePress
from bot.messages.table.shuffle_proof import check_sentences
from bot.messages.text import join_parts, timestamp, with_minus
from bot.messages.words import Words
from bot.rummy.events import CardsLaidOff, JokerSwapped, MeldLaid, TakenBack
from bot.tables.daily import DayGame, end_of, revealed_at
from bot.tables.ports import Attempt, KnownPeople
from bot.tables.shuffle_check import ShuffleCheck
from bot.tables.table import PlayedTurn

_MOST_ROWS = 20
_MOST_SQUARES = 10
_OPERATOR = "†"
_LAID, _LAID_OFF, _NOTHING, _BETTER, _NOT_BETTER = "🟩🟦⬜🟨⬛"


def squares(turns: Sequence[PlayedTurn], seat: int, better: int | None) -> str:
    """Return lines that tell nothing of the cards: the turns of the seat, and its place.

    A turn is green if something was melded, blue if something was laid off, else white. Each yellow square is a tenth of the
    others; `better` is the percentage. Without others it is None, and there is one line.
    """
    own = [_of_turn(turn) for turn in turns if turn.seat == seat]
    lines = ["".join(own[-2 * _MOST_SQUARES :])]
    if better is not None:
        tenths = better // 10
        lines.append(_BETTER * tenths + _NOT_BETTER * (_MOST_SQUARES - tenths))
    return "\n".join(lines)


def _of_turn(turn: PlayedTurn) -> str:
    laid = list[str]()
    for event in turn.events:
        match event:
            case MeldLaid():
                laid.append(_LAID)
            case CardsLaidOff() | JokerSwapped():
                laid.append(_LAID_OFF)
            case TakenBack() if laid:
                laid.pop()
    return _LAID if _LAID in laid else _LAID_OFF if laid else _NOTHING


@dataclass(frozen=True, slots=True)
class DayResult:
    """A person's result of a day. `points` are those ahead of the best of the `computers`, None if they left or were late.

    - `late_by` is until when it could be finished (epoch ms), None if they weren't late.
    - `normal` are the points that a *normal* computer in their seat would have got.
    - `squares` are empty if the table is damaged. They can be shared today and tomorrow. `blocked` is why nobody went out.
    - `better` is the percentage of the `others` who have finished with fewer points.
    - `is_ranked` is False if it is in no server's table.
    - `watched_table` is the table of the replay, 0 if it isn't shown yet. With `has_best`, so is the server's best result.
    - The next deal begins at `next_at` (epoch ms), None if it has begun.
    """

    game: str
    day: int
    points: int | None
    streaks: Streaks
    next_at: int | None
    computers: int
    late_by: int | None = None
    normal: int = 0
    better: int | None = None
    others: int = 0
    squares: str = ""
    blocked: Sequence[str] = ()
    can_share: bool = False
    is_ranked: bool = True
    watched_table: int = 0
    has_best: bool = False


def day_card_layout(day: int, game: DayGame, say: Words, *, is_ranked: bool, in_server: bool, shared: int = 0) -> ui.LayoutView:
    """Render a day's game before it begins. Only **Start** uses the attempt. `shared` is the day of the result above it."""
    rules = [*changed_rule_labels(game.variant, game.preset, say, head=True)]
    times = {"start": timestamp(end_of(day), "f"), "end": timestamp(revealed_at(day), "t")}
    lines = [
        f"### {day_title(game.variant.title, say)}",
        *([say("The deal of {date} is over. This is today's.", date=_date(shared))] if shared not in (0, day) else []),
        say("The same cards for everyone. You have one attempt, without hints. Start by {start}, finish by {end}.", **times),
        f"**{say('You draw from your own part of the stock.')}** {say('When one part is empty, the deal ends.')}",
        *([labels_line(say("House rule of the week"), rules, say)] if rules else []),
        f"-# {say('If your result is the best here, others can watch it.')}" if is_ranked else unranked_line(say),
    ]
    start = PressButton(DailyPress("begin", day), say.button("Start"), ButtonStyle.success)
    rules_button = PressButton(RulesPress(game.preset.name), say.button("Rules"))
    buttons = row(start, rules_button, *([_table_button(say)] if in_server else []))
    return layout("\n".join(lines), buttons, accent=BLUE)


def result_layout(result: DayResult, say: Words, *, in_server: bool) -> ui.LayoutView:
    """Render a person's result for them alone."""
    lines = [f"### {day_title(result.game, say)}"]
    if result.late_by is not None:
        lines.append(say("Too late for a result: this deal closed {time}.", time=timestamp(result.late_by, "R")))
    elif result.points is None:
        lines.append(say("You left this deal. There's one a day."))
    else:
        lines += (points_text(result.points, result.computers, say), *result.blocked)
        if result.better is not None:
            share = f"**{say.percent(result.better)}**"
            lines.append(
                say.many(
                    "Better than {share} of 1 other.", "Better than {share} of {count} others.", result.others, share=share
                )
            )
        facts = {"own": with_minus(result.points, "+"), "points": with_minus(result.normal, "+")}
        lines.append(say("You: {own} · a *normal* computer with your cards: {points}", **facts))
        if result.squares:
            lines += (result.squares, f"-# {squares_legend(say, has_place=result.better is not None)}")
        if not result.is_ranked:
            lines.append(unranked_line(say))
    lines += streak_lines(result.streaks, say)
    if result.next_at is not None:
        lines.append(f"-# {say('Next deal {time}', time=timestamp(result.next_at, 'f'))}")
    buttons = []
    if result.next_at is None:
        buttons.append(todays_deal_button(say, ButtonStyle.success))
    if result.can_share:
        buttons.append(PressButton(DailyPress("share", result.day), say.button("Share"), ButtonStyle.primary))
    if result.watched_table:
        buttons.append(PressButton(TablePress(result.watched_table, TableAction.REPLAY), say.button("Replay")))
    if result.has_best:
        buttons.append(_best_button(result.day, say))
    buttons.append(_table_button(say) if in_server else _shuffle_button(result.day, say))
    return layout("\n".join(lines), row(*buttons), accent=GOLD)


def _table_button(say: Words) -> PressButton:
    return PressButton(DailyPress("table"), say.button("Yesterday's table"))


def squares_legend(say: Words, *, has_place: bool) -> str:
    """Return what the squares mean; with `has_place` also those of the place."""
    lines = [say("A square a turn: {meld} meld, {layoff} lay-off", meld=_LAID, layoff=_LAID_OFF)]
    if has_place:
        lines.append(say("Place: {share} a square", share=say.percent(10)))
    return join_parts(lines)


def unranked_line(say: Words) -> str:
    """Return the line that says why a result is in no server's table."""
    return f"-# {say('This result is unranked. You need 7 days in the server and 30 on Discord.')}"


def todays_deal_button(say: Words, style: ButtonStyle = ButtonStyle.primary) -> PressButton:
    """Return the button that shows the deal of the day, goes on with it, or shows the result."""
    return PressButton(DailyPress("show"), say.button("Today's deal"), style)


def _shuffle_button(day: int, say: Words) -> PressButton:
    return PressButton(DailyPress("shuffle", day), say.button("Check shuffle"))


def day_shuffle_layout(
    game: str, day: int, check: ShuffleCheck | None, seed: str, fingerprints: Mapping[int, str], say: Words
) -> ui.LayoutView:
    """Render whether the deal of a day was fixed beforehand, None if that can't be told, and the numbers that prove it.

    `seed` is empty until it may be shown. `fingerprints` are those of that day and of the next deal.
    """
    lines = [f"### {day_title(game, say)}", f"-# {_date(day)}", *([f"**{check_sentences(say)[check]}**"] if check else [])]
    lines += [say("Seed of this shuffle: {digits}", digits=f"`{seed}`")] if seed else []
    for one, digits in fingerprints.items():
        lines.append(say("Shuffle fingerprint for {date}: {digits}", date=_date(one), digits=f"`{digits}`"))
    return layout("\n".join(lines), accent=BLUE)


def _date(day: int) -> str:
    return timestamp(end_of(day) - DAY_MS // 2)  # at noon, it is the same day nearly everywhere


def _best_button(day: int, say: Words) -> PressButton:
    return PressButton(DailyPress("best", day), say.button("Best here"))


def day_title(game: str, say: Words) -> str:
    return say("Deal of the day: {game}", game=say.game(game))


def points_text(points: int, computers: int, say: Words) -> str:
    """Return how many points somebody is ahead of the best of so many computers, or behind."""
    if points < 0 and computers > 1:
        return say.many("**1 point** behind the best computer", "**{count} points** behind the best computer", -points)
    if points < 0:
        return say.many("**1 point** behind the computer", "**{count} points** behind the computer", -points)
    if computers > 1:
        return say.many("**1 point** ahead of the best computer", "**{count} points** ahead of the best computer", points)
    return say.many("**1 point** ahead of the computer", "**{count} points** ahead of the computer", points)


def streak_lines(streaks: Streaks, say: Words) -> list[str]:
    """Return the line with the streaks of days; none if there is none."""
    if not streaks.longest:
        return []
    current = say.many("Daily streak: 1 day", "Daily streak: {count} days", streaks.current)
    return [join_parts((current, say("longest: {count}", count=streaks.longest)))]


def share_layout(name: str, attempt: Attempt, game: DayGame, shown: str, say: Words) -> ui.LayoutView:
    """Render what everyone may read of a finished attempt: its points, and these squares."""
    points = points_text(attempt.points or 0, game.computers, say)
    lines = join_parts((f"**{name}**", day_title(game.variant.title, say), _date(attempt.day))), points, shown
    play = PressButton(DailyPress("show", attempt.day), say.button("Play this deal"), ButtonStyle.success)
    details = PressButton(DailyPress("details", attempt.day, attempt.person), say.button("Details"))
    return layout("\n".join(lines), row(play, details), accent=GOLD)


def share_details(name: str, say: Words, *, is_operator: bool) -> str:
    """Return what the squares of a shared result mean; and whose they are, if the person runs the bot."""
    runs = [say("{name} runs Ramino, and could know the cards.", name=name)] if is_operator else []
    return "\n".join([squares_legend(say, has_place=True), *runs])


def day_table_layout(
    game: str,
    day: int,
    rows: Sequence[Attempt],
    people: KnownPeople,
    say: Words,
    *,
    operators: Collection[int],
    has_best: bool = True,
) -> ui.LayoutView:
    """Render the results of a day in a server, the best first. With `has_best`, the first one can be watched.

    `operators` are the Discord ids of the people who run the bot.
    """
    lines = [f"### {day_title(game, say)}", f"-# {_date(day)}"]
    lines += _table_lines(rows, operators, people, say) if rows else [say("Nobody here finished this deal.")]
    buttons = [todays_deal_button(say), *([_best_button(day, say)] if rows and has_best else [])]
    return layout("\n".join(lines), row(*buttons, _shuffle_button(day, say)), accent=BLUE)


def _table_lines(rows: Sequence[Attempt], operators: Collection[int], people: KnownPeople, say: Words) -> Iterator[str]:
    """Yield the first rows, with a mark on those of the people who run the bot, and how many more there are."""
    shown = rows[:_MOST_ROWS]
    names = names_of(people, {one.person for one in shown}, say)
    places = [1 + sum(other.points > one.points for other in rows) for one in shown]  # type: ignore[operator]
    marks = [_OPERATOR if people[one.person].discord_id in operators else "" for one in shown]
    columns = 3 if any(marks) else 2
    marked = zip(places, shown, marks, strict=True)
    cells = [(f"{place}.", with_minus(one.points or 0, "+"), mark)[:columns] for place, one, mark in marked]
    heads, people_shown = ("", say.column("ahead"), "")[:columns], [one.person for one in shown]
    yield from table_lines(heads, cells, people_shown, names, reader=None, has_own_row=False)
    if len(rows) > len(shown):
        yield say.many("and 1 more", "and {count} more", len(rows) - len(shown))
    if any(marks):
        yield f"-# {_OPERATOR} {say('runs Ramino, and could know the cards')}"
