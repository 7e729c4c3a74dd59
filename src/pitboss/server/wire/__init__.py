"""What goes over the wire: plain structures that the client's own types are generated from.

Money is whole cents, cards are two letters ("As"), times are milliseconds since 1970 (UTC). Nothing
here asks a rule; nothing here can hold a card that its reader may not see unless somebody puts it
there, and `server.views.table` is the only one who does.
"""
