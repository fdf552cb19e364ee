"""Operating system: folders, files, locks, standard streams, terminal colours, exit codes.

It may import no other room of tui.
"""
