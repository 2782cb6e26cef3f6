"""The figures have labels of a few known values, and none is an id, a name or a token."""

import pytest

from bot.health import Metrics, route_of


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/channels/123456789012345678/messages", "/channels/{id}/messages"),
        ("/channels/123456789012345678/messages/987?x=1", "/channels/{id}/messages/{id}"),
        ("/interactions/123/aW50ZXJhY3Rpb246c2VjcmV0/callback", "/interactions/{id}/{token}/callback"),
        ("/webhooks/123/aW50ZXJhY3Rpb246c2VjcmV0/messages/@original", "/webhooks/{id}/{token}/messages/@original"),
        ("/applications/5/commands", "/applications/{id}/commands"),
        ("/users/@me/channels", "/users/@me/channels"),
        ("/gateway/bot", "/gateway/bot"),
        ("/emojis/Ann%20Smith:1", "other"),
    ],
)
def test_a_route_contains_no_id_and_no_token(path: str, route: str) -> None:
    assert route_of(path) == route


def test_the_figures_are_written_for_prometheus() -> None:
    metrics, queue = Metrics(), [1, 2, 3]
    metrics.watch(
        {"answers": lambda: len(queue)},
        open_tables=lambda: 7,
        owned=lambda: 64,
        connected=lambda: True,
        runs=lambda: (30, 2),
    )
    metrics.note_answer("press", "sent", 0.3)
    metrics.note_backup(False)
    written = metrics.written().decode()
    for line in (
        'ramino_queue_length{queue="answers"} 3.0',
        "ramino_open_tables 7.0",
        "ramino_owned_partitions 64.0",
        "ramino_discord_connected 1.0",
        "ramino_database_runs_total 30.0",
        "ramino_database_runs_again_total 2.0",
        'ramino_backups_total{outcome="failed"} 1.0',
        'ramino_answer_seconds_bucket{kind="press",le="0.5",outcome="sent"} 1.0',
        'ramino_answer_seconds_bucket{kind="press",le="0.25",outcome="sent"} 0.0',
    ):
        assert line in written.splitlines(), written


def test_two_bots_in_one_process_have_figures_of_their_own() -> None:
    one, other = Metrics(), Metrics()
    one.note_backup(True)
    assert b"ramino_backups_total{" in one.written()
    assert b"ramino_backups_total{" not in other.written()
