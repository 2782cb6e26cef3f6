"""Scores counted a second time: from the logs of matches alone, by the pages that players read, with none of the bot's code.

Where no page says it, docs/RULES.md is followed, and named. Only `matches` knows the bot, which plays there.
"""
