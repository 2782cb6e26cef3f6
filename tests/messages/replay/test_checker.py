"""The script in docs/FAIRNESS.md, which uses nothing of Ramino: it finds whatever was manipulated in a match."""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.rummy.cards import shuffle
from bot.tables.deals import new_chain
from tests.messages.replay.pages import page_of
from tests.messages.replay.random_matches import RandomMatch
from tests.rummy.presets import ONE_OF_EACH_GAME, variant

TEXT = (Path(__file__).parents[3] / "docs/FAIRNESS.md").read_text(encoding="utf-8")
SCRIPT = TEXT.partition("```python\n")[2].partition("```")[0]
PASSED = "deals and the seats follow from what was announced. Cards in the last deal: {}\n"
WORDS = {person: sha256(word.encode()).hexdigest() for person, word in ((2, "Käse 🃏"), (1, "tea"))}
MILK = sha256(b"milk").hexdigest()
Data = dict[str, Any]
_DATA = re.compile(r'(?<=id="data">).*?(?=</script>)')
_CODES = re.compile(r"(?<=<code>)[0-9a-f–]+(?=</code>)")


class Seen:
    """What people saw of a match: the page, the fingerprint in the lobby, and the ids of the messages before its deals."""

    def __init__(self, match: RandomMatch) -> None:
        table = match.table
        assert table is not None
        assert table.lobby.chain is not None
        self.page = page_of(match.events).decode()
        self.fingerprint = table.lobby.chain.fingerprint[:32] + "…"
        self.ids = [codes[3].replace("–", "-") for codes in self.codes()]

    def codes(self) -> list[list[str]]:
        """Return what each deal says of its shuffle: its fingerprint, seed, link and message."""
        sections = re.split(r'<section id="\d+-1">', self.page)[1:]
        return [_CODES.findall(section) for section in sections]

    def change_data(self, change: Callable[[Data], object]) -> None:
        found = _DATA.search(self.page)
        assert found is not None
        data = json.loads(found[0])
        change(data)
        self.page = f"{self.page[: found.start()]}{json.dumps(data)}{self.page[found.end() :]}"

    def change_codes(self, deal: int, codes: list[str]) -> None:
        """Let a deal, from 0, say this of its shuffle."""
        before, *sections = re.split(r'(?=<section id="\d+-1">)', self.page)
        new = iter(codes)
        sections[deal] = _CODES.sub(lambda _: next(new), sections[deal])
        self.page = "".join((before, *sections))

    def write(self, folder: Path) -> list[str]:
        """Write the script and the page into this folder; return what the script is started with."""
        (folder / "check.py").write_text(SCRIPT, encoding="utf-8")
        (folder / "ramino-1.html").write_text(self.page, encoding="utf-8")
        return ["check.py", "ramino-1.html", self.fingerprint, *self.ids]

    def check(self, folder: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-I", *self.write(folder)], cwd=folder, capture_output=True, text=True)


def long_match(game: str = "rami", *, has_words: bool = True) -> Seen:
    """Return what is seen of a match of at least three deals."""
    return deepcopy(_long_match(game, has_words))


@cache
def _long_match(game: str, has_words: bool) -> Seen:
    about: dict[str, Any] = {"moves": 3000, "deals": 4, "leaving": 0, "words": WORDS if has_words else {}}
    matches = (RandomMatch(seed, variant(game), variant(game).players[0], **about) for seed in range(50))
    return Seen(next(one for one in matches if one.match.deal is not None and one.match.deal.number > 2))


def test_the_script_has_at_most_40_lines_and_imports_nothing_of_ours() -> None:
    assert len(SCRIPT.splitlines()) <= 40
    assert re.findall(r"^(?:import|from) (.*)", SCRIPT, flags=re.MULTILINE) == ["hashlib, json, re, struct, sys"]


@pytest.mark.parametrize("game", ONE_OF_EACH_GAME)
def test_an_honest_match_passes(game: str, tmp_path: Path) -> None:
    seen = long_match(game, has_words=False)
    done = seen.check(tmp_path)
    rules = variant(game)
    cards = len(rules.deck_for(rules.players[0]))
    assert done.stdout == f"{len(seen.ids)} {PASSED.format(cards)}", done.stderr


@pytest.mark.parametrize("is_older", [False, True])
def test_an_honest_match_of_an_earlier_version_with_words_passes(tmp_path: Path, is_older: bool) -> None:
    seen = long_match()
    assert f"1. Player 2: {WORDS[2]}" in seen.page
    if is_older:  # then the file had the words, too, unless they were deleted
        seen.change_data(lambda data: data.update(words=[["", WORDS[2]], ["tea", WORDS[1]]]))
    done = seen.check(tmp_path)
    cards = len(variant("rami").deck_for(2))
    assert done.stdout == f"{len(seen.ids)} {PASSED.format(cards)}" + "".join(f"{one}\n" for one in WORDS.values()), done.stderr


def another_secret(seen: Seen) -> None:
    seen.fingerprint = new_chain(lambda: "5c" * 32).fingerprint


def another_seed(seen: Seen) -> None:
    fingerprint, _, *rest = seen.codes()[1]
    seen.change_codes(1, [fingerprint, "5c" * 32, *rest])


def another_message_than_was_seen(seen: Seen) -> None:
    seen.ids[0] = str(int(seen.ids[0]) + 1)


def another_message_than_was_mixed_in(seen: Seen) -> None:
    *rest, message = seen.codes()[0]
    seen.ids[0] = str(int(message) + 1)
    seen.change_codes(0, [*rest, seen.ids[0]])


def a_message_that_was_left_out(seen: Seen) -> None:
    *rest, _ = seen.codes()[0]
    seen.change_codes(0, [*rest, "–"])


def a_deal_without_a_message(seen: Seen) -> None:
    seen.ids[0] = "-"


def a_deal_that_is_kept_back(seen: Seen) -> None:
    seen.change_data(lambda data: data["deals"].pop())


def swapped_deals(seen: Seen) -> None:
    first, second, *_ = seen.codes()
    seen.change_codes(0, second)
    seen.change_codes(1, first)
    seen.ids[:2] = seen.ids[1::-1]
    seen.change_data(lambda data: data["deals"].insert(0, data["deals"].pop(1)))


def a_repeated_deal(seen: Seen) -> None:
    seen.change_codes(1, seen.codes()[0])
    seen.ids[1] = seen.ids[0]
    seen.change_data(lambda data: data["deals"].__setitem__(1, data["deals"][0]))


def a_skipped_link(seen: Seen) -> None:
    fingerprint, seed, _, message = seen.codes()[1]
    seen.change_codes(1, [fingerprint, seed, seen.codes()[2][2], message])


def hands_of_two_players_exchanged(seen: Seen) -> None:
    seen.change_data(lambda data: data["deals"][1]["hands"].reverse())


def a_card_of_the_stock_for_one_of_a_hand(seen: Seen) -> None:
    def change(data: Data) -> None:
        deal = data["deals"][1]
        (card, *hand), (other, *stock) = deal["hands"][0].split(), deal["stock"].split()
        deal["hands"][0], deal["stock"] = " ".join((other, *hand)), " ".join((card, *stock))

    seen.change_data(change)


def another_order_of_the_stock(seen: Seen) -> None:
    seen.change_data(lambda data: data["deals"][2].update(stock=" ".join(data["deals"][2]["stock"].split()[::-1])))


def another_deck_from_which_the_seed_makes_other_cards(seen: Seen) -> None:
    def change(data: Data) -> None:
        deal, deck = data["deals"][1], data["decks"][data["deals"][1]["deck"]].split()
        drawn = list(shuffle(range(len(deck)), seen.codes()[1][1], "deal"))
        swapped = {deck[drawn[0]]: deck[drawn[-1]], deck[drawn[-1]]: deck[drawn[0]]}
        data["decks"].append(" ".join(swapped.get(card, card) for card in deck))
        for key in ("upcard", "stock"):
            deal[key] = " ".join(swapped.get(card, card) for card in deal[key].split())
        deal["hands"] = [" ".join(swapped.get(card, card) for card in hand.split()) for hand in deal["hands"]]
        deal["deck"] = len(data["decks"]) - 1

    seen.change_data(change)


def a_card_twice(seen: Seen) -> None:
    def change(data: Data) -> None:
        _, *rest = data["deals"][1]["stock"].split()
        data["deals"][1]["stock"] = " ".join((rest[0], *rest))

    seen.change_data(change)


def other_seats(seen: Seen) -> None:
    seen.change_data(lambda data: data["seating"].reverse())


def another_first_dealer(seen: Seen) -> None:
    seen.change_data(lambda data: data["deals"][0]["order"].reverse())


def a_changed_word(seen: Seen) -> None:
    seen.change_data(lambda data: data["words"].__setitem__(0, MILK))


def a_missing_word(seen: Seen) -> None:
    seen.change_data(lambda data: data["words"].pop())


def no_words_at_all(seen: Seen) -> None:
    seen.change_data(lambda data: data["words"].clear())


def one_word_more(seen: Seen) -> None:
    seen.change_data(lambda data: data["words"].append(MILK))


def swapped_words(seen: Seen) -> None:
    seen.change_data(lambda data: data["words"].reverse())


MANIPULATIONS = (
    a_changed_word,
    a_missing_word,
    no_words_at_all,
    one_word_more,
    swapped_words,
    another_secret,
    another_seed,
    another_message_than_was_seen,
    another_message_than_was_mixed_in,
    a_message_that_was_left_out,
    a_deal_without_a_message,
    a_deal_that_is_kept_back,
    swapped_deals,
    a_repeated_deal,
    a_skipped_link,
    hands_of_two_players_exchanged,
    a_card_of_the_stock_for_one_of_a_hand,
    another_order_of_the_stock,
    another_deck_from_which_the_seed_makes_other_cards,
    a_card_twice,
    other_seats,
    another_first_dealer,
)


def test_a_rematch_without_a_draw_of_seats_says_so(tmp_path: Path) -> None:
    seen = long_match()
    seen.change_data(lambda data: data["seating"].clear())
    assert "(not the seats: a rematch)" in seen.check(tmp_path).stdout


@pytest.mark.filterwarnings("ignore:unclosed file")  # the script leaves that to its end
@pytest.mark.parametrize("manipulate", MANIPULATIONS, ids=lambda one: one.__name__)
def test_the_script_finds_each_manipulation(
    manipulate: Callable[[Seen], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen = long_match()
    manipulate(seen)
    monkeypatch.setattr(sys, "argv", seen.write(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises((AssertionError, ValueError), match=r"deal \d|other seats|another first dealer|zip\(\)"):
        runpy.run_path("check.py")
    assert not capsys.readouterr().out
