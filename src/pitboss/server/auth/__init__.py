"""Authentication and permissions: logins, identity, roles, access to tables."""
