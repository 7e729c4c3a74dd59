"""Scripts for developers, run by the Makefile; not part of the package."""
