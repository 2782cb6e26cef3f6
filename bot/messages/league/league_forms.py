"""The forms that set up a league: the one of `/league create`, and the one of **More**. Their answers are read here, too.

What a person typed is returned as it is; an altered Discord client can send anything.
"""

from collections.abc import Mapping

from discord import SelectOption, TextStyle, ui
from msgspec.structs import replace

from bot.league.corrections import LONGEST_REASON
from bot.league.league import SEASON_ENDS, ByHand, League
from bot.league.league_checks import MAX_NAME_LENGTH
from bot.league.scheme.scheme import BY_WINS, USUAL_PLACE_POINTS, ByCards, Scheme
from bot.league.scheme.scheme_text import write_scheme
from bot.messages.components import LONGEST_DESCRIPTION, LONGEST_TITLE, LONGEST_TYPED, Form, question
from bot.messages.league.card_buttons import MoreForm, NewLeagueForm, settings_mark
from bot.messages.league.leagues import season_end_text, shortest_text
from bot.messages.words import Words
from bot.rummy.variant.length import Length
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

NAME, POINTS, SEASON, RATED, ZONE, SHORTEST, WHY = "name", "points", "season", "rated", "zone", "shortest", "why"
ON_DATE = "date"
_YES, _NO = "yes", "no"
_SCHEMES: dict[str, Scheme] = {"wins": BY_WINS, "places": USUAL_PLACE_POINTS, "cards": ByCards()}


def new_league_form(say: Words) -> Form:
    """Render the form of `/league create`: only the name must be typed."""
    name: ui.TextInput[Form] = ui.TextInput(custom_id=NAME, style=TextStyle.short, max_length=MAX_NAME_LENGTH)
    schemes = [
        SelectOption(label=say("A point for each win"), value="wins", default=True),
        SelectOption(label=say("Points by place"), description=say("With 4 players: 5, 3, 1 and 0"), value="places"),
        SelectOption(label=say("Card points"), description=say("What each player won or lost in the match"), value="cards"),
    ]
    seasons = [
        SelectOption(label=season_end_text(League(server=0, name="", season_end=end), say), value=name, default=end == ByHand())
        for name, end in SEASON_ENDS.items()
    ]
    seasons.append(SelectOption(label=say("The season ends on a date"), description=say("Type it under More"), value=ON_DATE))
    rated = [
        SelectOption(label=say("No"), value=_NO, default=True),
        SelectOption(label=say("Yes"), value=_YES),
    ]
    questions = [
        ui.Label(text=say("Name of the league")[:LONGEST_TITLE], component=name),
        question(say("Points"), say("What a match is worth"), POINTS, schemes),
        question(say("Season"), say("When the standings begin again"), SEASON, seasons),
        question(say("Rated?"), say("Whether its matches change the players' ratings"), RATED, rated),
    ]
    return Form(NewLeagueForm(), say("New league"), questions)


def chosen_league(league: League, answers: Mapping[str, str]) -> League:
    """Return the league with the choices of the form of `/league create`. Raise `Refused(ButtonNotUnderstood)`."""
    points, season, rated = (answers.get(one, "") for one in (POINTS, SEASON, RATED))
    if points not in _SCHEMES or season not in (*SEASON_ENDS, ON_DATE) or rated not in (_YES, _NO):
        raise Refused(ButtonNotUnderstood(f"{points} {season} {rated}"[:LONGEST_TYPED]))
    end = SEASON_ENDS.get(season, ByHand())
    return replace(league, scheme=_SCHEMES[points], season_end=end, rated=rated == _YES)


def more_form(number: int, league: League, ends: str, say: Words) -> Form:
    """Render the form of **More** with the settings of the league; `ends` is its season end as it is typed."""
    lengths = [
        SelectOption(label=shortest_text(length, say), value=length.value, default=length == league.shortest)
        for length in Length
    ]
    # Translators: "wins" and "card points" stay English: they are typed like that
    points = say("Like 2: 3 0; 3: 4 2 0. Or: wins. Or: card points")
    # Translators: the words from "by hand" on stay English: they are typed like that
    seasons = say("A date like 2026-12-31, by hand, weekly from friday, every two weeks, monthly, quarterly")
    why: ui.TextInput[Form] = ui.TextInput(custom_id=WHY, style=TextStyle.paragraph, required=False, max_length=LONGEST_REASON)
    questions = [
        _typed(say("Points"), points, POINTS, write_scheme(league.scheme), TextStyle.paragraph),
        _typed(say("End of a season"), seasons, SEASON, ends),
        _typed(say("Time zone"), say("Like Europe/Rome: when its days and weeks begin"), ZONE, league.zone),
        question(say("Shortest match"), say("How long a match must be to count"), SHORTEST, lengths),
        ui.Label(text=say("Why?"), description=say("Everyone can read it in the log. It may stay empty."), component=why),
    ]
    return Form(MoreForm(number, settings_mark(league)), say("More settings"), questions)


def _typed(title: str, description: str, custom_id: str, now: str, style: TextStyle = TextStyle.short) -> "ui.Label[Form]":
    text: ui.TextInput[Form] = ui.TextInput(custom_id=custom_id, style=style, default=now, max_length=LONGEST_TYPED)
    return ui.Label(text=title[:LONGEST_TITLE], description=description[:LONGEST_DESCRIPTION], component=text)


def chosen_length(answers: Mapping[str, str]) -> Length:
    """Return the shortest match that was chosen under **More**. Raise `Refused(ButtonNotUnderstood)`."""
    chosen = answers.get(SHORTEST, "")
    if chosen not in set(Length):
        raise Refused(ButtonNotUnderstood(chosen[:LONGEST_TYPED]))
    return Length(chosen)
