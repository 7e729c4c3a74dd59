"""The database beside the journal: people, sessions, the registry of tables, the index of hands."""
