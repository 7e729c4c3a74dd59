"""What people are shown, as functions of a table and a viewer."""
