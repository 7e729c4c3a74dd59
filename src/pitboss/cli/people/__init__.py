"""`pitboss people`: the accounts of a server."""
