"""`pitboss lab`: variants of the game, searches over paytables, side bets of one's own."""
