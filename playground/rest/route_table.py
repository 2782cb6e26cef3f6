"""The routes of the API. Their paths are spelled as in Discord's API description, so that the two can be compared."""

from playground.rest import (
    channel_routes,
    command_routes,
    emoji_routes,
    guild_routes,
    interaction_routes,
    message_routes,
    user_routes,
    webhook_routes,
)
from playground.rest.call import Route

_COMMANDS = "/applications/{application_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_MEMBERS = "/channels/{channel_id}/thread-members"

ROUTES = (
    Route("GET", "/users/@me", user_routes.own, "users"),
    Route("GET", "/users/{user_id}", user_routes.show, "users"),
    Route("POST", "/users/@me/channels", channel_routes.open_dm, "dms"),
    Route("GET", "/oauth2/applications/@me", user_routes.application, "applications"),
    Route("GET", "/applications/@me", user_routes.application, "applications"),
    Route("GET", "/gateway", user_routes.gateway, None, needs_bot_token=False),
    Route("GET", "/gateway/bot", user_routes.gateway_for_bot, "gateway"),
    Route("GET", _COMMANDS, command_routes.index, "commands"),
    Route("PUT", _COMMANDS, command_routes.replace, "commands"),
    Route("GET", _EMOJIS, emoji_routes.index, "emojis"),
    Route("POST", _EMOJIS, emoji_routes.create, "emojis"),
    Route("GET", _EMOJIS + "/{emoji_id}", emoji_routes.show, "emojis"),
    Route("PATCH", _EMOJIS + "/{emoji_id}", emoji_routes.edit, "emojis"),
    Route("DELETE", _EMOJIS + "/{emoji_id}", emoji_routes.delete, "emojis"),
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        interaction_routes.callback,
        None,
        needs_bot_token=False,
    ),
    Route("POST", _HOOK, webhook_routes.follow_up, "webhook", needs_bot_token=False),
    Route("GET", _HOOK + "/messages/@original", webhook_routes.show_original, "webhook", needs_bot_token=False),
    Route("PATCH", _HOOK + "/messages/@original", webhook_routes.edit_original, "webhook", needs_bot_token=False),
    Route("DELETE", _HOOK + "/messages/@original", webhook_routes.delete_original, "webhook", needs_bot_token=False),
    Route("GET", _HOOK + "/messages/{message_id}", webhook_routes.show, "webhook", needs_bot_token=False),
    Route("PATCH", _HOOK + "/messages/{message_id}", webhook_routes.edit, "webhook", needs_bot_token=False),
    Route("DELETE", _HOOK + "/messages/{message_id}", webhook_routes.delete, "webhook", needs_bot_token=False),
    Route("GET", _MESSAGES, message_routes.history, "history"),
    Route("POST", _MESSAGES, message_routes.create, "channel_messages"),
    Route("GET", _MESSAGE, message_routes.show, "history"),
    Route("PATCH", _MESSAGE, message_routes.edit, "channel_edits"),
    Route("DELETE", _MESSAGE, message_routes.delete, "channel_deletes"),
    Route("POST", _MESSAGE + "/threads", channel_routes.create_message_thread, "threads"),
    Route("POST", "/channels/{channel_id}/threads", channel_routes.create_thread, "threads"),
    Route("POST", "/channels/{channel_id}/typing", message_routes.typing, "typing"),
    Route("GET", _MEMBERS, channel_routes.thread_members, "threads"),
    Route("GET", _MEMBERS + "/{user_id}", channel_routes.thread_member, "threads"),
    Route("PUT", _MEMBERS + "/@me", channel_routes.add_member, "threads"),
    Route("PUT", _MEMBERS + "/{user_id}", channel_routes.add_member, "threads"),
    Route("DELETE", _MEMBERS + "/@me", channel_routes.remove_member, "threads"),
    Route("DELETE", _MEMBERS + "/{user_id}", channel_routes.remove_member, "threads"),
    Route("GET", "/channels/{channel_id}", channel_routes.show, "channels"),
    Route("PATCH", "/channels/{channel_id}", channel_routes.edit, "channels"),
    Route("DELETE", "/channels/{channel_id}", channel_routes.delete, "channels"),
    Route("GET", "/users/@me/guilds", guild_routes.own, "guilds"),
    Route("GET", "/guilds/{guild_id}", guild_routes.show, "guilds"),
    Route("GET", "/guilds/{guild_id}/channels", guild_routes.channels, "guilds"),
    Route("GET", "/guilds/{guild_id}/threads/active", guild_routes.active_threads, "guilds"),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", guild_routes.member, "members"),
)
