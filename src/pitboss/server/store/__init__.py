"""What the house remembers beside the journals: people, sessions, its tables."""
