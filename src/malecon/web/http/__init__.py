"""Requests and responses, without any page or service: settings, connections, bounds, limits."""

__all__ = [
    "api_error",
    "connection",
    "file_limit",
    "forms",
    "host_names",
    "log",
    "machine",
    "open_pages",
    "password_attempts",
    "protocols",
    "quotas",
    "rate_limiter",
    "request_bounds",
    "responses",
    "secret_keys",
    "security_log",
    "sender",
    "setting_types",
    "settings",
    "shared_limits",
]
