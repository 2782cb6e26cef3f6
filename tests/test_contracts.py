"""The import contracts in pyproject.toml leave out no module of the rules."""

import re
import tomllib

from tests.conftest import ROOT


def test_the_contract_of_the_rules_names_every_module_of_the_rules() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == ["bot.rummy"])
    named = {name.strip() for layer in layers for name in re.split(r"[:|]", layer)}
    rules = ROOT / "bot/rummy"
    modules = [path.relative_to(rules).with_suffix("").parts for path in rules.rglob("*.py") if path.stem != "__init__"]
    missing = [".".join(module) for module in modules if not named & {module[0], ".".join(module)}]
    assert not missing
