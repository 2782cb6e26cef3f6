"""The leagues of a server: their list, card, rules and settings, the forms that set them up, and who organises them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal
from zlib import crc32

from discord import ButtonStyle, ui
from msgspec import json
from msgspec.structs import replace

from bot.league.corrections import LONGEST_REASON
from bot.league.league import MAX_NAME_LENGTH, SEASON_ENDS, ByHand, League, OnDay, write_season_end
from bot.league.scheme import BY_WINS, USUAL_PLACE_POINTS, ByCards, Ranking, Scheme
from bot.league.seasons import Season, StoredLeague
from bot.messages.components import (
    BLUE,
    ROOM_FOR_LIST,
    ButtonId,
    Form,
    LargeNumber,
    Option,
    PressButton,
    PressSelect,
    layout,
    row,
    select_field,
    text_field,
)
from bot.messages.league.league_settings import league_settings, season_end_text, settings_lines
from bot.messages.league.pages import StandingsPress
from bot.messages.league.scheme_words import brief_points_text
from bot.messages.league.standings import season_name
from bot.messages.settings import Choice, InForm, Setting, choice_options
from bot.messages.text import join_parts, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

NAME, POINTS, RANKING, SEASON, RATED, VALUE, WHY = "name", "points", "ranking", "season", "rated", "value", "why"
ON_DATE = "date"
_YES, _NO = "yes", "no"
_DAILY = 5
"""How many matches of a person count in a day in a new league that ranks by points: nobody leads by playing most."""
_SCHEMES: dict[str, Scheme] = {"wins": BY_WINS, "places": USUAL_PLACE_POINTS, "cards": ByCards()}


def season_dates_text(season: Season, ends_at: int | None, say: Words) -> str:
    """Return when the season began and, if that is known, when it ends (`ends_at`, epoch ms)."""
    facts = {"season": season_name(season), "day": timestamp(season.begin, "f")}
    if ends_at is None:
        return say("Season {season}, since {day}", **facts)
    return say("Season {season}, since {day}, ends {end}", end=timestamp(ends_at, "f"), **facts)


def organisers_text(server: int, role: int | None, say: Words) -> str:
    """Return who may organise leagues. A role with the server's own id means everyone."""
    if role is None:
        return say("Only members with Manage Server can organise leagues.")
    if role == server:
        return say("Everyone in this server can organise leagues.")
    return say("Members with {role} or Manage Server can organise leagues.", role=f"<@&{role}>")


def leagues_layout(leagues: Sequence[League], say: Words) -> ui.LayoutView:
    """Render all leagues of a server in a few lines each, as many as a message can hold."""
    head = f"### {say('Leagues in this server')}"
    if not leagues:
        return layout(f"{head}\n{say('No leagues yet. An organiser can create one with `/league create`.')}")
    blocks = (f"**{safe_text(league.name)}**\n{join_parts(_short_settings(league, say))}" for league in leagues)
    return layout("\n".join((head, *lines_that_fit(blocks, ROOM_FOR_LIST))), accent=BLUE)


def _short_settings(league: League, say: Words) -> list[str]:
    where = [] if league.channel is None else [f"<#{league.channel}>"]
    games = [say.all_of(safe_text(say.game(game.title)) for game in league.games)] if league.games else []
    return [*where, *games, brief_points_text(league.scheme, say), *([say("rated")] if league.rated else [])]


def season_table_sentence(channel: int | None, say: Words) -> str:
    """Return the sentence that says where the table of an ended season is posted; None means nowhere."""
    if channel is None:
        return say("`/leaderboard season:` shows its final standings.")
    return say("Final standings: {channel}", channel=f"<#{channel}>")


class CardPress(ButtonId, frozen=True):
    """A button of a league; `league` is its number."""

    pattern: ClassVar[str] = "j:{action}:{league}"
    action: Literal["rules", "more"]
    league: int


class PlayPress(ButtonId, frozen=True):
    """The button that opens a table whose match counts in the league with this number."""

    pattern: ClassVar[str] = "j:play:{league}"
    league: int


class NewLeagueForm(ButtonId, frozen=True):
    """The form of `/league create`."""

    pattern: ClassVar[str] = "j:new"


class SettingSelect(ButtonId, frozen=True):
    """The select of the settings of a league."""

    pattern: ClassVar[str] = "j:setting:{league}"
    league: int


class SettingForm(ButtonId, frozen=True):
    """The form of the `setting` with this name; `mark` is that of the settings with which it was opened."""

    pattern: ClassVar[str] = "j:one:{league}:{setting}:{mark}"
    league: int
    setting: str
    mark: LargeNumber


def settings_mark(league: League) -> int:
    """Return a number that changes with the settings of the league."""
    return crc32(json.encode(league))


def card_rows(number: int, say: Words) -> "list[ui.ActionRow[Any]]":
    """Return the buttons of the league with this number; a phone shows the first alone in its line."""
    return [
        row(PressButton(PlayPress(number), say.button("Play a match that counts"), ButtonStyle.success)),
        row(
            PressButton(StandingsPress(number), say.button("Standings")),
            PressButton(CardPress("rules", number), say.button("Rules")),
            PressButton(CardPress("more", number), say.button("More …")),
        ),
    ]


def card_layout(stored: StoredLeague, say: Words) -> ui.LayoutView:
    """Render the card. It has no settings: it isn't updated when they change."""
    text = f"### {safe_text(stored.league.name)}\n-# {say('League')}"
    return layout(text, *card_rows(stored.number, say), accent=BLUE)


