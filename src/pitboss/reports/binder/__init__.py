"""The filing binder: from one submission every document that a commission asks for."""
