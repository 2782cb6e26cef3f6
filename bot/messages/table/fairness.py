"""The proof that a deal was fixed before its first card: the whole fingerprint of the shuffle, and then its seed."""

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.table.render_context import RenderContext
from bot.rummy.view import DealProof

SHORT_FINGERPRINT = 32
"""The hex digits of the fingerprint that everyone sees before the deal: 128 bits."""


def fairness_layout(proof: DealProof, context: RenderContext) -> ui.LayoutView:
    """Render the fingerprint of a deal; once the deal is over, its seed and how to check it."""
    say = context.say
    lines = [
        f"-# {context.title}",
        f"### {say('Fairness of deal {number}', number=proof.deal)}",
        say("The shuffle was fixed before the first card: its fingerprint is the SHA-256 of a secret seed."),
        f"{say('Fingerprint:')}\n`{proof.commitment}`",
    ]
    if proof.seed is None:
        lines.append(say("The seed is shown here when the deal is over."))
    else:
        lines.append(f"{say('Seed:')}\n`{proof.seed}`")
        lines.append(say("The cards follow from the seed. Check it yourself: docs/SHUFFLE.md."))
    return layout(ui.TextDisplay("\n".join(lines)), accent=BLUE)


def fingerprint_line(commitment: str, context: RenderContext) -> str:
    """Return the line that announces the fingerprint of a deal."""
    return f"-# {context.say('Shuffle fingerprint: {digits}', digits=f'`{commitment[:SHORT_FINGERPRINT]}…`')}"
