"""What Discord's own client would let a person do: it offers no disabled button, unknown command or missing choice."""

from playground.clicks import Offer, OpenModal
from playground.offers.commands import give_command
from playground.offers.modals import submit
from playground.offers.not_offered import NotOffered
from playground.offers.presses import press
from playground.things import Channel, Person
from playground.wire import Json
from playground.world import World

__all__ = ["NotOffered", "offer"]


def offer(world: World, person: Person, channel: Channel, wish: Json, modals: dict[str, OpenModal], cdn: str) -> Offer:
    """The interaction this wish comes to. Raises NotOffered when the client would not offer it."""
    data = wish.get("data")
    if not isinstance(data, dict):
        raise NotOffered("data is missing.")
    match wish.get("type"):
        case 2 | 4 as kind:
            return give_command(world, person, channel, data, kind, cdn)
        case 3:
            return press(world, person, channel, data, str(wish.get("message_id")))
        case 5:
            return submit(world, person, channel, data, modals, cdn)
        case _:
            raise NotOffered("type must be 2 (command), 3 (press), 4 (autocomplete) or 5 (modal).")
