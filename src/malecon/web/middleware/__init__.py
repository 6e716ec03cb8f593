"""Middleware: the request log, bounds, rate limits, access and authentication, security headers, error pages."""

__all__ = [
    "access",
    "authentication",
    "browser_headers",
    "compression",
    "error_pages",
    "forms",
    "host_names",
    "password_attempts",
    "quotas",
    "rate_limit",
    "rate_limiter",
    "request_bounds",
    "request_log",
    "security_headers",
    "shared_rate_limits",
    "token_bucket",
]
