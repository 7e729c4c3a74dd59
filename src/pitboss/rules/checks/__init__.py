"""What may be wrong with an operator's submission, one subject a file."""
