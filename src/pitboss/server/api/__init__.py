"""The HTTP interface: one file a subject, each handler behind the gate."""
