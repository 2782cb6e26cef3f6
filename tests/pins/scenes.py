"""Plays the scenes in `scenes/`: each line is what somebody does, or begins with `*` and names one of `_DIRECTIONS`."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.interactions.league.schedule import read_moment
from tests.e2e.support.schedules import store_fixtures
from tests.pins import matches
from tests.pins.recorder import Recorder

FOLDER = Path(__file__).parent / "scenes"
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.txt")))


async def play_scene(r: Recorder, name: str) -> None:
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            who, _, act = line.partition(" ")
            if who == "*":
                direction, *words = act.split()
                await _DIRECTIONS[direction](r, *words)
            else:
                await _perform(r, who, act)


async def _perform(r: Recorder, who: str, act: str) -> None:
    if found := re.fullmatch(r"(?:in (\w+) )?/([a-z-]+(?: [a-z-]+(?!\w*:))*)(?: (.*))?", act):
        await r.slash(who, found[2], in_=found[1] or "rummy", **_options(found[3]))
        return
    verb, _, what = act.partition(" ")
    match verb:
        case "presses":
            await r.press(who, what)
        case "chooses":
            value, _, select = what.rpartition(" in ")
            await r.choose(who, select, *([] if value == "another" else [value]))
        case "sends":
            await r.submit(who, **_options(what))
        case _:
            raise ValueError(act)


def _options(text: str | None) -> dict[str, object]:
    """Read `name:value` pairs; a value is JSON or, if it isn't, a text."""
    pairs = (pair.split(":", 1) for pair in re.split(r" (?=[a-z]\w*:)", text or "") if pair)
    return {name: _value(text) for name, text in pairs}


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


async def _create_role(r: Recorder, role: str, *members: str) -> None:
    r.name_id(f"@{role}", (await r.club.control("roles", {"name": role}))["id"])
    for name in members:
        await r.club.control(f"people/{name}/roles", {"roles": [role]})


async def _play_match(r: Recorder, game: str, *words: str) -> None:
    """Play a match to its end, without recording it; people have capital letters, and computers are named by level."""
    people, levels = (
        tuple(it for it in words if it[0].isupper() is is_person and ":" not in it) for is_person in (True, False)
    )
    with r.unrecorded():
        await matches.start(r, matches.Match(game, people, levels, _options(" ".join(it for it in words if ":" in it))))
        await matches.play_on(r, 1)


async def _play_deal(r: Recorder, number: str) -> None:
    with r.unrecorded():
        await matches.to_pause(r, int(number))


async def _save_game(r: Recorder) -> None:
    """Save the game of short matches, which uses up a table."""
    await r.short.save_game()
    await r.settle()
    r.note_changes("", silently=True)


async def _record_ratings(r: Recorder) -> None:
    people = [number for (number,) in r.club.query("SELECT number FROM people ORDER BY number")]
    ratings = await r.bot.services.match_history.ratings(int(r.club.pg.world.guild.id), people)
    r.lines += ["", "## ratings", *(f"{deck} {person}: {rating!r}" for (deck, person), rating in sorted(ratings.items()))]


async def _store_schedule(r: Recorder, *words: str) -> None:
    """Store a schedule of the league "Cup" for these people; `dates` are days, with commas."""
    about = _options(" ".join(it for it in words if ":" in it))
    days = str(about.pop("dates", "")).split(",")
    about["dates"] = [read_moment(day, "UTC") for day in days if day]
    await store_fixtures(r.club, *(it for it in words if ":" not in it), variant="Sprint", **about)  # type: ignore[arg-type]
    r.note_changes("", silently=True)


async def _let_a_day_pass(r: Recorder) -> None:
    r.clock.advance(86_400)


async def _record_page(r: Recorder, name: str, channel: str) -> None:
    r.page(name, channel)


async def _play_turns(r: Recorder, number: str, turns: str) -> None:
    await r.play(int(number), int(turns))


async def _change_settings(r: Recorder, name: str, league: str, *words: str) -> None:
    await r.change_settings(name, league, **_options(" ".join(words)))


_DIRECTIONS: dict[str, Callable[..., Awaitable[None]]] = {
    "autocomplete": Recorder.autocomplete,
    "day": _let_a_day_pass,
    "deal": _play_deal,
    "files": Recorder.files,
    "forge": Recorder.forge,
    "game": _save_game,
    "match": _play_match,
    "page": _record_page,
    "play": _play_turns,
    "ratings": _record_ratings,
    "role": _create_role,
    "schedule": _store_schedule,
    "settings": _change_settings,
    "short": Recorder.play_short,
}
