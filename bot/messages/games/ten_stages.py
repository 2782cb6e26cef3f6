"""The words of Ten stages."""

from bot.messages.games import contract

WORDS = contract.WORDS
