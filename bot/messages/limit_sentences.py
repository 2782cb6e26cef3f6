"""The sentence for every limit that a person or a server has reached: what it is, and what to do next."""

from typing import assert_never

from bot.messages.words import Words
from bot.tables import refusals as limit
from bot.tables.refusals import LimitRefusal


def limit_sentence(refusal: LimitRefusal, say: Words) -> str:
    """Return the sentence that tells the person which limit is reached."""
    match refusal:
        case limit.TooManyCommands(per_second=most):
            return say.many(
                "That was too fast: one command a second is the limit. Wait a moment, then send it again.",
                "That was too fast: {count} commands a second are the limit. Wait a moment, then send it again.",
                most,
            )
        case limit.ServerTooManyCommands(per_second=most):
            return say.many(
                "This server is too busy: it may send one command a second. Wait a moment, then send it again.",
                "This server is too busy: it may send {count} commands a second. Wait a moment, then send it again.",
                most,
            )
        case limit.TooManyMoves(per_second=most):
            return say.many(
                "That was too fast: one move or press a second is the limit. Look at `/hand`, then go on.",
                "That was too fast: {count} moves or presses a second are the limit. Look at `/hand`, then go on.",
                most,
            )
        case limit.TooManyNewLobbies(per_minute=most):
            return say.many(
                "You can open one table a minute. Wait a little, or join a table that is open.",
                "You can open {count} tables a minute. Wait a little, or join a table that is open.",
                most,
            )
        case limit.ServerTooManyNewLobbies(per_minute=most):
            return say.many(
                "This server can open one table a minute. Wait a little, or join a table that is open.",
                "This server can open {count} tables a minute. Wait a little, or join a table that is open.",
                most,
            )
        case limit.TooManyOpenLobbies(most=most):
            return say.many(
                "You already have a table waiting to start, the maximum. Start it, or close it with `/table cancel`.",
                "You already have {count} tables waiting to start, the maximum. Start one, or close it with `/table cancel`.",
                most,
            )
        case limit.ServerTooManyOpenLobbies(most=most):
            return say.many(
                "This server already has a table waiting to start, the maximum. Join it.",
                "This server already has {count} tables waiting to start, the maximum. Join one of them.",
                most,
            )
        case limit.TooManyPictures(per_minute=most):
            return say.many(
                "You can have one picture a minute. Wait a little, then send it again.",
                "You can have {count} pictures a minute. Wait a little, then send it again.",
                most,
            )
        case limit.ServerTooManyPictures(per_minute=most):
            return say.many(
                "This server can have one picture a minute. Wait a little, then send it again.",
                "This server can have {count} pictures a minute. Wait a little, then send it again.",
                most,
            )
        case limit.TooManyExports(per_minute=most):
            return say.many(
                "You can export files once a minute. Wait a little, then send it again.",
                "You can export files {count} times a minute. Wait a little, then send it again.",
                most,
            )
        case limit.ServerTooManyExports(per_minute=most):
            return say.many(
                "This server can export files once a minute. Wait a little, then send it again.",
                "This server can export files {count} times a minute. Wait a little, then send it again.",
                most,
            )
        case _:
            assert_never(refusal)
