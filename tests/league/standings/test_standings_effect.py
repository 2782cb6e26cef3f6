"""Who moves because of an action, and who of them is named."""

from bot.league.standings import Effect, Move, Standing, compare_standings

ANN, BOB, CLEO, DAN, EVE = range(1, 6)


def table(*positions: int | None) -> list[Standing]:
    """Return standings in which the person n has the nth position; 0 stands for a person who isn't in them."""
    rows = enumerate(positions, start=1)
    return [Standing(position, person, 1, 60, 1, None) for person, position in rows if position != 0]


def test_an_action_that_moves_nobody_and_changes_no_match_has_no_effect() -> None:
    assert compare_standings("Cup", table(1, 2), table(1, 2), matches=0, by=ANN) is None
    assert compare_standings("Cup", [], [], matches=0, by=ANN) is None


def test_an_action_that_changes_matches_is_noted_although_nobody_moves() -> None:
    assert compare_standings("Cup", table(1, 2), table(1, 2), matches=3, by=ANN) == Effect("Cup", 3, 0)


def test_the_person_who_did_it_is_named_first_and_then_those_at_the_top() -> None:
    effect = compare_standings("Cup", table(1, 2, 3, 4, 5), table(2, 3, 4, 5, 1), matches=12, by=DAN)
    assert effect == Effect("Cup", 12, 5, (Move(DAN, 4, 5), Move(ANN, 1, 2), Move(EVE, 5, 1)))


def test_at_most_three_people_are_named_and_all_are_counted() -> None:
    effect = compare_standings("Cup", table(*range(1, 31)), table(*range(30, 0, -1)), matches=1, by=99)
    assert effect is not None
    assert (effect.people, len(effect.moves)) == (30, 3)


def test_people_who_enter_or_lose_their_place_are_among_those_who_move() -> None:
    effect = compare_standings("Cup", table(1, None, 0, 2), table(0, 1, None, 2), matches=1, by=CLEO)
    assert effect == Effect("Cup", 1, 2, (Move(ANN, 1, None), Move(BOB, None, 1)))
