"""A place's rules as pages for people: sentences, paytables and comparisons, all from the data."""
