"""What organisers read in the messages and forms of a tournament."""

from itertools import groupby

from bot.messages.league.tournament import TournamentAnswers, TournamentForm, tournament_form
from tests.messages.league.tournament_examples import GAME
from tests.messages.shown_text import ENGLISH
from tests.people import parts


def test_each_kind_of_tournament_says_what_it_means_in_an_evening_and_over_weeks() -> None:
    form = tournament_form(TournamentAnswers("Cup", "55"), {"55": GAME}, "UTC", ENGLISH, TournamentForm())
    (kinds,) = (part["options"] for part in parts(form.to_components()) if part.get("custom_id") == "kind")
    groups = [list(group) for _, group in groupby(kinds, key=lambda kind: kind["description"])]
    abouts = [group[0]["description"] for group in groups]
    assert len(set(abouts)) == len(abouts) == 9, "only the numbers of rounds of a kind share one"
    assert "Players with equal scores meet. Nobody is out. Play when it suits you." in abouts
    assert all(about.endswith(".") and len(about) < 100 for about in abouts), "none is cut"
