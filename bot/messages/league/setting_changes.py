"""What has changed in the settings of a league."""

from collections.abc import Iterable

from bot.league.organiser_actions import Setting, SettingChange
from bot.league.scheme.scheme_text import read_scheme
from bot.messages.league.leagues import shortest_text
from bot.messages.league.scheme_changes import scheme_change_texts
from bot.messages.text import safe_text
from bot.messages.words import Words
from bot.rummy.variant.length import Length
from bot.wording.sentence import Refused

_LONGEST = 200  # characters of a value


def setting_change_texts(changes: Iterable[SettingChange], say: Words) -> list[str]:
    """Return the texts of the changes, with the values before and after each; a change of the points may have several."""
    return [text for change in changes for text in _change_texts(change, say)]


def _change_texts(change: SettingChange, say: Words) -> list[str]:
    if change.setting == "scheme":
        try:
            before, after = (read_scheme(str(value)) for value in (change.before, change.after))
        except Refused:
            return [_change_text(change, say)]
        return list(scheme_change_texts(before, after, say))
    return [_change_text(change, say)]


def _change_text(change: SettingChange, say: Words) -> str:
    before, after = (_value(change.setting, one, say) for one in (change.before, change.after))
    match change.setting:
        case "name":
            return say("Name: {before} → {after}", before=before, after=after)
        case "scheme":
            return say("Points: {before} → {after}", before=before, after=after)
        case "channel":
            return say("Played in: {before} → {after}", before=before, after=after)
        case "announcements":
            return say("Announcements: {before} → {after}", before=before, after=after)
        case "games":
            return say("Games: {before} → {after}", before=before, after=after)
        case "house_rules":
            return say("House rules are allowed now") if change.after else say("House rules are no longer allowed")
        case "requires_clock":
            return say("A clock is required now") if change.after else say("A clock is no longer required")
        case "rated":
            return say("Matches are rated now") if change.after else say("Matches are no longer rated")
        case "least":
            return say("Matches to be ranked: {before} → {after}", before=before, after=after)
        case "rematches":
            return say("Matches per day of the same two players: {before} → {after}", before=before, after=after)
        case "larger_rematches":
            return say(
                "Matches per day of the same two players at larger tables: {before} → {after}", before=before, after=after
            )
        case "shortest":
            return f"{say('Shortest match')}: {before} → {after}"
        case "zone":
            return say("Time zone: {before} → {after}", before=before, after=after)
        case "season_end":
            return say("End of the season: {before} → {after}", before=before, after=after)
        case _:
            return f"`{change.setting}`: {before} → {after}"


def _value(setting: str, value: Setting, say: Words) -> str:
    """Return the value as Markdown."""
    if value is None:
        return "–"
    if setting in ("channel", "announcements"):
        return f"<#{value}>"
    if setting == "shortest" and value in set(Length):
        return shortest_text(Length(str(value)), say)
    return safe_text(str(value), _LONGEST)
