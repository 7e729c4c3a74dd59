"""The settlement of a round; `settle.py` is the file to read first."""
