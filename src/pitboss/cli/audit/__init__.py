"""`pitboss audit`: proofs of a journal and of shuffles, and what else is read from a journal."""
