"""Operating system: folders, files, locks, standard streams, what is printed, terminal colours, exit codes."""
