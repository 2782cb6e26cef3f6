"""When Discord counts as refusing all requests."""

import aiohttp
import pytest

from bot.delivery.budget import RequestFailures


class Requests:
    """Requests whose outcome the test chooses, and a clock that it sets (seconds)."""

    def __init__(self) -> None:
        self.now = 0.0
        self.failures = RequestFailures(lambda: self.now)

    def fail(self, route: str, *, after: float = 0.0) -> None:
        with pytest.raises(aiohttp.ClientError):
            self._send(route, after)

    def _send(self, route: str, after: float) -> None:
        with self.failures.watch(route):
            self.now += after
            raise aiohttp.ClientError

    def succeed(self, route: str) -> None:
        with self.failures.watch(route):
            pass


def test_requests_that_all_fail_count_from_the_start_of_the_first_one() -> None:
    requests = Requests()
    requests.fail("POST 1", after=25.0)
    requests.fail("PATCH 2", after=5.0)
    assert requests.failures.failing_for() == 30.0
    requests.now += 60.0
    requests.fail("POST 1")
    assert requests.failures.failing_for() == 90.0


def test_one_message_that_discord_cannot_take_stops_no_clock() -> None:
    requests = Requests()
    for _ in range(5):
        requests.fail("PATCH 2", after=5.0)
    assert requests.failures.failing_for() is None


def test_one_answer_ends_the_failing() -> None:
    requests = Requests()
    requests.fail("POST 1")
    requests.fail("PATCH 2")
    requests.succeed("DELETE 3")
    assert requests.failures.failing_for() is None
    requests.fail("PATCH 2")
    assert requests.failures.failing_for() is None, "what failed before the answer doesn't count any more"


def test_failing_ends_by_itself_if_nothing_is_sent_any_more() -> None:
    requests = Requests()
    requests.fail("POST 1")
    requests.fail("PATCH 2")
    requests.now += 91.0
    assert requests.failures.failing_for() is None
    requests.fail("POST 1")
    assert requests.failures.failing_for() is None, "it takes several routes again"
