"""What organisers read in the messages and forms of a tournament."""

from itertools import groupby

from msgspec.structs import replace

from bot.app import LOCALES
from bot.league.organiser_actions import LogLine, LogPage
from bot.league.tournament.events import TournamentChanged, TournamentKind, TournamentPlan
from bot.league.tournament.tournament import Tournament
from bot.messages.league.organiser_log import organiser_log_layout
from bot.messages.league.pages import LogPress
from bot.messages.tournament.card import TournamentContext, round_layout
from bot.messages.tournament.forms import TournamentAnswers, TournamentForm, tournament_form
from bot.messages.words import Languages
from bot.tables.ports import Person
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.tournament.examples import GAME, tournament_layouts, tournament_sentences
from tests.people import parts


def test_each_kind_of_tournament_says_what_it_means_in_an_evening_and_over_weeks() -> None:
    form = tournament_form(TournamentAnswers("Cup", "55"), {"55": GAME}, "UTC", ENGLISH, TournamentForm())
    (kinds,) = (part["options"] for part in parts(form.to_components()) if part.get("custom_id") == "kind")
    groups = [list(group) for _, group in groupby(kinds, key=lambda kind: kind["description"])]
    abouts = [group[0]["description"] for group in groups]
    assert len(set(abouts)) == len(abouts) == 11, "only the numbers of rounds of a kind share one"
    assert "Players with equal scores meet. Nobody is out. Play when it suits you." in abouts
    assert all(about.endswith(".") and len(about) < 100 for about in abouts), "none is cut"


def test_the_log_says_what_was_changed_in_a_tournament() -> None:
    plan = TournamentPlan(GAME, TournamentKind.SWISS, 3)
    new = replace(plan, variant=replace(GAME, title="66"), kind=TournamentKind.ROUND_ROBIN, rounds=0)
    new = replace(new, pace="slow", start=5000, days=7)
    lines = (TournamentChanged(1, "Cup", "Big cup", new, plan), TournamentChanged(1, "Cup", "Big cup", new))
    page = LogPage(tuple(LogLine(nth, 7000, 1, what) for nth, what in enumerate(lines)), 2, 0)
    people = {1: Person(1, 101, "Ann", "en-US", None)}
    assert readable_text(organiser_log_layout(page, people, LogPress(0), ENGLISH)).split("\n") == [
        "### What organisers did",
        "- <t:7:d> <t:7:t> · Ann changed the tournament Cup.",
        "  - Game: 55 → 66",
        "  - Name: Cup → Big cup",
        "  - Start: when an organiser says so → <t:5:f>",
        "  - Kind: Swiss, 3 rounds → Round robin · 7 days a round",
        "  - Length and clock: first to 100 points · Live → first to 100 points · Slow",
        "- <t:7:d> <t:7:t> · Ann changed the tournament Cup.",
    ]


def test_no_time_is_shown_as_54_seconds_ago_because_messages_outlive_theirs() -> None:
    people = {nth: Person(nth, 100 + nth, str(nth) * 3, "en-US", None) for nth in range(1, 40)}
    texts = [*map(readable_text, tournament_layouts(ENGLISH, people)), *tournament_sentences(ENGLISH, people)]
    assert any("<t:9:f>" in text for text in texts)
    assert not any(":R>" in text for text in texts)


def test_only_a_check_in_with_enough_people_says_that_everyone_is_here() -> None:
    plan = TournamentPlan(GAME, TournamentKind.SWISS, 2)
    for here, is_said in ((0, False), (1, False), (2, True)):
        people = dict.fromkeys(range(1, here + 1), 0)
        one = Tournament(1, 10, 20, None, "Cup", plan, people=people, check_in=1, begins=9, here=frozenset(people))
        known = {person: Person(person, person, "Ann", "en-US", None) for person in people}
        text = readable_text(round_layout(TournamentContext(one, {}, known, {}), 1, ENGLISH))
        assert ("Everyone who joined is here." in text) == is_said


def test_what_one_person_reads_names_public_buttons_as_the_server_does() -> None:
    italian, english = (Languages.read(LOCALES).for_locale(locale) for locale in ("it", "en-US"))
    text = "Press **I'm here** under the round."
    assert (english.quoting(italian)(text), italian.quoting(english)(text).count("**I'm here**")) == (
        "Press **Ci sono** under the round.",
        1,
    )
    own = "Rounds of a week can't be repeated every week. Press **Not again next week** first."
    assert italian.quoting(english)(own) == italian(own) != own, "only they see that button"
