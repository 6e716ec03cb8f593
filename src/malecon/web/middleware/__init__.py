"""Middleware that answers in the place of pages and the API."""

__all__ = ["error_pages", "rate_limit", "request_log"]
