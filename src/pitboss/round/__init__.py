"""One round of play as a pure decider: bets, deal, choices, showdown, settlement, irregularities, views."""

from pitboss.round.decide import Decision, decide
from pitboss.round.evolve import evolve
from pitboss.round.refusal import Broken, Reason, Refusal
from pitboss.round.state import Round

__all__ = ["Broken", "Decision", "Reason", "Refusal", "Round", "decide", "evolve"]
