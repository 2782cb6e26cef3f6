"""The intervals that the benchmarks of the computer players show."""

from math import isclose

from benchmarks.players.strength import RANDOM_MATCHES, least_share


def test_wilsons_interval_is_that_of_published_examples() -> None:
    """81 of 263, 15 of 148 and 20 of 20: R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert isclose(least_share(81 / 263, 263), 0.2553, abs_tol=0.0001)
    assert isclose(least_share(15 / 148, 148), 0.0624, abs_tol=0.0001)
    assert isclose(least_share(1.0, 20), 0.8389, abs_tol=0.0001)


def test_matches_that_are_all_won_are_enough_to_show_a_share_of_97_percent() -> None:
    assert least_share(1.0, RANDOM_MATCHES) > 0.97 > least_share(1.0, 40)
