"""A match counted again from its log: points, totals, stages, who is out, who deals, when it ends, and the places."""

from collections import Counter
from collections.abc import Iterable

from tests.rummy.second_count.cards import Answers, Values, physical
from tests.rummy.second_count.contracts import CONTRACTS, STAGES, LaidContracts, Melds, contract_of, hand_size
from tests.rummy.second_count.deal import Deal, Event
from tests.rummy.second_count.gin_sheet import Sheet
from tests.rummy.second_count.results import COUNTS, Result

MOST_EXTRA_DEALS = 3
MOST_DEALS_OF_RUMMY500 = 50


def count(events: Iterable[Event]) -> "MatchCount":
    """Follow a log until its end, or until something in it isn't as we count it."""
    counted = MatchCount()
    for event in events:
        try:
            counted.follow(event)
        except (AssertionError, LookupError, TypeError, ValueError) as fault:
            counted.differences.append(f"deal {counted.deals}: {event['type']} can't be followed: {fault!r}")
        if counted.differences:
            break
    return counted


class MatchCount:
    """Follows the log of a match. `differences` are sentences, and `covered` says what there was to count."""

    answers: Answers
    values: Values
    sheet: Sheet

    def __init__(self) -> None:
        self.differences: list[str] = []
        self.covered: Counter[str] = Counter()
        self.deal: Deal | None = None
        self.laid: LaidContracts | None = None
        self.seats = self.dealer = 0
        self.deals = self.regular = self.extra = 0
        """All deals, those that are counted, and extra ones."""
        self.totals: list[int] = []
        self.stages: list[int] = []
        self.used_re_entries: list[int] = []
        self.leavers: list[int] = []
        self.out: dict[int, tuple[int, int]] = {}
        """The deal and the points with which each seat was out."""
        self.previous: tuple[Result, list[int], int] | None = None
        """The last deal: what it brought, the points in hand, and who dealt."""
        self.most_deals: int | None = None
        self.eliminates = self.is_over = False

    def follow(self, event: Event) -> None:
        match event["type"]:
            case "MatchStarted":
                self._start(event)
            case "CardsDealt":
                self._dealt(event)
            case "DealEnded":
                self._deal_ended(event)
            case "MatchEnded":
                self._match_ended(event)
            case "MatchBrokenOff":
                self.covered["broken off"] += 1
            case kind:
                if kind == "SeatLeft":
                    self.leavers.append(event["seat"])
                    self.covered["seats that left"] += 1
                if self.deal is not None:
                    self._follow_deal(self.deal, event)
                elif kind == "SeatLeft" and self._may_be_over():
                    self.is_over = True

    def _follow_deal(self, deal: Deal, event: Event) -> None:
        if self.laid:
            self._add(self.laid.before(event))
        deal.follow(event)
        if self.laid:
            self._add(self.laid.after_it(event))
        self.covered["turns lost"] += event["type"] == "TurnSkipped"

    def _add(self, faults: Iterable[str]) -> None:
        self.differences += (f"deal {self.deals}: {fault}" for fault in faults)

    def _say(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            self.differences.append(f"deal {self.deals}: {what}: we {ours}, the log {theirs}")

    def _start(self, event: Event) -> None:
        self.answers = answers = event["variant"]
        self.seats = len(event["seating"])
        self.values, self.sheet = Values(answers), Sheet(answers)
        self.totals, self.stages, self.used_re_entries = ([0] * self.seats for _ in range(3))
        self.dealer = event["dealer"]
        most = answers["match_deals"]
        if most == "everyone_deals":
            most = self.seats * (2 if self.seats == 2 else 1)
        if most == "none":
            most = MOST_DEALS_OF_RUMMY500 if answers["game"] == "rummy500" else None
        self.most_deals = most
        # RULES 8.23: only where cards left count against players, to a target
        self.eliminates = answers["elimination"] and answers["scoring"] == "penalty" and answers["match_target"] != "none"

    def in_play(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out and seat not in self.leavers]

    # --- A deal begins ---

    def _dealt(self, event: Event) -> None:
        assert not self.is_over, "a deal after the end of the match"
        self.deals += 1
        self.deal = deal = Deal(event)
        self._say("who plays", self.in_play(), deal.seats)
        self._say("the dealer", self._next_dealer(), event["dealer"])
        if self.answers["growing_hands"]:
            self._say("the size of hands", self._growing_size(), deal.size)
        if self.answers["contracts"] != "none":
            asked = {seat: self._asked(seat) for seat in deal.seats}
            self.laid = LaidContracts(deal, self.answers, asked, self._after)
            is_stages = self.answers["contracts"] == "stages"
            self._say("the size of hands", 10 if is_stages else hand_size(asked[deal.seats[0]]), deal.size)

    def _asked(self, seat: int) -> Melds:
        """Return the melds that a seat must lay first in this deal."""
        if self.answers["contracts"] == "stages":
            return STAGES[min(self.stages[seat], len(STAGES) - 1)]
        return CONTRACTS[contract_of(self.regular - self.extra, self.most_deals)]  # extra deals: as the last one before them

    def _growing_size(self) -> int:
        """RULES 8.26: 3 to 13; of fewer deals the last has 13, and the others are spread evenly."""
        if self.most_deals is None or self.most_deals >= 11:
            return 3 + (self.regular - self.extra) % 11
        nth = min(self.regular + 1, self.most_deals)
        return 2 + -(-11 * nth // self.most_deals)

    def _after(self, seat: int) -> int:
        step = 1 if self.answers["direction"] == "clockwise" else -1
        return next(each for n in range(1, self.seats + 1) if (each := (seat + n * step) % self.seats) in self.in_play())

    def _next_dealer(self) -> int:
        if self.previous is None:
            return self.dealer if self.dealer in self.in_play() else self._after(self.dealer)
        result, hands, dealer = self.previous
        rule = self.answers["next_dealer"]
        if result.how == "void":
            return dealer
        if rule == "rotate":
            return self._after(dealer)
        if self.answers["game"] == "gin":
            assert result.winner is not None
            return result.winner if rule == "winner" else 1 - result.winner
        if rule == "winner" and result.winner is not None and result.winner in self.in_play():
            return result.winner
        best = (min if rule == "winner" else max)(hands[seat] for seat in self.in_play())
        seat = self._after(dealer)
        while hands[seat] != best:
            seat = self._after(seat)
        return seat

    # --- It ends ---

    def _deal_ended(self, event: Event) -> None:
        deal, answers = self.deal, self.answers
        assert deal is not None, "no deal is being played"
        result = COUNTS[answers["game"]](deal, answers, self.values)
        self._cover(result, event)
        self._say("how", result.how, {"deadlock": "blocked"}.get(event["how"], event["how"]))
        if event["how"] == "blocked" and answers["stock"] == "shared" and answers["game"] != "three_thirteen":
            self._say("cards in the stock of a blocked deal", 0, len(deal.stock))
        self._say("the winner", result.winner, event["winner"])
        if answers["game"] in ("rummy", "colonel"):
            self._say("rummy", result.is_rummy, event["rummy"])
        self._compare_hands(deal, result, event)
        if answers["game"] == "gin" and result.winner is not None:
            self._enter(result, result.winner, event)
        self._complete_stages(event)
        before = list(self.totals)
        self.totals = [total + points for total, points in zip(self.totals, result.points, strict=True)]
        out, back = self._eliminate()
        points = [now - was for now, was in zip(self.totals, before, strict=True)]
        self._say("the points", points, event["points"])
        self._say("who is out", sorted(out), sorted(event["out"]))
        self._say("who comes back", sorted(back), sorted(event["back"]))
        self.regular += result.how != "void"
        self.previous = result, [self.values.total(hand) for hand in event["hands"]], deal.dealer
        self.deal = self.laid = None
        self.is_over = result.how != "void" and self._ends_match()

    def _compare_hands(self, deal: Deal, result: Result, event: Event) -> None:
        if result.left is None:
            self._say("the hands", [sorted(hand) for hand in deal.hands], [sorted(hand) for hand in event["hands"]])
            return
        self._say("the points left over", result.left, [self.values.total(hand) for hand in event["hands"]])
        for seat in deal.seats:
            melds = [physical(card) for meld in event["shown"][seat] for card in meld]
            held = [*deal.hands[seat], *(card for meld in deal.knock_melds for card in meld if seat == deal.knock)]
            self._say(f"the cards that seat {seat} shows", sorted(held), sorted([*melds, *event["hands"][seat]]))

    def _enter(self, result: Result, winner: int, event: Event) -> None:
        """Enter a deal of gin in each game in which it counts."""
        games = self.sheet.enter(winner, result.points[winner], is_extra=self.extra > 0)
        if games > 1:
            result.parts["other games"] = (games - 1) * result.points[winner]
            result.points[winner] *= games
            self.covered[f"entered in {games} games"] += 1
        parts = {name: number for name, number in result.parts.items() if number}
        self._say("the parts of the points", parts, {name: number for name, number in event["parts"] if number})

    def _complete_stages(self, event: Event) -> None:
        if self.laid is None:
            return
        done = [seat for seat in self.laid.asked if self.laid.has_laid(seat)]
        if self.answers["contracts"] == "stages":
            for seat in done:
                self.stages[seat] = min(self.stages[seat] + 1, len(STAGES))
            self._say("the stages", self.stages, event["stages"])
        for seat in done:
            self.covered[f"laid {' '.join(f'{kind}{size}' for kind, size in self.laid.asked[seat])}"] += 1

    def _cover(self, result: Result, event: Event) -> None:
        self.covered["deals"] += 1
        self.covered[event["how"]] += 1
        self.covered["rummy"] += result.is_rummy
        self.covered["extra deals"] += self.extra > 0
        for part in result.parts:
            self.covered[f"part {part}"] += part != "cards"

    def _eliminate(self) -> tuple[list[int], list[int]]:
        """Return who is out at the target and who comes back."""
        if not self.eliminates:
            return [], []
        target, playing = self.answers["match_target"], self.in_play()
        reached = [seat for seat in playing if self.totals[seat] >= target]
        below = [seat for seat in playing if seat not in reached]
        out, back = [], []
        for seat in reached:
            if self.used_re_entries[seat] < self.answers["re_entries"] and len(below) >= 2:
                self.used_re_entries[seat] += 1
                back.append(seat)
            else:
                out.append(seat)
        for seat in back:
            self.totals[seat] = max(self.totals[each] for each in below)
        if len(out) == len(playing):
            self.covered["all out at once"] += 1
            lowest = min(self.totals[seat] for seat in out)  # who has it wins, or ties with the others who have
            out = [seat for seat in out if self.totals[seat] > lowest]
        for seat in out:
            self.out[seat] = self.deals, self.totals[seat]
        self.covered["out"] += len(out)
        self.covered["back"] += len(back)
        return out, back

    # --- The match ends ---

    def _ends_match(self) -> bool:
        """Return True if the match is over after this deal."""
        answers, playing = self.answers, self.in_play()
        target = answers["match_target"]
        if len(playing) <= 1:
            return True
        if self.eliminates:
            is_reached = all(self.totals[seat] >= target for seat in playing)
        elif answers["game"] == "gin":
            is_reached = self.sheet.all_over()
        else:
            is_reached = target != "none" and any(self.totals[seat] >= target for seat in playing)
            is_reached |= any(self.stages[seat] == len(STAGES) for seat in playing)
        if not (is_reached or self.extra or (self.most_deals is not None and self.regular >= self.most_deals)):
            return False
        if answers["tie"] == "extra_deal" and self.extra < MOST_EXTRA_DEALS and len(self._first(playing)) > 1:
            self.extra += 1
            return False
        return True

    def _may_be_over(self) -> bool:
        """Return True if nobody ties for the first place any more, as a seat has left between two deals (RULES 8.13)."""
        playing = self.in_play()
        return len(playing) <= 1 or (self.extra > 0 and len(self._first(playing)) == 1)

    def _bonuses(self) -> list[Counter[str]]:
        if self.answers["game"] == "gin" and not self.leavers:
            return self.sheet.bonuses()
        return [Counter() for _ in range(self.seats)]

    def _first(self, playing: list[int]) -> list[int]:
        best = min(map(self._key, playing))
        return [seat for seat in playing if self._key(seat) == best]

    def _key(self, seat: int) -> tuple[int, ...]:
        """Return what places a seat: less is better."""
        if seat in self.leavers:
            return 2, -self.leavers.index(seat)
        if seat in self.out:
            deal, points = self.out[seat]
            return 1, -deal, points
        score = self.totals[seat] + sum(self._bonuses()[seat].values())
        return 0, -self.stages[seat], score if self.answers["scoring"] == "penalty" else -score

    def _match_ended(self, event: Event) -> None:
        self.covered["matches"] += 1
        if len(self.in_play()) > 1 or not self.leavers:
            self._say("whether the match is over", self.is_over, True)
        theirs = [{name: number for name, number in parts if number} for parts in event["bonuses"]]
        self._say("the bonuses", [dict(bonus) for bonus in self._bonuses()], theirs or [{}] * self.seats)
        for bonus in self._bonuses():
            self.covered.update(f"bonus {part}" for part in bonus)
        keys = [self._key(seat) for seat in range(self.seats)]
        places = [1 + sum(other < key for other in keys) for key in keys]
        self.covered["tied places"] += len(set(places)) < self.seats
        self._say("the places", places, event["placings"])
