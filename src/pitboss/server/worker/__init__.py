"""Work for a process beside the server: edges, plans of bots."""
