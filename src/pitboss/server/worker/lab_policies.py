"""The policies that bounds of the lab are worked out from: perfect play of games solved lately."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from pitboss.cards import Category
from pitboss.odds import Game
from pitboss.server.worker.lab_questions import KeptPolicy

POLICIES_MAX: Final = 32  # kept; 350 integers each
BOUND_POLICIES_MAX: Final = 6  # that one bound is the best of, the latest first


class KeptPolicies:
    """Counts of solved games, by their numbers; used by the server's own loop alone."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Game, KeptPolicy] = OrderedDict()

    def keep(self, game: Game, policy: KeptPolicy) -> None:
        """Keep the counts of a game without names; the one that was kept longest goes."""
        self._kept[game] = policy
        self._kept.move_to_end(game)
        while len(self._kept) > POLICIES_MAX:
            self._kept.popitem(last=False)

    def of(self, game: Game) -> KeptPolicy | None:
        """Return the counts of exactly this game."""
        return self._kept.get(game)

    def for_bound(self, qualifies: Category) -> tuple[KeptPolicy, ...]:
        """List policies against a dealer who qualifies with this hand, the latest first."""
        fitting = [kept for kept in reversed(self._kept.values()) if kept.qualifies == qualifies]
        return tuple(fitting[:BOUND_POLICIES_MAX])
