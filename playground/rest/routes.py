"""The table of routes. Paths are spelled as in Discord's API description, so that the two can be compared."""

from playground.rest import channels, commands, emojis, guilds, interactions, messages, users, webhooks
from playground.rest.call import Route

_COMMANDS = "/applications/{application_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_MEMBERS = "/channels/{channel_id}/thread-members"

ROUTES = (
    Route("GET", "/users/@me", users.me, "users"),
    Route("GET", "/users/{user_id}", users.show, "users"),
    Route("POST", "/users/@me/channels", channels.open_dm, "dms"),
    Route("GET", "/oauth2/applications/@me", users.application, "applications"),
    Route("GET", "/applications/@me", users.application, "applications"),
    Route("GET", "/gateway", users.gateway, None, open=True),
    Route("GET", "/gateway/bot", users.gateway_for_bot, "gateway"),
    Route("GET", _COMMANDS, commands.index, "commands"),
    Route("PUT", _COMMANDS, commands.replace, "commands"),
    Route("GET", _EMOJIS, emojis.index, "emojis"),
    Route("POST", _EMOJIS, emojis.create, "emojis"),
    Route("GET", _EMOJIS + "/{emoji_id}", emojis.show, "emojis"),
    Route("PATCH", _EMOJIS + "/{emoji_id}", emojis.edit, "emojis"),
    Route("DELETE", _EMOJIS + "/{emoji_id}", emojis.delete, "emojis"),
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        interactions.callback,
        None,
        open=True,
    ),
    Route("POST", _HOOK, webhooks.follow_up, "webhook", open=True),
    Route("GET", _HOOK + "/messages/@original", webhooks.show_original, "webhook", open=True),
    Route("PATCH", _HOOK + "/messages/@original", webhooks.edit_original, "webhook", open=True),
    Route("DELETE", _HOOK + "/messages/@original", webhooks.delete_original, "webhook", open=True),
    Route("GET", _HOOK + "/messages/{message_id}", webhooks.show, "webhook", open=True),
    Route("PATCH", _HOOK + "/messages/{message_id}", webhooks.edit, "webhook", open=True),
    Route("DELETE", _HOOK + "/messages/{message_id}", webhooks.delete, "webhook", open=True),
    Route("GET", _MESSAGES, messages.history, "history"),
    Route("POST", _MESSAGES, messages.create, "channel_messages"),
    Route("GET", _MESSAGE, messages.show, "history"),
    Route("PATCH", _MESSAGE, messages.edit, "channel_edits"),
    Route("DELETE", _MESSAGE, messages.delete, "channel_deletes"),
    Route("POST", _MESSAGE + "/threads", channels.thread_from_message, "threads"),
    Route("POST", "/channels/{channel_id}/threads", channels.thread, "threads"),
    Route("POST", "/channels/{channel_id}/typing", messages.typing, "typing"),
    Route("PUT", _MEMBERS + "/@me", channels.add_member, "threads"),
    Route("PUT", _MEMBERS + "/{user_id}", channels.add_member, "threads"),
    Route("DELETE", _MEMBERS + "/@me", channels.remove_member, "threads"),
    Route("DELETE", _MEMBERS + "/{user_id}", channels.remove_member, "threads"),
    Route("GET", "/channels/{channel_id}", channels.show, "channels"),
    Route("PATCH", "/channels/{channel_id}", channels.edit, "channels"),
    Route("DELETE", "/channels/{channel_id}", channels.delete, "channels"),
    Route("GET", "/users/@me/guilds", guilds.mine, "guilds"),
    Route("GET", "/guilds/{guild_id}", guilds.show, "guilds"),
    Route("GET", "/guilds/{guild_id}/channels", guilds.channels, "guilds"),
    Route("GET", "/guilds/{guild_id}/threads/active", guilds.active_threads, "guilds"),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", guilds.member, "members"),
)
