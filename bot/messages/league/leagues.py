"""The leagues of a server in a list, the dates of their seasons, and who organises them."""

from collections.abc import Sequence

from discord import ui

from bot.league.league import League
from bot.league.seasons import Season
from bot.messages.components import BLUE, ROOM_FOR_LIST, layout
from bot.messages.league.scheme_words import brief_points_text
from bot.messages.text import join_parts, safe_text, timestamp
from bot.messages.words import Words


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


def season_table_sentence(channel: int | None, say: Words) -> str:
    """Return the sentence that says where the table of an ended season is posted; None means nowhere."""
    if channel is None:
        return say("`/leaderboard season:` shows its final table.")
    return say("Its final table is in {channel}.", channel=f"<#{channel}>")
