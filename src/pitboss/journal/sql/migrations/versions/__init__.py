"""One file a change. A published file is never edited: databases have been made with it."""
