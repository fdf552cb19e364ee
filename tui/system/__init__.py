"""The machine: folders, files, locks, standard streams, colours of a terminal, exit codes.

It asks no other room, but for texts of errors.
"""
