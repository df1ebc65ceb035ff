"""Handlers, which keep resources, and the machine that they work on."""
