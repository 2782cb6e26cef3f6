"""The people of a club of forty besides its six members, who see everything: the guests look only at what they are answered."""

from tests.e2e.support.club import Club
from tests.e2e.support.league.corrected_season import MORE
from tests.people import Person

STILL_MORE = (
    "Abe",
    "Bea",
    "Cal",
    "Dot",
    "Ed",
    "Fay",
    "Gus",
    "Hal",
    "Ivy",
    "Jo",
    "Kit",
    "Lou",
    "May",
    "Nell",
    "Otto",
    "Pam",
    "Rex",
)
GUESTS = (*MORE, *STILL_MORE, "Sue")
NEWCOMER = "Finn"
"""The member who hasn't played in the stored weeks."""


async def invite_guests(club: Club) -> list[Person]:
    """Let the guests join the server, and return them."""
    guests = [Person(club.session, club.pg.url, name) for name in GUESTS]
    for guest in guests:
        await club.control("people", {"name": guest.name})
        await guest.look()
    return guests
