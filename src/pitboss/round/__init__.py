"""One round of play as a pure decider, from the first bet to the settlement, and its views."""

from pitboss.round.decide import decide
from pitboss.round.evolve import evolve
from pitboss.round.refusal import Broken, Decision, Reason, Refusal
from pitboss.round.state import Round

__all__ = ["Broken", "Decision", "Reason", "Refusal", "Round", "decide", "evolve"]
