"""The kinds of exercises, one module each: what is drawn, what is asked, what the answer is."""
