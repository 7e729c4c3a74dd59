"""Who is asking and what they may do: logins, identity, permissions, access to tables."""
