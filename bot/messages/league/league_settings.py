"""The settings of a league: a row for each says how it is asked, read and shown, and how a change is worded."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from discord import TextStyle

from bot.league.days import start_of_day, zone_named
from bot.league.league import (
    MAX_MATCHES,
    MAX_NAME_LENGTH,
    ByHand,
    EveryTwoWeeks,
    League,
    Monthly,
    OnDay,
    Quarterly,
    SeasonEnd,
    Weekly,
    read_season_end,
    write_season_end,
)
from bot.league.organiser_actions import Logged, SettingChange
from bot.league.scheme import Ranking, read_scheme, write_scheme
from bot.messages.components import LONGEST_TYPED
from bot.messages.league.scheme_words import points_text, scheme_change_texts, ties_text
from bot.messages.settings import Channel, Choice, Choices, InForm, Offer, Setting, Typed, change_texts, setting_line
from bot.messages.text import clean_line, safe_text, timestamp
from bot.messages.typed_words import read_typed, write_typed
from bot.messages.words import Words
from bot.rummy.variant import Length, Variant
from bot.tables.rules.saved_variants import variant_named
from bot.wording.sentence import Refusal, Refused, TypedWords
from bot.wording.sentence import Typed as TypedText

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class SeasonEndNotUnderstood(Refusal):
    text: TypedText
    known: TypedWords = ("by hand", "weekly", "every two weeks", "monthly", "quarterly")
    sentence = "“{text}” isn't a season end. Use a date like `2026-12-31`, {known}."


class NumberOutOfRange(Refusal):
    least: int
    most: int
    sentence = "Give a number from {least} to {most}."


def settings_lines(league: League, say: Words, *, is_short: bool = False) -> list[str]:
    """Return each setting with its value, but for the name; the points have a second line.

    If it `is_short`, only the points, the ranking, the time zone, and what differs from a new league.
    """
    new, lines = League(server=0, name=""), list[str]()
    for setting in league_settings(say):
        is_special = setting.name in ("scheme", "ranking", "zone") or setting.value(league) != setting.value(new)
        if setting.name != "name" and (is_special or not is_short):
            lines += setting_line(setting, league, say).split("\n")
    return lines


def setting_change_texts(changes: Iterable[SettingChange], say: Words) -> list[str]:
    """Return the sentences about the changes; one of the points may have several."""
    known, texts = {setting.name: setting for setting in league_settings(say)}, list[str]()
    for change in changes:
        name = change.setting
        row = known.get(name) or Setting(name, f"`{name}`", Typed(lambda text, *_: text))  # one of another version
        texts += change_texts(row, change.before, change.after, say)
    return texts


def season_end_text(league: League, say: Words) -> str:
    match league.season_end:
        case ByHand():
            return say.option("Season end: when you end it")
        case OnDay(day=day):
            return say("Season end: {day}", day=timestamp(start_of_day(day + 1, league.zone) - 1, "f"))
        case Weekly(first_day=first):
            return _weekly_text(first, say)
        case EveryTwoWeeks():
            return say.option("New season: every second Monday")
        case Monthly():
            return say.option("New season: monthly")
        case Quarterly():
            return say.option("New season: quarterly")
        case _:
            assert_never(league.season_end)


def _weekly_text(first_day: int, say: Words) -> str:
    return (
        say.option("New season: every Monday"),
        say.option("New season: every Tuesday"),
        say.option("New season: every Wednesday"),
        say.option("New season: every Thursday"),
        say.option("New season: every Friday"),
        say.option("New season: every Saturday"),
        say.option("New season: every Sunday"),
    )[first_day]


def _english_season_end(text: str) -> SeasonEnd:
    if (found := read_season_end(text)) is None:
        raise Refused(SeasonEndNotUnderstood(text))
    return found


def _season_end_changes(before: Logged, after: Logged, say: Words) -> Sequence[str]:
    old, new = (write_typed(str(one), say) for one in (before, after))
    return [say("{title}: {before} → {after}", title=say.label("Season end"), before=old, after=new)]


def _points_changes(before: Logged, after: Logged, say: Words) -> Sequence[str]:
    try:
        old, new = (read_scheme(str(one)) for one in (before, after))
    except Refused:  # an older notation
        return [say("Points: {before} → {after}", before=safe_text(str(before)), after=safe_text(str(after)))]
    return list(scheme_change_texts(old, new, say))


def _read_games(text: str, league: League, offer: Offer, say: Words) -> tuple[Variant, ...]:
    """Return the games that are named, each once. A game that the server has removed can stay in the league."""
    known = {game.name: game for game in league.games} | dict(offer.games)
    named = [variant_named(known, name, say.game) for name in text.split(",") if name.strip()]
    return tuple({game.name: game for game in named}.values())


def _switch(yes: str, no: str) -> Choices:
    return Choices((Choice(True, yes), Choice(False, no)))


def _switched(on: str, off: str) -> Callable[[Logged, Logged], Sequence[str]]:
    """Return what says that a setting was switched on or off."""
    return lambda _before, after: [on if after else off]


def _number(text: str, *_: object) -> int:
    """Return a number of matches. Raise Refused."""
    number = int(text) if _NUMBER.fullmatch(text.strip()) else 0
    if not 1 <= number <= MAX_MATCHES:
        raise Refused(NumberOutOfRange(1, MAX_MATCHES))
    return number


def league_settings(say: Words) -> tuple[Setting[InForm], ...]:
    """Return the fields of `League`, but for its server. The organisers' log has their names."""
    scheme = Typed(
        lambda text, league, _offer: read_typed(text, lambda english: read_scheme(english, league.scheme), say),
        written=lambda scheme: write_typed(write_scheme(scheme), say),
        style=TextStyle.paragraph,
    )
    rankings = (
        Choice(Ranking.AVERAGE, say.option("points per match")),
        Choice(Ranking.RATING, say.option("rating")),
        Choice(Ranking.POINTS, say.option("points")),
    )
    games = Typed(
        lambda text, league, offer: _read_games(text, league, offer, say),
        written=lambda games: ", ".join(say.game(game.title) for game in games),
        longest=LONGEST_TYPED,
        style=TextStyle.paragraph,
        nothing=say("all"),
    )
    lengths = (
        Choice(Length.ONE, say.option("any length")),
        Choice(Length.SHORT, say.option("short")),
        Choice(Length.FULL, say.option("full")),
    )
    number = Typed(_number, longest=4)
    daily = Typed(lambda text, *_: _number(text) if text.strip() else None, longest=4, nothing=say("no limit"))
    season_end = Typed(
        lambda text, *_: read_typed(text, _english_season_end, say),
        written=lambda season_end: write_typed(write_season_end(season_end), say),
    )
    return (
        Setting("name", say.label("Name"), Typed(lambda text, *_: clean_line(text), longest=MAX_NAME_LENGTH)),
        Setting(
            "scheme",
            say.label("Points"),
            scheme,
            say.option("3: 4 2 0 gives 3 players 4, 2, 0 points. Or “wins”, “card points”. “ties:” decides equal points."),
            show=lambda league: f"{points_text(league.scheme, say)}\n{ties_text(league.scheme, say)}",
            names_itself=True,
            change=lambda before, after: _points_changes(before, after, say),
        ),
        Setting(
            "ranking",
            say.label("Ranked by"),
            Choices(rankings),
            say.option("By points per match or rating, a player needs a third of the usual matches."),
        ),
        Setting(
            "channel",
            say.label("Played in"),
            Channel(say.option("all channels")),
            say.option("Only matches in this channel count. Empty: all channels."),
        ),
        Setting(
            "games",
            say.label("Games"),
            games,
            say.option("For example: Rami, Ramino. Empty: all games."),
            show=lambda league: say.all_of(safe_text(say.game(game.title)) for game in league.games) or say("all"),
        ),
        Setting(
            "house_rules",
            say.button("House rules"),
            _switch(say.option("allowed"), say.option("not allowed")),
            say.option("Not allowed: only a game's own rules and length count."),
            change=_switched(say("House rules are allowed now"), say("House rules are no longer allowed")),
        ),
        Setting(
            "requires_clock",
            say.label("Clock"),
            _switch(say.option("required"), say.option("not required")),
            say.option("Required: only matches with a clock count."),
            change=_switched(say("A clock is required now"), say("A clock is no longer required")),
        ),
        Setting("shortest", say.label("Shortest match"), Choices(lengths), say.option("Shorter matches don't count.")),
        Setting("least", say.label("Minimum matches"), number, say.option("With fewer, a player isn't ranked.")),
        Setting(
            "rematches",
            say.label("Daily limit per pair: 2-player matches"),
            number,
            say.option("Matches of the same two players that count per day"),
        ),
        Setting(
            "larger_rematches",
            say.label("Daily limit per pair: 3 or more players"),
            number,
            say.option("Matches of the same two that count per day, at larger tables"),
        ),
        Setting(
            "daily", say.label("Daily limit per player"), daily, say.option("Matches that count per day. Empty: no limit.")
        ),
        Setting(
            "rated",
            say.label("Rated"),
            _switch(say.option("yes"), say.option("no")),
            say.option("Rated matches change the players' ratings."),
            change=_switched(say("Matches are rated now"), say("Matches are no longer rated")),
        ),
        Setting(
            "season_end",
            say.label("Season end"),
            season_end,
            say.option("by hand, weekly from friday, every two weeks, monthly, quarterly. Or: 2026-12-31"),
            show=lambda league: season_end_text(league, say),
            names_itself=True,
            change=lambda before, after: _season_end_changes(before, after, say),
        ),
        Setting(
            "zone",
            say.label("Time zone"),
            Typed(lambda text, *_: zone_named(text.strip())),
            say.option("For example: Europe/Rome. Days and weeks follow it."),
            show=lambda league: f"`{league.zone}`",
        ),
        Setting(
            "announcements",
            say.label("Organiser log"),
            Channel(say.option("nowhere"), is_required=True),
            say.option("Ramino posts in this channel what organisers do."),
        ),
    )
