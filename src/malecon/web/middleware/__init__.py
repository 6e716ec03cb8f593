"""Middleware that answers in the place of pages and the API: rate limits, error pages."""

__all__ = ["error_pages", "rate_limit"]
