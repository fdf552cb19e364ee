"""One module a subcommand; each holds a click command named ``command``.

The function of a command returns its exit code, or None for 0. Modules import what is slow
inside the function.
"""
