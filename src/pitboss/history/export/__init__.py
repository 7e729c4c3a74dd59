"""A journal as files that others can read: events, seats and rounds, and a manifest of them all."""

from pitboss.history.export.export import FORMATS, Exported, ExportRequest, export
from pitboss.history.export.folder import Folder, FolderError

__all__ = ["FORMATS", "ExportRequest", "Exported", "Folder", "FolderError", "export"]
