"""A place's rules in sentences, with their sources: what pages and filed documents say."""
