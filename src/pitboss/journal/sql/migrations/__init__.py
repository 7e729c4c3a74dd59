"""Changes of the journal's tables, oldest first; Alembic runs those a database lacks."""
