"""One decision: the exact value of every choice for given cards, whatever else has been seen."""
