"""`pitboss drill`: practise what a rule book and its mathematics ask."""
