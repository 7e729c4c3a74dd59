"""A journal as files that others can read: events, seats and rounds, and a manifest of them all."""

from pitboss.audit.export.export import FORMATS, Asked, Done, export
from pitboss.audit.export.folder import Folder, FolderError

__all__ = ["FORMATS", "Asked", "Done", "Folder", "FolderError", "export"]
