"""Requests that violate Discord's API description: types, lengths, numbers of items, required fields.

Of these the playground checks only the texts of modals; `tests/contract.py` checks all. Each is a route, a body, and the place
that is wrong.
"""

from tests.playground.bodies import (
    TEXT_INPUT,
    Json,
    button,
    command,
    command_option,
    container,
    embed,
    gallery,
    in_row,
    label,
    modal,
    option,
    picture,
    row,
    section,
    select,
    text,
    v2,
    with_option,
)

Route = tuple[str, str]
MESSAGES = ("POST", "/channels/{channel_id}/messages")
COMMANDS = ("PUT", "/applications/{application_id}/commands")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
THREADS = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")
EMOJIS = ("POST", "/applications/{application_id}/emojis")

LONG = "https://example.org/" + "x" * 2048
ITEM = "components.0.components.0"
PEOPLE = {"type": 5, "custom_id": "u"}
OPTIONS = [option(str(n)) for n in range(26)]
FIELD = {"name": "n", "value": "v"}
ID_26 = [{"id": str(n), "type": "user"} for n in range(26)]
CHOICES = [{"name": str(n), "value": "a"} for n in range(26)]
SUBCOMMAND, GROUP = 1, 2

OF_MESSAGES: dict[str, tuple[Json, str]] = {
    "a button's label of 81 letters": (in_row(button(label="x" * 81)), f"{ITEM}.label"),
    "a button's label that is a number": (in_row(button(label=5)), f"{ITEM}.label"),
    "a button of an unknown style": (in_row(button(style=9)), f"{ITEM}.style"),
    "a button without a style": (in_row({"type": 2, "label": "a", "custom_id": "c"}), ITEM),
    "a button's address of 513 letters": (in_row(button(style=5, custom_id=None, url=LONG[:513])), f"{ITEM}.url"),
    "a custom_id of 101 letters": (in_row(button(custom_id="x" * 101)), f"{ITEM}.custom_id"),
    "an empty custom_id": (in_row(button(custom_id="")), f"{ITEM}.custom_id"),
    "a button disabled by a word": (in_row(button(disabled="yes")), f"{ITEM}.disabled"),
    "an emoji's id that is none": (in_row(button(emoji={"id": "x", "name": "a"})), f"{ITEM}.emoji.id"),
    "a negative id": (in_row(button(id=-1)), f"{ITEM}.id"),
    "a select without custom_id": (in_row(select(custom_id=None)), f"{ITEM}.custom_id"),
    "a select of at least 26": (in_row(select(min_values=26)), f"{ITEM}.min_values"),
    "a select of at least -1": (in_row(select(min_values=-1)), f"{ITEM}.min_values"),
    "a select of at most 0": (in_row(select(max_values=0)), f"{ITEM}.max_values"),
    "a select of at most 26": (in_row(select(max_values=26)), f"{ITEM}.max_values"),
    "a placeholder of 151 letters": (in_row(select(placeholder="x" * 151)), f"{ITEM}.placeholder"),
    "a select required by a word": (in_row(select(required="x")), f"{ITEM}.required"),
    "a select disabled by a word": (in_row(select(disabled="x")), f"{ITEM}.disabled"),
    "no options": (in_row(select(options=[])), f"{ITEM}.options"),
    "26 options": (in_row(select(options=OPTIONS)), f"{ITEM}.options"),
    "an option's label of 101 letters": (in_row(select(options=[option("a", label="x" * 101)])), f"{ITEM}.options.0.label"),
    "an option without a label": (in_row(select(options=[{"value": "a"}])), f"{ITEM}.options.0"),
    "an option's value of 101 letters": (in_row(select(options=[option("a", value="x" * 101)])), f"{ITEM}.options.0.value"),
    "an option without a value": (in_row(select(options=[{"label": "a"}])), f"{ITEM}.options.0"),
    "an option's description of 101 letters": (
        in_row(select(options=[option("a", description="x" * 101)])),
        f"{ITEM}.options.0.description",
    ),
    "an option chosen by a word": (in_row(select(options=[option("a", default="x")])), f"{ITEM}.options.0.default"),
    "26 people chosen": (in_row(PEOPLE | {"max_values": 25, "default_values": ID_26}), f"{ITEM}.default_values"),
    "a channel among the people chosen": (
        in_row(PEOPLE | {"default_values": [{"id": "1", "type": "channel"}]}),
        f"{ITEM}.default_values.0.type",
    ),
    "a person chosen whose id is none": (
        in_row(PEOPLE | {"default_values": [{"id": "x", "type": "user"}]}),
        f"{ITEM}.default_values.0.id",
    ),
    "an empty row": (in_row(), "components.0.components"),
    "six in a row": (in_row(*[button(custom_id=str(n)) for n in range(6)]), "components.0.components"),
    "an empty section": (v2(section(accessory=button())), "components.0.components"),
    "four texts in a section": (v2(section(*[text()] * 4, accessory=button())), "components.0.components"),
    "a section without accessory": (v2(section(text())), "components.0"),
    "an empty text": (v2(text("")), "components.0.content"),
    "a text of 4001 letters": (v2(text("x" * 4001)), "components.0.content"),
    "a text that is a number": (v2({"type": 10, "content": 5}), "components.0.content"),
    "no content in a text": (v2({"type": 10}), "components.0"),
    "an empty gallery": (v2(gallery()), "components.0.items"),
    "eleven pictures": (v2(gallery(*[picture()] * 11)), "components.0.items"),
    "a gallery's item without a picture": (v2(gallery({})), "components.0.items.0"),
    "a picture without an address": (v2(gallery({"media": {}})), "components.0.items.0.media"),
    "a picture's address of 2049 letters": (v2(gallery(picture(media={"url": LONG}))), "components.0.items.0.media.url"),
    "a picture's description of 1025 letters": (
        v2(gallery(picture(description="x" * 1025))),
        "components.0.items.0.description",
    ),
    "a picture hidden by a word": (v2(gallery(picture(spoiler="x"))), "components.0.items.0.spoiler"),
    "a thumbnail without a picture": (v2(section(text(), accessory={"type": 11})), "components.0.accessory"),
    "a file without an address": (v2({"type": 13}), "components.0"),
    "an unknown spacing": (v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    "a divider that is a word": (v2({"type": 14, "divider": "x"}), "components.0.divider"),
    "an empty container": (v2(container()), "components.0.components"),
    "41 texts in a container": (v2(container(*[text()] * 41)), "components.0.components"),
    "an accent beyond white": (v2(container(text(), accent_color=0x1000000)), "components.0.accent_color"),
    "41 components": (v2(*[text()] * 41), "components"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "an embed's title of 257 letters": (embed(title="x" * 257), "embeds.0.title"),
    "an embed's description of 4097 letters": (embed(description="x" * 4097), "embeds.0.description"),
    "an embed's address of 2049 letters": (embed(url=LONG), "embeds.0.url"),
    "an embed's colour beyond white": (embed(title="x", color=0x1000000), "embeds.0.color"),
    "an embed's author of 257 letters": (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    "an embed's footer of 2049 letters": (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "26 fields": (embed(fields=[FIELD] * 26), "embeds.0.fields"),
    "a field's name of 257 letters": (embed(fields=[FIELD | {"name": "x" * 257}]), "embeds.0.fields.0.name"),
    "a field's value of 1025 letters": (embed(fields=[FIELD | {"value": "x" * 1025}]), "embeds.0.fields.0.value"),
    "a field without value": (embed(fields=[{"name": "n"}]), "embeds.0.fields.0"),
    "a field beside others by a word": (embed(fields=[FIELD | {"inline": "x"}]), "embeds.0.fields.0.inline"),
    "101 users that may be mentioned": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
    ),
    "a user that may be mentioned whose id is none": (
        {"content": "x", "allowed_mentions": {"users": ["x"]}},
        "allowed_mentions.users.0",
    ),
    "an unknown kind of mention": ({"content": "x", "allowed_mentions": {"parse": ["x"]}}, "allowed_mentions.parse.0"),
    "a kind of mention twice": ({"content": "x", "allowed_mentions": {"parse": ["roles"] * 2}}, "allowed_mentions.parse"),
    "a nonce of 26 letters": ({"content": "x", "nonce": "x" * 26}, "nonce"),
    "eleven attachments": ({"content": "x", "attachments": [{"id": n} for n in range(11)]}, "attachments"),
    "an attachment whose id is none": ({"content": "x", "attachments": [{"id": "x"}]}, "attachments.0.id"),
}

OPTION = "0.options.0"

OF_COMMANDS: dict[str, tuple[list[Json], str]] = {
    "131 commands": ([{"name": f"c{n}", "description": "d"} for n in range(131)], "the body"),
    "an unknown type": (command(type=9), "0.type"),
    "a name of 33 letters": (command(name="x" * 33), "0.name"),
    "an empty name": (command(name=""), "0.name"),
    "no name": ([{"description": "d"}], "0"),
    "a name of 33 letters in Italian": (command(name_localizations={"it": "x" * 33}), "0.name_localizations.it"),
    "a description of 101 letters": (command(description="x" * 101), "0.description"),
    "one of 101 letters in Italian": (command(description_localizations={"it": "x" * 101}), "0.description_localizations.it"),
    "permissions that are a word": (command(default_member_permissions="x"), "0.default_member_permissions"),
    "no context": (command(contexts=[]), "0.contexts"),
    "four contexts": (command(contexts=[0, 1, 2, 2]), "0.contexts"),
    "no integration type": (command(integration_types=[]), "0.integration_types"),
    "direct messages by a word": (command(dm_permission="x"), "0.dm_permission"),
    "26 options": (command(*[command_option(f"o{n}") for n in range(26)]), "0.options"),
    "an option of an unknown type": (with_option(kind=99), f"{OPTION}.type"),
    "an option without a name": (command({"description": "d", "type": 3}), OPTION),
    "an option without a description": (command({"name": "o", "type": 3}), OPTION),
    "an option's name of 33 letters": (with_option("x" * 33), f"{OPTION}.name"),
    "an option's description of 101 letters": (with_option(description="x" * 101), f"{OPTION}.description"),
    "an option required by a word": (with_option(required="x"), f"{OPTION}.required"),
    "autocomplete by a word": (with_option(autocomplete="x"), f"{OPTION}.autocomplete"),
    "a text of at least 6001 letters": (with_option(min_length=6001), f"{OPTION}.min_length"),
    "a text of at most 0 letters": (with_option(max_length=0), f"{OPTION}.max_length"),
    "26 choices": (with_option(choices=CHOICES), f"{OPTION}.choices"),
    "a choice's name of 101 letters": (with_option(choices=[{"name": "x" * 101, "value": "a"}]), f"{OPTION}.choices.0.name"),
    "a choice without a name": (with_option(choices=[{"value": "a"}]), f"{OPTION}.choices.0"),
    "a choice without a value": (with_option(choices=[{"name": "a"}]), f"{OPTION}.choices.0"),
    "a whole number that is a word": (with_option(kind=4, choices=[{"name": "a", "value": "a"}]), f"{OPTION}.choices.0.value"),
    "a whole number beyond 53 bits": (
        with_option(kind=4, choices=[{"name": "a", "value": 2**53}]),
        f"{OPTION}.choices.0.value",
    ),
    "a number that is true": (with_option(kind=10, choices=[{"name": "a", "value": True}]), f"{OPTION}.choices.0.value"),
    "a group in a sub-command": (
        with_option(kind=SUBCOMMAND, options=[command_option(kind=GROUP)]),
        f"{OPTION}.options.0.type",
    ),
    "a sub-command in a sub-command": (
        with_option(kind=SUBCOMMAND, options=[command_option(kind=SUBCOMMAND)]),
        f"{OPTION}.options.0.type",
    ),
    "an option in a group": (with_option(kind=GROUP, options=[command_option()]), f"{OPTION}.options.0.type"),
    "a group in a group": (with_option(kind=GROUP, options=[command_option(kind=GROUP)]), f"{OPTION}.options.0.type"),
}

QUESTION = "data.components.0"
INPUT = f"{QUESTION}.component"

OF_MODALS: dict[str, tuple[Json, str]] = {
    "a title of 46 letters": (modal(label(TEXT_INPUT), title="x" * 46), "data.title"),
    "no title": ({"custom_id": "m", "components": [label(TEXT_INPUT)]}, "data"),
    "a custom_id of 101 letters": (modal(label(TEXT_INPUT), custom_id="x" * 101), "data.custom_id"),
    "no question": (modal(), "data.components"),
    "a label of 46 letters": (modal(label(TEXT_INPUT, label="x" * 46)), f"{QUESTION}.label"),
    "no label": (modal({"type": 18, "component": TEXT_INPUT}), QUESTION),
    "a description of 101 letters": (modal(label(TEXT_INPUT, description="x" * 101)), f"{QUESTION}.description"),
    "an empty text": (modal(text("")), f"{QUESTION}.content"),
    "an unknown style": (modal(label(TEXT_INPUT | {"style": 3})), f"{INPUT}.style"),
    "no style": (modal(label({"type": 4, "custom_id": "i"})), INPUT),
    "no custom_id": (modal(label({"type": 4, "style": 1})), INPUT),
    "a placeholder of 101 letters": (modal(label(TEXT_INPUT | {"placeholder": "x" * 101})), f"{INPUT}.placeholder"),
    "at least 4001 letters": (modal(label(TEXT_INPUT | {"min_length": 4001})), f"{INPUT}.min_length"),
    "at most 0 letters": (modal(label(TEXT_INPUT | {"max_length": 0})), f"{INPUT}.max_length"),
    "at most 4001 letters": (modal(label(TEXT_INPUT | {"max_length": 4001})), f"{INPUT}.max_length"),
    "a value of 4001 letters": (modal(label(TEXT_INPUT | {"value": "x" * 4001})), f"{INPUT}.value"),
    "required by a word": (modal(label(TEXT_INPUT | {"required": "x"})), f"{INPUT}.required"),
    "a label of 46 letters in a row": (modal(row(TEXT_INPUT | {"label": "x" * 46})), f"{QUESTION}.components.0.label"),
    "an empty row": (modal(row()), f"{QUESTION}.components"),
    "one radio option": (modal(label({"type": 21, "custom_id": "r", "options": OPTIONS[:1]})), f"{INPUT}.options"),
    "eleven radio options": (modal(label({"type": 21, "custom_id": "r", "options": OPTIONS[:11]})), f"{INPUT}.options"),
    "radio options without custom_id": (modal(label({"type": 21, "options": OPTIONS[:2]})), INPUT),
    "no checkbox": (modal(label({"type": 22, "custom_id": "c", "options": []})), f"{INPUT}.options"),
    "eleven checkboxes": (modal(label({"type": 22, "custom_id": "c", "options": OPTIONS[:11]})), f"{INPUT}.options"),
    "at most eleven checkboxes": (
        modal(label({"type": 22, "custom_id": "c", "options": OPTIONS[:2], "max_values": 11})),
        f"{INPUT}.max_values",
    ),
    "a checkbox without custom_id": (modal(label({"type": 23})), INPUT),
    "a checkbox ticked by a word": (modal(label({"type": 23, "custom_id": "c", "default": "x"})), f"{INPUT}.default"),
    "at least eleven files": (modal(label({"type": 19, "custom_id": "f", "min_values": 11})), f"{INPUT}.min_values"),
    "at most eleven files": (modal(label({"type": 19, "custom_id": "f", "max_values": 11})), f"{INPUT}.max_values"),
    "files without custom_id": (modal(label({"type": 19})), INPUT),
}

OF_OTHERS: dict[str, tuple[Route, Json, str]] = {
    "26 choices": (CALLBACK, {"type": 8, "data": {"choices": CHOICES}}, "data"),
    "a choice's name of 101 letters": (CALLBACK, {"type": 8, "data": {"choices": [CHOICES[0] | {"name": "x" * 101}]}}, "data"),
    "a choice that is true": (CALLBACK, {"type": 8, "data": {"choices": [CHOICES[0] | {"value": True}]}}, "data"),
    "a thread's name of 101 letters": (THREADS, {"name": "x" * 101}, "name"),
    "an empty thread's name": (THREADS, {"name": ""}, "name"),
    "a thread without a name": (THREADS, {}, "the body"),
    "a thread archived after a second": (THREADS, {"name": "t", "auto_archive_duration": 1}, "auto_archive_duration"),
    "a thread too slow": (THREADS, {"name": "t", "rate_limit_per_user": 21601}, "rate_limit_per_user"),
    "a recipient whose id is none": (("POST", "/users/@me/channels"), {"recipient_id": "x"}, "recipient_id"),
    "an emoji's name of 1 letter": (EMOJIS, {"name": "a", "image": "x"}, "name"),
    "an emoji's name of 33 letters": (EMOJIS, {"name": "a" * 33, "image": "x"}, "name"),
    "an emoji without a name": (EMOJIS, {"image": "x"}, "the body"),
}

VIOLATIONS: dict[str, tuple[Route, object, str]] = {
    **{f"message: {name}": (MESSAGES, body, place) for name, (body, place) in OF_MESSAGES.items()},
    **{f"commands: {name}": (COMMANDS, body, place) for name, (body, place) in OF_COMMANDS.items()},
    **{f"modal: {name}": (CALLBACK, {"type": 9, "data": body}, place) for name, (body, place) in OF_MODALS.items()},
    **{f"other: {name}": case for name, case in OF_OTHERS.items()},
}
