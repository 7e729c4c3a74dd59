"""Events and orders as they were once written; a line that was committed is never changed."""
