"""The handlers of the pages."""
