"""What the house remembers beside the journals: people, purses, sessions, its tables."""
