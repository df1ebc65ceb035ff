"""The part of Inmanta's Python interface that modules use, served by vow: plugins, resources and handlers.

Modules written for Inmanta import it under this name and run unmodified. Everything that needs a server of Inmanta (clients, the
scheduler, agents elsewhere) is absent: its use raises an exception that names the missing part.
"""
