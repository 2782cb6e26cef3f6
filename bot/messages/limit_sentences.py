"""The sentence for every limit that a person or a server has reached: what it is, and what to do next."""

from typing import assert_never

from bot.messages.words import Words
from bot.tables import limit_refusals as limit
from bot.tables.limit_refusals import LimitRefusal


def limit_sentence(refusal: LimitRefusal, say: Words) -> str:
    """Return the sentence that tells the person which limit is reached."""
    match refusal:
        case limit.TooManyCommands(per_second=most):
            return say.many(
                "That was too fast (at most one command per second). Wait a moment, then try again.",
                "That was too fast (at most {count} commands per second). Wait a moment, then try again.",
                most,
            )
        case limit.ServerTooManyCommands(per_second=most):
            return say.many(
                "This server is sending too many commands (at most one per second). Wait a moment, then try again.",
                "This server is sending too many commands (at most {count} per second). Wait a moment, then try again.",
                most,
            )
        case limit.TooManyMoves(per_second=most):
            return say.many(
                "That was too fast (at most one move or press per second). Look at `/hand`, then go on.",
                "That was too fast (at most {count} moves or presses per second). Look at `/hand`, then go on.",
                most,
            )
        case limit.TooManyNewLobbies(per_minute=most):
            return say.many(
                "You can open only one table per minute. Wait a little, or join an open table.",
                "You can open at most {count} tables per minute. Wait a little, or join an open table.",
                most,
            )
        case limit.ServerTooManyNewLobbies(per_minute=most):
            return say.many(
                "This server can open only one table per minute. Wait a little, or join an open table.",
                "This server can open at most {count} tables per minute. Wait a little, or join an open table.",
                most,
            )
        case limit.TooManyOpenLobbies(most=most):
            return say.many(
                "You already have a table waiting to start (the maximum). Start it, or close it with `/table cancel`.",
                "You already have {count} tables waiting to start (the maximum). Start one, or close it with `/table cancel`.",
                most,
            )
        case limit.ServerTooManyOpenLobbies(most=most):
            return say.many(
                "This server already has a table waiting to start (the maximum). Join it.",
                "This server already has {count} tables waiting to start (the maximum). Join one of them.",
                most,
            )
        case limit.TooManyPictures(per_minute=most):
            return say.many(
                "You can get only one picture per minute. Wait a little, then try again.",
                "You can get at most {count} pictures per minute. Wait a little, then try again.",
                most,
            )
        case limit.ServerTooManyPictures(per_minute=most):
            return say.many(
                "This server can get only one picture per minute. Wait a little, then try again.",
                "This server can get at most {count} pictures per minute. Wait a little, then try again.",
                most,
            )
        case limit.TooManyExports(per_minute=most):
            return say.many(
                "You can make only one export per minute. Wait a little, then try again.",
                "You can make at most {count} exports per minute. Wait a little, then try again.",
                most,
            )
        case limit.ServerTooManyExports(per_minute=most):
            return say.many(
                "This server can make only one export per minute. Wait a little, then try again.",
                "This server can make at most {count} exports per minute. Wait a little, then try again.",
                most,
            )
        case _:
            assert_never(refusal)
