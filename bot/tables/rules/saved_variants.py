"""The variants that a server can play: the shipped ones, and those that its people have saved under a name."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec.structs import replace

from bot.rummy.contradictions import contradictions
from bot.rummy.variant import Variant
from bot.storage.server_choices import SavedVariants
from bot.tables.ports import SavedVariant
from bot.tables.rule_refusals import RulesContradict
from bot.tables.rules.variant_code import read_code
from bot.wording.sentence import Either, Quoted, Refusal, Refused

DEFAULT_VARIANT = "rami"
"""The preset that is played if no game is named."""
_NAME = re.compile(r"[^\W_](?:[^\W_]|[ '-])*")  # no character with a meaning in Discord's Markdown
_LONGEST_NAME = 30


class NoSuchVariant(Refusal):
    """`known` are the titles of the variants that the server can play."""

    name: Quoted
    known: Annotated[tuple[str, ...], Either]
    sentence = "There's no game called “{name}”. You can play {known}."


class NameNotUnderstood(Refusal):
    """A saved variant cannot have this name."""

    name: Quoted
    sentence = "A game can't be called “{name}”. Use at most 30 letters, digits, spaces, - and '."


class NameShipped(Refusal):
    """A variant that ships with the bot has this name."""

    name: Quoted
    sentence = "Every server has a game called “{name}”. Choose another name."


class NotSaved(Refusal):
    """The server has saved no variant with this name."""

    name: Quoted
    sentence = "This server hasn't saved a game called “{name}”. `/variant list` shows the saved ones."


class NotYourVariant(Refusal):
    """Somebody else saved the variant."""

    name: Quoted
    sentence = "Only the person who saved “{name}”, or a member with Manage Server, can remove it."


class ServerVariants:
    """The variants of all servers. `presets` are the shipped ones by name; `now` returns epoch milliseconds.

    A server saves at most `most`, and one person in it at most `most_own` of them.
    """

    def __init__(
        self,
        presets: Mapping[str, Variant],
        variants: SavedVariants,
        now: Callable[[], int],
        *,
        most: int = 40,
        most_own: int = 10,
    ) -> None:
        self.presets = presets
        self._variants = variants
        self._now = now
        self._most, self._most_own = most, most_own

    async def saved_variants(self, server: int | None) -> list[SavedVariant]:
        """Return the server's saved variants, sorted by name; none for None, a direct message."""
        return [] if server is None else await self._variants.server_variants(server)

    async def all_variants(self, server: int | None) -> dict[str, Variant]:
        """Return all variants by name: the shipped ones, then the server's own."""
        own = {saved.variant.name: saved.variant for saved in await self.saved_variants(server)}
        return {**self.presets, **own}

    async def find(self, server: int | None, name: str) -> Variant:
        """Return the variant with this name or title; case and spaces do not matter. Raise Refused(NoSuchVariant)."""
        return variant_named(await self.all_variants(server), name)

    async def save(self, server: int, author: int, variant: Variant, name: str) -> Variant:
        """Save the variant under this name, and return it with the name. Raise Refused."""
        title = " ".join(name.split())
        if not _NAME.fullmatch(title) or len(title) > _LONGEST_NAME:
            raise Refused(NameNotUnderstood(name))
        if _key(title) in self.presets or any(_key(title) == _key(preset.title) for preset in self.presets.values()):
            raise Refused(NameShipped(title))
        if faults := tuple(contradictions(variant)):
            raise Refused(RulesContradict(faults))
        named = replace(variant, name=_key(title), title=title)
        saved = SavedVariant(author, named)
        await self._variants.save(server, saved, most=self._most, most_own=self._most_own, at=self._now())
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
        if not await self._variants.remove(server, found.variant.name):
            raise Refused(NotSaved(name))
        return found.variant


def variant_named(games: Mapping[str, Variant], name: str) -> Variant:
    """Return the one of these with this name or title; case and spaces do not matter. Raise Refused(NoSuchVariant)."""
    key = _key(name)
    found = games.get(key) or next((one for one in games.values() if _key(one.title) == key), None)
    if found is None:
        raise Refused(NoSuchVariant(name, tuple(one.title for one in games.values())))
    return found


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
