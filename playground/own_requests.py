"""Which requests the playground answers: those for a name of this machine, and from no page but its own.

Anything that runs in a browser on this machine can reach 127.0.0.1. A foreign page names itself in `Origin`, also when it opens
a WebSocket. A page whose own name was made to lead to 127.0.0.1 (DNS rebinding) shows that name in `Host`. Programs such as
discord.py send no `Origin`.
"""

import re

from aiohttp import web
from aiohttp.typedefs import Handler

_OWN_HOST = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
_OWN_SITES = ("none", "same-origin")  # of a request that the person began (an address typed), or the page
_PLACES_OF_DATA = ("/api/", "/gw", "/process/", "/cdn/", "/local/", "/control/")


@web.middleware
async def only_own_requests(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer 403 to other requests, before anything of them is read."""
    if (reason := _foreign(request)) is not None:
        raise web.HTTPForbidden(text=f"The playground answers only its own page and programs on this machine: {reason}.")
    return await handler(request)


def _foreign(request: web.Request) -> str | None:
    """Return why a request is none of ours; None if it is."""
    host = request.headers.get("Host", "")
    if len(request.headers.getall("Host", ())) != 1 or not _OWN_HOST.fullmatch(host):
        return "the request names another host"
    origins = request.headers.getall("Origin", ())
    if any(origin.lower() != f"http://{host.lower()}" for origin in origins):
        return "the request comes from another page"
    if request.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES and not _is_link_to_page(request):
        return "the request comes from another page"
    return None


def _is_link_to_page(request: web.Request) -> bool:
    """Return True if the person follows a link from elsewhere to the playground's page."""
    is_data = request.path.startswith(_PLACES_OF_DATA)
    return request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate" and not is_data
