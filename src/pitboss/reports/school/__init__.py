"""Documents of the dealer school."""
