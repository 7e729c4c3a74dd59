"""The auditor's desk: the evidence of one round, proofs of tables, and files to take away."""
