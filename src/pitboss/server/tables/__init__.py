"""Tables as people open them: default rules, pace, seats."""
