"""The floor console: all tables at a glance, what waits, orders, and remedies tried beforehand."""
