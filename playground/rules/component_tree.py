"""Components as a tree: what is inside each, and their ids."""

from collections.abc import Container

from playground.discord_json import Json


def give_ids(components: list[Json]) -> None:
    """Number the components that came without an id, depth first, as Discord does."""
    taken = set(_ids(components))
    _number(components, _Counter(taken))


def children(component: Json) -> list[Json]:
    """Return what is directly inside a component, in the order in which it is shown."""
    inside: list[Json] = list(component.get("components", ()))
    inside += [component[single] for single in ("accessory", "component") if single in component]
    return inside


class _Counter:
    """Ids that no component has yet."""

    def __init__(self, taken: Container[int]) -> None:
        self._taken = taken
        self._last = 0

    def next(self) -> int:
        self._last += 1
        while self._last in self._taken:
            self._last += 1
        return self._last


def _ids(components: list[Json]) -> list[int]:
    return [number for component in components for number in (component.get("id") or 0, *_ids(children(component))) if number]


def _number(components: list[Json], counter: _Counter) -> None:
    for component in components:
        if not component.get("id"):
            component["id"] = counter.next()
        _number(children(component), counter)
