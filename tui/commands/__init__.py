"""The subcommands of the command line, one module each, which holds a click command named ``command``.

A command returns its exit code, or None for 0. It may ask every room, and imports what is slow inside its
function.
"""
