"""The coach: what each choice of a seat is worth, what the choice made cost, and why."""
