"""Middleware: the request log, bounds, rate limits, access and authentication, security headers, error pages."""

__all__ = ["access", "error_pages", "quotas", "rate_limit", "rate_limiter", "request_bounds", "responses"]
