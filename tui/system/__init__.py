"""Operating system: folders, files, locks, standard streams, printed text, terminal colours, exit codes."""
