"""Live tables over sockets: what each viewer is shown, and how it gets there."""
