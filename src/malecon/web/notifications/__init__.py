"""Telling people that they are needed: letters, web push."""

__all__ = ["notifier", "web_push"]
