"""The gauntlet that every variant runs: whole matches from an integer seed, with every invariant of the rules checked.

No card is lost or duplicated · only the seat to act has moves · every offered move is accepted, every other one is refused with
a typed refusal, and a refused move changes nothing · a match that is stored, read and folded again is equal · hidden cards
change nothing in a view, and no public form and no printed text names one · points follow the hands · taking back restores
the earlier state · contradictory house rules are refused · the match ends.

`python -m tests.rummy.gauntlet --deals 1000 --seed 7` plays that many deals and prints how many it played per second. A fault
names the number of its match: `--seed` with that number and `--deals 1` plays it again. With `--computers`, computer players
have the seats, and every deal must end.
"""

from tests.rummy.gauntlet.house_rules import random_variant
from tests.rummy.gauntlet.policies import Policy, at_random, eager, patient
from tests.rummy.gauntlet.run import Run, run
from tests.rummy.gauntlet.secrets import cards_named, check_public, check_secrets

__all__ = [
    "Policy",
    "Run",
    "at_random",
    "cards_named",
    "check_public",
    "check_secrets",
    "eager",
    "patient",
    "random_variant",
    "run",
]
