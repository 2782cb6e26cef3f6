"""What **Check shuffle** answers: whether a deal was fixed before its first card. **Details** has the numbers that prove it.

Only one of them stands elsewhere: the fingerprint of each deal, in its announcement.
"""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.messages.components import BLUE, layout, link, row
from bot.messages.table.buttons import TableAction
from bot.messages.table.render_context import RenderContext
from bot.messages.text import timestamp
from bot.messages.words import Words
from bot.rummy.view import DealProof
from bot.tables.daily import revealed_at
from bot.tables.shuffle_check import ShuffleCheck

_SHORT_FINGERPRINT = 32
"""The hex digits of a fingerprint that everyone sees before the deal: 128 bits."""


def check_sentences(say: Words) -> dict[str, str]:
    """Return the sentence for each result of a check."""
    return {
        ShuffleCheck.CHECKED: say("Checked: this deal was decided before the first card ✓"),
        ShuffleCheck.CHAIN: say("The link doesn't lead to the fingerprint of all shuffles."),
        ShuffleCheck.ALONE: say("Checked, but the fingerprint of all shuffles doesn't cover this deal."),
        ShuffleCheck.PARTS: say("The seed isn't made from the link, the message and the words."),
        ShuffleCheck.DEALT: say("The cards don't follow from the seed."),
        ShuffleCheck.DRAWN: say("The stock doesn't follow from the seed."),
    }


def fairness_layout(proof: DealProof, check: ShuffleCheck, context: RenderContext) -> ui.LayoutView:
    """Render the answer; while the deal is played, here or at other tables, when it comes."""
    say = context.say
    if context.hides_deals and (day := context.table.lobby.day) is not None:
        time = timestamp(revealed_at(day.day), "f")
        answer = say("Others play this deal today. The seed appears here {time}.", time=time)
    elif context.hides_deals:
        answer = say("Other tables play this deal too. The seed appears here when their round is over.")
    elif proof.seed is None:
        answer = say("The seed appears here after the deal.")
    else:
        answer = f"**{check_sentences(say)[check]}**"
    details = context.button(TableAction.PROOF, say.button("Details"), as_of=proof.deal)
    return layout(f"{_heading(proof, context)}\n{answer}", row(details), accent=BLUE)


def proof_layout(proof: DealProof, context: RenderContext) -> ui.LayoutView:
    """Render the numbers of a deal: its fingerprint; once the deal is over, also at other tables, its seed."""
    say = context.say
    lines = [
        _heading(proof, context),
        say("One secret number, the seed, decided the shuffle."),
        f"{say('Its fingerprint, shown before the first card (SHA-256):')}\n`{proof.commitment}`",
        *_parts_lines(proof, context),
    ]
    if proof.seed is not None and not context.hides_deals:
        lines.append(f"{say('Seed:')}\n`{proof.seed}`")
        lines.append(say("How to check it: docs/FAIRNESS.md in Ramino's source code."))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    if (parts := proof.made_of) is not None and parts.message:
        items.append(row(link(say.button("To the message"), context.table.server, parts.channel, parts.message)))
    return layout(*items, accent=BLUE)


def lobby_proof_layout(context: RenderContext) -> ui.LayoutView:
    """Render what fixes the bot's part of all shuffles of a table before its match."""
    say, chain = context.say, context.table.lobby.chain
    assert chain is not None
    fixed = say("This number fixes every shuffle. Copy it, and compare it after a deal.")
    digits = say("Fingerprint of all shuffles: {digits}", digits=f"\n`{chain.fingerprint}`")
    return layout(f"-# {context.title}\n{fixed}\n{digits}", accent=BLUE)


def _heading(proof: DealProof, context: RenderContext) -> str:
    return f"-# {context.title}\n### {context.say('Shuffle of deal {number}', number=proof.deal)}"


def _parts_lines(proof: DealProof, context: RenderContext) -> Iterator[str]:
    """Yield what the seed of a deal is made of, or that nothing else is known of it."""
    say, table, parts, chain = context.say, context.table, proof.made_of, context.table.lobby.chain
    if parts is None:
        if not table.lobby.deals:
            yield say("No fingerprint of all shuffles covers this seed: it was drawn by itself.")
        return
    if chain is not None:
        yield say("Fingerprint of all shuffles: {digits}", digits=f"\n`{chain.fingerprint}`")
    if parts.message:
        yield say("The seed was made with the ID of a message: {number}", number=f"`{parts.message}`")
    elif table.is_private:
        yield say("The seed was made without a message's ID: nobody else sees this match.")
    else:
        yield say("The seed was made without a message's ID: Discord hadn't shown the message yet.")
    if parts.words:
        yield from word_lines(context)
        yield f"{say('SHA-256 of the words:')}\n`{parts.words}`"
    if parts.link:
        yield f"{say('The secret from which it was made (link {number}):', number=proof.deal + 1)}\n`{parts.link}`"


def word_lines(context: RenderContext) -> Iterator[str]:
    """Yield a heading and the SHA-256 of each word that players gave, in the order in which they are mixed in."""
    yield context.say("SHA-256 of each player's word, mixed into every shuffle:")
    for place, (person, digest) in enumerate(context.table.lobby.words.items(), start=1):
        yield f"{place}. {context.say('{title}: {value}', title=context.names.person(person), value=f'`{digest}`')}"


def fingerprint_line(commitment: str, say: Words) -> str:
    """Return the line that announces the fingerprint of a deal."""
    return f"-# {say('Shuffle: {digits}', digits=f'`{commitment[:_SHORT_FINGERPRINT]}…`')}"
