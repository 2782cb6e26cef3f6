"""The variants that a server can play, shipped or saved, and the code of a variant, a line to copy into another server.

A code is `R1-`, then the answers, deflated, in base 32. The answers that differ from the defaults are written as TOML and read
by the parser of the variants' files, with the same checks. Upper and lower case are equal, 0 is read as O and 1 as I; the
checksum finds typing errors.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from bot.rummy.contradictions import contradictions
from bot.rummy.games import GAMES
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import VariantRefused, read_variant
from bot.storage.server_choices import SavedVariants
from bot.tables.ports import SavedVariant
from bot.tables.refusals import RulesContradict
from bot.tables.rules.relatives import Relatives, UsualNames, folded
from bot.wording.sentence import Either, Refusal, Refused, Shown, Typed

_MARK = "R1-"
_LONGEST, _LONGEST_TEXT = 1500, 4000
_MOST_DOTS = 60  # a title may have as many; dotted keys, for which the parser takes quadratic time, are in no code
_CODE = re.compile(r"(R[0-9]{1,3}-)([A-Z0-9]+)")
_DEFLATED = -zlib.MAX_WBITS  # no zlib header: the code has its own mark and checksum

# The dictionary of the compression, which makes codes short. It belongs to R1 and must never change.
_WORDS = b"""\
0123456789[3, 8][2, 4]{ 2 = 10, 3 = 7, 4 = 7, 5 = 6, 6 = 6 }
stock_count_public = false
take_back = false
tie = "extra_deal"
deck = "cuccu40"
set_kind = "distinct_figures"
run_suited = false
run_size = 4
set_unique = false
set_size = [3, 5]
opening = "starter_extra"
direction = "counterclockwise"
next_dealer = "winner"
next_dealer = "loser"
discard_taken = "forbid_card"
discard_taken = "allow"
blocked_scoring = "all_penalty"
figure_points = 10
joker_points = 25
court_points = 10
ace_points = 11
meld_retire_at = 4
meld_all_at_once = [4, 5, 6]
meld_all_at_once = "always"
wild_min_naturals = 2
wild_swap = "on_turn"
wild = "joker"
jokers = 6
packs = 2
players = [2, 4]
hand_size = 7
layoff_scope = "own"
layoff_scope = "none"
layoff_requires_meld = true
out_by = "discard_only"
ace = "around_corner"
ace = "high_or_low"
scoring = "payment"
scoring = "penalty"
rummy_add = 20
rummy_bonus = "add"
rummy_bonus = "double"
recycle_max = "unlimited"
recycle_max = 1
recycle_keep_top = true
recycle = "shuffle"
melds_per_turn = "unlimited"
match_deals = 6
match_target = 150
title = "
"""


class CodeNotUnderstood(Refusal):
    text: Typed
    sentence = "“{text}” isn't a game's code. Copy one from `/variant list`: it starts with R1-."


class CodeMistyped(Refusal):
    """The code does not match its checksum."""

    sentence = "That code is incomplete or has a typo. Copy it again."


class CodeTooNew(Refusal):
    sentence = "That code is from another version of Ramino. Ask for a new one."


class CodeRefused(Refusal):
    """The code is complete, but its answers make no valid variant."""

    sentence = "The game of that code can't be played here."


def write_code(variant: Variant) -> str:
    deflater = zlib.compressobj(9, zlib.DEFLATED, _DEFLATED, zdict=_WORDS)
    packed = deflater.compress(_as_toml(variant).encode()) + deflater.flush()
    body = zlib.crc32(packed).to_bytes(4, "big") + packed
    return _MARK + base64.b32encode(body).decode().rstrip("=")


def read_code(code: str) -> Variant:
    """Return the variant of a code, named after its title.

    Raise Refused: CodeNotUnderstood if the text is not a code, CodeMistyped for a wrong checksum, CodeTooNew, RulesContradict
    for answers that contradict each other, and CodeRefused for others that the parser of variants' files rejects.
    """
    found = _CODE.fullmatch(re.sub(r"[\s`]+", "", code).upper()) if code.isascii() and len(code) <= _LONGEST else None
    if found is None:
        raise Refused(CodeNotUnderstood(code))
    if found[1] != _MARK:
        raise Refused(CodeTooNew())
    text = _unpack(found[2])
    try:
        variant = read_variant("code", text, source="code")
    except VariantRefused as refused:
        raise Refused(RulesContradict(refused.contradictions) if refused.contradictions else CodeRefused()) from refused
    except RecursionError as refused:  # deeply nested lists
        raise Refused(CodeRefused()) from refused
    return msgspec.structs.replace(variant, name=variant.title.casefold())


def _unpack(letters: str) -> str:
    try:
        body = base64.b32decode(letters + "=" * (-len(letters) % 8), map01="I")
    except binascii.Error:
        raise Refused(CodeMistyped()) from None
    checksum, packed = body[:4], body[4:]
    if zlib.crc32(packed).to_bytes(4, "big") != checksum:
        raise Refused(CodeMistyped())
    inflater = zlib.decompressobj(_DEFLATED, zdict=_WORDS)
    try:
        text = inflater.decompress(packed, _LONGEST_TEXT).decode()
    except (zlib.error, UnicodeDecodeError):
        raise Refused(CodeRefused()) from None
    if not inflater.eof or text.count(".") > _MOST_DOTS:
        raise Refused(CodeRefused())
    return text


def _as_toml(variant: Variant) -> str:
    """Return the title and every answer that is not the default."""
    defaults = Variant(name="", title="-", **GAMES[variant.game].answers)
    lines = [f"title = {_value(variant.title)}"]
    for question in Variant.__struct_fields__:
        answer = getattr(variant, question)
        if question not in ("name", "title") and answer != getattr(defaults, question):
            lines.append(f"{question} = {_value(answer)}")
    return "\n".join(lines)


def _value(answer: Any) -> str:
    if isinstance(answer, dict):
        return "{ " + ", ".join(f"{key} = {value}" for key, value in sorted(answer.items())) + " }"
    return json.dumps(answer, ensure_ascii=False)


DEFAULT_VARIANT = "rami"
"""The preset that is played if no game is named."""
_NAME = re.compile(  # no character with a meaning in Discord's Markdown, and no blank letter
    r"[^\W_\u115f\u1160\u3164\uffa0](?:[^\W_\u115f\u1160\u3164\uffa0]|[ '-])*"
)
_LONGEST_NAME = 30
_CLOSE = 0.8
"""How similar a mistyped name is, from 0 to 1."""
RELATIVE = "="
"""The sign before the name of a relative, which no saved variant can have."""


class NoSuchVariant(Refusal):
    """`known` are the titles of the variants that the server can play, `nearest` the one that is meant, or empty."""

    name: Typed
    known: Annotated[tuple[str, ...], Shown.GAME, Either]
    nearest: Annotated[str, Shown.GAME] = ""
    sentence = "There's no “{name}” here yet. The nearest game is **{nearest}**."
    if_empty = "nearest", "There's no game called “{name}”. You can play {known}."


class NameNotUnderstood(Refusal):
    name: Typed
    sentence = "A game can't be called “{name}”. Use at most 30 letters, digits, spaces, - and '."


class NameShipped(Refusal):
    name: Typed
    sentence = "Every server has a game called “{name}”. Choose another name."


class NotSaved(Refusal):
    name: Typed
    sentence = "This server hasn't saved a game called “{name}”. `/variant list` shows the saved ones."


class NotYourVariant(Refusal):
    name: Typed
    sentence = "Somebody else saved “{name}”. Ask them, or a member with Manage Server."


class ServerVariants:
    """The variants of all servers. `presets` are the shipped ones by name; `now` returns epoch milliseconds.

    A server saves at most `most`, and one person in it at most `most_own` of them. `titles` are those of the shipped ones in
    all languages, `usual_names` these and other names of them, and `relatives` games that are not among them.
    """

    def __init__(
        self,
        presets: Mapping[str, Variant],
        variants: SavedVariants,
        now: Callable[[], int],
        *,
        most: int = 40,
        most_own: int = 10,
        titles: Iterable[str] = (),
        usual_names: UsualNames = MappingProxyType({}),
        relatives: Relatives = MappingProxyType({}),
    ) -> None:
        self.presets = presets
        self._shipped = set(map(_key, (*presets, *(one.title for one in presets.values()), *titles)))
        self.stored = variants
        self._now = now
        self.usual_names, self._relatives = usual_names, relatives
        self._most, self._most_own = most, most_own

    async def saved_variants(self, server: int | None) -> list[SavedVariant]:
        """Return the server's saved variants, sorted by name; none for None, a direct message."""
        return [] if server is None else await self.stored.server_variants(server)

    async def all_variants(self, server: int | None) -> dict[str, Variant]:
        """Return all variants by name: the shipped ones, then the server's own."""
        own = {saved.variant.name: saved.variant for saved in await self.saved_variants(server)}
        return {**self.presets, **own}

    async def find(self, server: int | None, name: str, title: Callable[[str], str] = str) -> Variant:
        """Return the variant that `variant_named` finds among those of the server, or by its usual name, or a relative's sign.

        Raise Refused(NoSuchVariant).
        """
        games, nearest = await self.all_variants(server), self.nearest(name)
        if nearest is not None and name.startswith(RELATIVE):
            return nearest[1]
        if (usual := self.usual_names.get(folded(name))) is not None and _key(name) not in games:
            return usual
        return variant_named(games, name, title, "" if nearest is None else nearest[0].title)

    def nearest(self, name: str) -> tuple[Variant, Variant] | None:
        """Return the shipped variant nearest to an unknown or mistyped name; and it with house rules that get nearer.

        If it has some, it has the name under which it is found, with the sign of a relative.
        """
        for close in get_close_matches(folded(name), self._relatives, 1, _CLOSE):
            preset, rules = self._relatives[close]
            return preset, rules if rules == preset else replace(rules, name=f"{RELATIVE}{close}")
        return None

    async def save(self, server: int, author: int, variant: Variant, name: str) -> Variant:
        """Save the variant under this name, and return it with the name. Raise Refused."""
        title = " ".join(name.split())
        if not _NAME.fullmatch(title) or max(len(title), len(_key(title))) > _LONGEST_NAME:
            raise Refused(NameNotUnderstood(name))
        if _key(title) in self._shipped:
            raise Refused(NameShipped(title))
        if faults := tuple(contradictions(variant)):
            raise Refused(RulesContradict(faults))
        named = replace(variant, name=_key(title), title=title)
        saved = SavedVariant(author, named)
        await self.stored.save(server, saved, most=self._most, most_own=self._most_own, at=self._now())
        return named

    async def save_code(self, server: int, author: int, code: str, name: str | None) -> Variant:
        """Save the variant of a code, under this name or its own title. Raise Refused."""
        variant = read_code(code)
        return await self.save(server, author, variant, variant.title if name is None else name)

    async def find_saved(self, server: int, name: str) -> SavedVariant:
        """Return the variant that the server has saved under this name. Raise Refused(NotSaved)."""
        found = next((saved for saved in await self.saved_variants(server) if saved.variant.name == _key(name)), None)
        if found is None:
            raise Refused(NotSaved(name))
        return found

    async def remove(self, server: int, person: int, name: str, *, by_manager: bool) -> Variant:
        """Remove a saved variant, by its author or a manager; matches in play keep their rules. Raise Refused."""
        found = await self.find_saved(server, name)
        if found.author != person and not by_manager:
            raise Refused(NotYourVariant(found.variant.title))
        if not await self.stored.remove(server, found.variant.name):
            raise Refused(NotSaved(name))
        return found.variant


def variant_named(games: Mapping[str, Variant], name: str, title: Callable[[str], str] = str, nearest: str = "") -> Variant:
    """Return the one of these with this name or title. `title` returns a title in the person's language, which also counts.

    Case and spaces don't matter. Raise Refused(NoSuchVariant), with the title of the `nearest` one.
    """
    key = _key(name)
    found = games.get(key) or next((one for one in games.values() if key in (_key(one.title), _key(title(one.title)))), None)
    if found is None:
        raise Refused(NoSuchVariant(name, tuple(one.title for one in games.values()), nearest))
    return found


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
