"""The leagues of a server: what counts in each, what it is worth, and when a season ends."""

from collections.abc import Sequence
from typing import assert_never

from discord import ui

from bot.league.days import start_of_day
from bot.league.league import ByHand, EveryTwoWeeks, League, Monthly, OnDay, Quarterly, Weekly
from bot.league.seasons.seasons import Season
from bot.messages.components import BLUE, ROOM_FOR_LIST, layout
from bot.messages.league.card_buttons import card_rows
from bot.messages.league.scheme_words import brief_points_text, points_text, ties_text
from bot.messages.text import join_parts, safe_text, timestamp
from bot.messages.words import Words
from bot.rummy.variant.length import Length


def league_layout(
    league: League, season: Season | None, say: Words, *, note: str = "", ends_at: int | None = None, number: int | None = None
) -> ui.LayoutView:
    """Render one league with all its settings. `note` says what has just been done.

    `ends_at` (epoch ms) is when the season ends automatically. With the `number` of the league, there are its buttons.
    """
    lines = [f"### {safe_text(league.name)}", *([note] if note else []), *_settings(league, say)]
    if season is not None:
        lines.append(season_dates_text(season, ends_at, say))
    buttons = [] if number is None else card_rows(number, say)
    return layout(ui.TextDisplay("\n".join(lines)), *buttons, accent=BLUE)


def season_dates_text(season: Season, ends_at: int | None, say: Words) -> str:
    """Return when the season began and, if that is known, when it ends (`ends_at`, epoch ms)."""
    facts = {"season": season_name(season), "day": timestamp(season.begin, "f")}
    if ends_at is None:
        return say("Season {season}, since {day}", **facts)
    return say("Season {season}, since {day}, ends {end}", end=timestamp(ends_at, "f"), **facts)


def season_name(season: Season) -> str:
    """Return the season's name or, if it has none, its number, for use within a sentence."""
    return safe_text(season.name) if season.name else str(season.number)


def organisers_text(server: int, role: int | None, say: Words) -> str:
    """Return who may organise leagues. A role with the server's own id means everyone."""
    if role is None:
        return say("Only members with the Manage Server permission can organise leagues.")
    if role == server:
        return say("Everyone in this server can organise leagues.")
    return say("Members with the role {role} or the Manage Server permission can organise leagues.", role=f"<@&{role}>")


def leagues_layout(leagues: Sequence[tuple[League, Season | None]], say: Words) -> ui.LayoutView:
    """Render all leagues of a server in a few lines each, as many as a message can hold."""
    head = f"### {say('Leagues in this server')}"
    if not leagues:
        return layout(ui.TextDisplay(f"{head}\n{say('No leagues yet. An organiser can create one with `/league create`.')}"))
    blocks, left = [head], ROOM_FOR_LIST
    for league, _ in leagues:
        block = f"**{safe_text(league.name)}**\n{join_parts(_short_settings(league, say))}"
        left -= len(block)
        if left < 0:
            blocks.append("…")
            break
        blocks.append(block)
    return layout(ui.TextDisplay("\n".join(blocks)), accent=BLUE)


def _short_settings(league: League, say: Words) -> list[str]:
    where = say("all channels") if league.channel is None else f"<#{league.channel}>"
    games = say.all_of(safe_text(game.title) for game in league.games) if league.games else say("all games")
    return [where, games, brief_points_text(league.scheme, say), *([say("rated")] if league.rated else [])]


def _settings(league: League, say: Words) -> list[str]:
    return [
        what_counts_text(league, say),
        points_text(league.scheme, say),
        ties_text(league.scheme, say),
        *limits_and_season_lines(league, say),
        announcements_text(league, say),
    ]


def what_counts_text(league: League, say: Words) -> str:
    """Return where, and by which rules, a match must be played to count."""
    where = say("Played in {channel}", channel=f"<#{league.channel}>") if league.channel else say("Played in all channels")
    if league.games:
        games = say("Games: {games}", games=say.all_of(safe_text(game.title) for game in league.games))
    else:
        games = say("Games: all")
    return join_parts(
        (
            where,
            games,
            say("house rules allowed") if league.house_rules else say("no house rules"),
            *([say("only with a clock")] if league.requires_clock else []),
            shortest_text(league.shortest, say),
        )
    )


def limits_and_season_lines(league: League, say: Words) -> list[str]:
    """Return how many matches are needed and count, whether they are rated, and when a season ends."""
    return [
        join_parts(
            (
                say.many("Ranked after 1 match", "Ranked after {count} matches", league.least),
                say(
                    "Matches of the same two players that count per day: {two} at tables of two, {more} at larger ones",
                    two=league.rematches,
                    more=league.larger_rematches,
                ),
                say("rated") if league.rated else say("not rated"),
            )
        ),
        join_parts((season_end_text(league, say), say("Time zone: {zone}", zone=f"`{league.zone}`"))),
    ]


def shortest_text(shortest: Length, say: Words) -> str:
    """Return how long a match must be."""
    match shortest:
        case Length.ONE:
            return say("matches of any length")
        case Length.SHORT:
            return say("at least short matches")
        case Length.FULL:
            return say("only full matches")
        case _:
            assert_never(shortest)


def announcements_text(league: League, say: Words) -> str:
    """Return where the actions of organisers are announced."""
    if league.announcements is None:
        return say(
            "What organisers do isn't announced anywhere. Choose a channel: {command}", command="`/league edit announcements:`"
        )
    return say("What organisers do is announced in {channel}.", channel=f"<#{league.announcements}>")


def season_end_text(league: League, say: Words) -> str:
    """Return when the seasons of the league end."""
    match league.season_end:
        case ByHand():
            return say("A season ends when an organiser ends it")
        case OnDay(day=day):
            return say("The season ends on {day}", day=timestamp(start_of_day(day + 1, league.zone) - 1, "f"))
        case Weekly(first_day=first):
            return _weekly_text(first, say)
        case EveryTwoWeeks():
            return say("A new season starts every second Monday")
        case Monthly():
            return say("A new season starts each month")
        case Quarterly():
            return say("A new season starts each quarter")
        case _:
            assert_never(league.season_end)


def _weekly_text(first_day: int, say: Words) -> str:
    return (
        say("A new season starts every Monday"),
        say("A new season starts every Tuesday"),
        say("A new season starts every Wednesday"),
        say("A new season starts every Thursday"),
        say("A new season starts every Friday"),
        say("A new season starts every Saturday"),
        say("A new season starts every Sunday"),
    )[first_day]


def season_table_sentence(channel: int | None, say: Words) -> str:
    """Return the sentence that says where the table of an ended season is posted; None means nowhere."""
    if channel is None:
        return say("`/leaderboard season:` shows its final table.")
    return say("Its final table is in {channel}.", channel=f"<#{channel}>")
