"""Requests and responses, without any page or service: settings, connections, bounds, limits."""

__all__ = [
    "api_error",
    "connection",
    "machine",
    "protocols",
    "quotas",
    "rate_limiter",
    "request_bounds",
    "responses",
    "security_log",
    "setting_types",
    "settings",
]
