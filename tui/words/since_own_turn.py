"""What the others did since the own last turn, in a few words for each deed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import events as ev
from engine.tiles import DORA_OF, KIND_OF, TILE_OF, format_tiles, sort_tiles
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import kind_word, tile_word


def since_own_turn(heard: Sequence[ev.Event], names: Seating) -> tuple[str, ...]:
    """One text for each deed of another player and each new dora since the own last discard.

    ``heard`` are the events of the hand as the own seat hears them. The newest text is the last. A call and
    the discard after it are one deed: ``Takame pon East, 9m``.
    """
    told: list[str] = []
    latest = declaring = None
    for event in _after_own_discard(heard, names.seat):
        actor = ev.actor_of(event)
        if isinstance(event, ev.Reach):
            declaring = actor
        if actor == names.seat or not (deed := _deed(event, riichi=actor is not None and actor == declaring)):
            continue
        if actor is None:
            told.append(deed)
        elif actor == latest:
            told[-1] = t("log.since.then", told=told[-1], deed=deed)
        else:
            told.append(t("log.since.deed", name=names[actor], deed=deed))
        if isinstance(event, ev.Dahai):
            # a discard ends the turn of its player
            latest = declaring = None
        else:
            latest = actor
    return tuple(told)


def _after_own_discard(heard: Sequence[ev.Event], seat: int) -> Iterable[ev.Event]:
    own = (at for at in range(len(heard), 0, -1) if _is_discard_of(heard[at - 1], seat))
    return heard[next(own, 0) :]


def _is_discard_of(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Dahai) and event.actor == seat


def _deed(event: ev.Event, *, riichi: bool) -> str:
    """What was done; empty for events that are no deed, such as a draw."""
    match event:
        case ev.Dahai(pai=pai):
            return t("log.since.riichi" if riichi else "log.since.discard", tile=tile_word(TILE_OF[pai]))
        case ev.Chi(pai=pai, consumed=own):
            tiles = sort_tiles(TILE_OF[name] for name in (pai, *own))
            return t("log.since.chi", tiles=format_tiles(tiles))
        case ev.Pon(pai=pai):
            return t("log.since.pon", tile=kind_word(TILE_OF[pai]))
        case ev.Daiminkan(pai=pai) | ev.Kakan(pai=pai):
            return t("log.since.kan", tile=kind_word(TILE_OF[pai]))
        case ev.Ankan(consumed=own):
            return t("log.since.closed-kan", tile=kind_word(TILE_OF[own[0]]))
        case ev.Dora(dora_marker=marker):
            return t("log.since.dora", dora=tile_word(DORA_OF[KIND_OF[TILE_OF[marker]]]))
    return ""
