"""Wagers that play for a paytable: Trips, Six Card, Progressive and Envy, by counting hands."""
