"""What goes over the wire: plain structures that the client's own types are generated from.

Money is whole cents, cards are two letters ("As"), times are milliseconds since 1970 (UTC). Nothing
here asks a rule. Only `server.views.table` puts cards into these structures.
"""
