"""The forms that set up a league: the one of `/league create`, and the one that changes a setting.

What was chosen in the first is read here, too; an altered Discord client can send anything.
"""

from collections.abc import Mapping

from discord import SelectOption, TextStyle, ui
from msgspec.structs import replace

from bot.league.corrections import LONGEST_REASON
from bot.league.league import SEASON_ENDS, ByHand, League
from bot.league.league_checks import MAX_NAME_LENGTH
from bot.league.scheme import BY_WINS, USUAL_PLACE_POINTS, ByCards, Scheme
from bot.messages.components import LONGEST_OPTION, LONGEST_TITLE, Form, question
from bot.messages.league.card_buttons import NewLeagueForm, SettingForm, settings_mark
from bot.messages.league.league_settings import season_end_text
from bot.messages.settings import InForm, Setting
from bot.messages.words import Words
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused

NAME, POINTS, SEASON, RATED, VALUE, WHY = "name", "points", "season", "rated", "value", "why"
ON_DATE = "date"
_YES, _NO = "yes", "no"
_SCHEMES: dict[str, Scheme] = {"wins": BY_WINS, "places": USUAL_PLACE_POINTS, "cards": ByCards()}


def new_league_form(name: str, say: Words) -> Form:
    """Render the form of `/league create`, perhaps with a name: only that must be typed."""
    typed: ui.TextInput[Form] = ui.TextInput(
        custom_id=NAME, style=TextStyle.short, default=name[:MAX_NAME_LENGTH], max_length=MAX_NAME_LENGTH
    )
    schemes = [
        SelectOption(label=say("A point for each win"), value="wins", default=True),
        SelectOption(label=say("Points by place"), description=say("With 4 players: 5, 3, 1 and 0"), value="places"),
        SelectOption(label=say("Card points"), description=say("What each player won or lost in the match"), value="cards"),
    ]
    seasons = [
        SelectOption(label=season_end_text(League(server=0, name="", season_end=end), say), value=text, default=end == ByHand())
        for text, end in SEASON_ENDS.items()
    ]
    seasons.append(SelectOption(label=say("The season ends on a date"), description=say("Type it under More"), value=ON_DATE))
    rated = [
        SelectOption(label=say("No"), value=_NO, default=True),
        SelectOption(label=say("Yes"), value=_YES),
    ]
    questions = [
        ui.Label(text=say("Name of the league")[:LONGEST_TITLE], component=typed),
        question(say("Points"), say("What a match is worth"), POINTS, schemes),
        question(say("Season"), say("When the standings begin again"), SEASON, seasons),
        question(say("Rated?"), say("Whether its matches change the players' ratings"), RATED, rated),
    ]
    return Form(NewLeagueForm(), say("New league"), questions)


def chosen_league(league: League, answers: Mapping[str, str]) -> League:
    """Return the league with the choices of the form of `/league create`. Raise `Refused(ButtonNotUnderstood)`."""
    points, season, rated = (answers.get(one, "") for one in (POINTS, SEASON, RATED))
    if points not in _SCHEMES or season not in (*SEASON_ENDS, ON_DATE) or rated not in (_YES, _NO):
        raise Refused(ButtonNotUnderstood(f"{points} {season} {rated}"[:LONGEST_OPTION]))
    end = SEASON_ENDS.get(season, ByHand())
    return replace(league, scheme=_SCHEMES[points], season_end=end, rated=rated == _YES)


def setting_form(number: int, league: League, setting: Setting[InForm], say: Words) -> Form:
    """Render the form of one setting of the league with this number, with the value that it has."""
    why: ui.TextInput[Form] = ui.TextInput(custom_id=WHY, style=TextStyle.paragraph, required=False, max_length=LONGEST_REASON)
    questions = [
        setting.question(VALUE, league, say),
        ui.Label(text=say("Why?"), description=say("Everyone can read it in the log. It may stay empty."), component=why),
    ]
    return Form(SettingForm(number, setting.name, settings_mark(league)), league.name, questions)
