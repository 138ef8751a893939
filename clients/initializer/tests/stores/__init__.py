"""Servers that tests start: real ones where a registry has them, and small ones that misbehave as asked."""
