"""HTTP and WebSocket: identities and roles, live tables, the floor, the pages of the browser."""
