"""How deals are counted: cards seen from one suit, boards in one sweep, levels of known cards."""
