"""`pitboss rules`: rule sets, submissions and clauses."""
