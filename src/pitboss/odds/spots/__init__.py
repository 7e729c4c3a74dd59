"""Spots to practise: drawn by closeness, kind or pattern, in proportion to real dealing."""
