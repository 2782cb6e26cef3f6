"""The JSON bodies of requests that pages and tests send."""

from aiohttp import web

from playground.discord_json import Json, read


async def json_body(request: web.Request) -> Json:
    """Return the JSON object in a request; an empty body is an empty object. Raise `HTTPBadRequest` for anything else."""
    raw = await request.read()
    try:
        body = read(raw) if raw else {}
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="The body must be a JSON object.")
    return body
