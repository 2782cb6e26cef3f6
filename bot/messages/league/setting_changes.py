"""What has changed in the settings of a league."""

from collections.abc import Iterable

from bot.league.organiser_actions import Setting, SettingChange
from bot.messages.cut_apart import cut_apart
from bot.messages.text import escape_markup
from bot.messages.words import Words

_LONGEST = 200  # columns of a value


def setting_change_texts(changes: Iterable[SettingChange], say: Words) -> list[str]:
    """Return a text for each change, with the values before and after it."""
    return [_change_text(change, say) for change in changes]


def _change_text(change: SettingChange, say: Words) -> str:
    is_channel = change.setting in ("channel", "announcements")
    values = cut_apart([str(one) for one in (change.before, change.after)], _LONGEST)
    before, after = (
        _value(one, text, is_channel=is_channel) for one, text in zip((change.before, change.after), values, strict=True)
    )
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
            return say("Shortest match: {before} → {after}", before=before, after=after)
        case "zone":
            return say("Time zone: {before} → {after}", before=before, after=after)
        case "season_end":
            return say("End of the season: {before} → {after}", before=before, after=after)
        case _:
            return f"`{change.setting}`: {before} → {after}"


def _value(value: Setting, text: str, *, is_channel: bool) -> str:
    """Return the value as Markdown; `text` is what it looks like, cut so that it differs from the other value."""
    if value is None:
        return "–"
    return f"<#{value}>" if is_channel else escape_markup(text)
