"""The lab: variants of the base game, exact bounds on their value, searches and own side bets."""
