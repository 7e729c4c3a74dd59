"""The journal in a database: SQLite in one file, or PostgreSQL for many processes."""