def league_layout(stored: StoredLeague, say: Words) -> ui.LayoutView:
    """Render a league with its settings; one in use with its buttons, of which **Rules** shows what every new league has."""
    is_used = stored.archived_at is None
    return layout(_text(stored, say, is_short=is_used), *(card_rows(stored.number, say) if is_used else []), accent=BLUE)


def settings_panel(stored: StoredLeague, say: Words, note: str) -> ui.LayoutView:
    """Render a league with all its settings and a select of them, for organisers. `note`, perhaps empty, says what was done."""
    options = [Option(setting.name, setting.title) for setting in league_settings(say)]
    select = PressSelect(SettingSelect(stored.number), options, say.option("Change a setting …"))
    return layout(_text(stored, say, note), row(select), accent=BLUE)


def league_rules_layout(stored: StoredLeague, say: Words, *, note: str = "") -> ui.LayoutView:
    """Render everything that decides the standings of the league, in words.

    `note` says what has just been done; below it, what every new league has is left out.
    """
    of_every_league = [
        say("Counts only after everyone has had a turn. Leavers come last."),
        say("Casual matches, with computers or pauses, never count."),
    ]
    archived = [] if stored.archived_at is None else [say("Archived: no more matches count.")]
    return layout(_text(stored, say, note, *([] if note else of_every_league), *archived, is_short=bool(note)), accent=BLUE)


def _text(stored: StoredLeague, say: Words, note: str = "", *more: str, is_short: bool = False) -> "ui.TextDisplay[Any]":
    """Return the name with the note below it, and a list of the settings, the dates of a running season, and `more`."""
    head = f"### {safe_text(stored.league.name)}"
    dates = [] if stored.archived_at is not None else [season_dates_text(stored.season, stored.ends_at, say)]
    has_passed = stored.ends_at is None and isinstance(stored.league.season_end, OnDay)
    league = replace(stored.league, season_end=ByHand()) if has_passed else stored.league
    items = (f"{head}\n{note}" if note else head, *settings_lines(league, say, is_short=is_short), *dates, *more)
    return ui.TextDisplay("\n- ".join(items))


def new_league_form(name: str, say: Words) -> Form:
    """Render the form of `/league create`, perhaps with a name: only that must be typed."""
    schemes = choice_options(
        "wins",
        Choice("wins", say.option("1 point per win")),
        Choice("places", say.option("Points by place"), say.option("With 4 players: 5, 3, 1 and 0")),
        Choice("cards", say.option("Card points"), say.option("The points won or lost in the match")),
    )
    ends = (Choice(text, season_end_text(League(server=0, name="", season_end=end), say)) for text, end in SEASON_ENDS.items())
    on_date = Choice(ON_DATE, say.option("Season end: on a date"), say.option("Set the day later, under More"))
    seasons = choice_options(write_season_end(ByHand()), *ends, on_date)
    rated = choice_options(False, Choice(False, say.option("Unrated")), Choice(True, say.option("Rated")))
    rankings = choice_options(
        Ranking.AVERAGE,
        Choice(
            Ranking.AVERAGE,
            say.option("By points per match"),
            say.option("Needs a third of the matches that others usually play"),
        ),
        Choice(Ranking.RATING, say.option("By rating"), say.option("Beating strong players lifts more")),
        Choice(
            Ranking.POINTS,
            say.option("By points"),
            say.option("Every match adds up; of a day, the first {count}", count=_DAILY),
        ),
    )
    fields = [
        text_field(say.label("Name of the league"), "", NAME, MAX_NAME_LENGTH, given=name[:MAX_NAME_LENGTH]),
        select_field(say.label("Points"), say.option("For each match"), POINTS, schemes),
        select_field(say.label("Ranking"), say.option("What decides the places"), RANKING, rankings),
        select_field(say.label("Season"), say.option("Each season has its own standings."), SEASON, seasons),
        select_field(say.label("Ratings"), say.option("Rated matches change the players' ratings."), RATED, rated),
    ]
    return Form(NewLeagueForm(), say.label("New league"), fields)


def chosen_league(league: League, answers: Mapping[str, str]) -> League:
    """Return the league with the choices of the form of `/league create`. Raise `Refused(ButtonNotUnderstood)`."""
    points, ranking, season, rated = (answers.get(one, "") for one in (POINTS, RANKING, SEASON, RATED))
    is_known = points in _SCHEMES and ranking in list(Ranking) and season in (*SEASON_ENDS, ON_DATE)
    if not is_known or rated not in (_YES, _NO):
        raise Refused(ButtonNotUnderstood())
    by, end = Ranking(ranking), SEASON_ENDS.get(season, ByHand())
    daily = _DAILY if by == Ranking.POINTS else None
    return replace(league, scheme=_SCHEMES[points], ranking=by, daily=daily, season_end=end, rated=rated == _YES)


def setting_form(number: int, league: League, setting: Setting[InForm], say: Words) -> Form:
    """Render the form of one setting of the league with this number, with the value that it has."""
    about = say.option("Optional. Everyone can read it in /league log.")
    why = text_field(say.label("Why?"), about, WHY, LONGEST_REASON, required=False)
    form = SettingForm(number, setting.name, settings_mark(league))
    return Form(form, league.name, [setting.form_field(VALUE, league), why])
