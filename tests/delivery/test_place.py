"""The place of a table while it waits for its private thread."""

from types import SimpleNamespace
from typing import Any, cast

from bot.delivery.posted_messages import Place, PostedMessages
from bot.storage.tables import DeliveryState, Surface


async def test_who_takes_a_seat_while_a_table_waits_is_added_to_its_thread_afterwards() -> None:
    table, posted = cast(Any, SimpleNamespace(channel=20)), PostedMessages(1, 0, DeliveryState())
    for before, after in (("", "new 12"), ("new 11", "new 11 12"), ("new", "new")):
        place = Place(posted, cast(Any, SimpleNamespace(api=None, people=None)), cast(Any, None), lambda: table)
        posted.put(Surface("place", 21, None, state=before))
        posted.put(Surface("waits", 0, None))
        place.expect_player(12, table)
        assert not place.has_new_people, "nobody can be added yet"
        place.end_wait()
        assert place.has_new_people
        found = posted.get("place")
        assert found is not None
        assert found.state == after
