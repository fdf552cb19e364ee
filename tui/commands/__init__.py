"""The subcommands of the command line: one module for each, with a click command named ``command``.

A command returns its exit code, or None for 0.
"""
