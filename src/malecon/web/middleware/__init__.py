"""Middleware: the request log, bounds, rate limits, access and authentication, security headers, error pages."""
