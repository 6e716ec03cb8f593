"""Telling people that they are needed: letters, web push."""

__all__ = ["notifier", "secret_file", "web_push"]
