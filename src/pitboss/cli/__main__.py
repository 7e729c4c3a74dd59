"""So that `python -m pitboss.cli` does what `pitboss` does."""

from pitboss.cli import main

main()
