"""The PAR sheet: one typed document of a submission's mathematics, and its renderings."""
