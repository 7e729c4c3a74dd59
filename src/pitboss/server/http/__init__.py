"""HTTP: middleware, connections, rates, problems, metrics and logs."""
