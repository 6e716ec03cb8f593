"""Telling people that they are needed: letters, web push."""
