"""The gauntlet that every variant runs: whole matches from an integer seed, with everything checked that must always be so.

No card is lost or doubled · only the seat to act has moves · every offered move is accepted, every other refused with a typed
refusal, and a refused one changes nothing · stored, read and folded again the match is equal · what a viewer cannot see
changes nothing that he sees, and no public form names a hidden card · points are given as the hands say · what is taken back
is as if it had never been · house rules that contradict each other are refused · it ends.

`python -m tests.rummy.gauntlet --deals 1000 --seed 7` plays that many deals and tells how many it played in a second. A fault
names the number of its match: `--seed` with that number and `--deals 1` plays it again.
"""

from tests.rummy.gauntlet.house_rules import drawn_variant
from tests.rummy.gauntlet.policies import Policy, at_once, at_random, patient
from tests.rummy.gauntlet.run import Run, run
from tests.rummy.gauntlet.secrets import cards_named, check_public, check_secrets

__all__ = [
    "Policy",
    "Run",
    "at_once",
    "at_random",
    "cards_named",
    "check_public",
    "check_secrets",
    "drawn_variant",
    "patient",
    "run",
]
