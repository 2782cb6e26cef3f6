"""All commands with options that make them valid, by where they are offered."""

from tests.people import Person

ASKER = "asker"
"""Stands for the Discord id of the person who uses the command."""

TABLE_COMMANDS: dict[str, dict[str, object]] = {
    "table show": {},
    "table join": {},
    "table agree": {},
    "table start": {},
    "table computer add": {"level": "easy"},
    "table computer remove": {},
    "table clock": {"pace": "slow"},
    "table ready": {},
    "table cancel": {},
    "table leave": {},
    "table remove": {"person": ASKER},
    "table seat": {},
    "table rule": {"rule": "jokers", "answer": "2"},
    "rules": {},
    "hand": {},
    "draw": {"from": "stock"},
    "meld": {"cards": "7H 8H 9H"},
    "layoff": {"cards": "7H"},
    "swap": {"card": "7H"},
    "takeback": {},
    "discard": {"card": "7H"},
    "variant save": {"name": "x"},
}
"""Those with the option `table`: the number of a table."""

ONLY_IN_SERVERS: dict[str, dict[str, object]] = {
    "variant save": {"name": "x"},
    "variant list": {},
    "variant remove": {"name": "x"},
    "variant add": {"code": "x"},
    "league create": {"name": "x"},
    "league edit": {"league": "x"},
    "league list": {},
    "league season-end": {"league": "x"},
    "league archive": {"league": "x"},
    "league organisers": {},
    "league void": {"match": 1, "why": "x"},
    "league reinstate": {"match": 1, "why": "x"},
    "league correct": {"match": 1, "change": "swap", "why": "x"},
    "league log": {},
    "league export": {},
    "league schedule": {},
    "league remind": {},
    "leaderboard": {},
    "stats": {},
    "history": {},
    "match": {"id": 1},
}

IN_DMS = {command: options for command, options in TABLE_COMMANDS.items() if command not in ONLY_IN_SERVERS} | {
    "help": {},
    "play": {},
    "settings": {},
    "privacy my-data": {},
    "privacy delete-me": {"sure": False},
}
"""Those that are offered in direct messages, too."""


def options_for(person: Person, options: dict[str, object]) -> dict[str, object]:
    """Return the options as this person uses them."""
    return {name: person.id if value == ASKER else value for name, value in options.items()}
