"""The index of hands: finished rounds as rows that can be searched, read from the journal."""
