"""What people and programs read of a round: settlements as documents and as words."""
