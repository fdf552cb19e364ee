# Completion of furiten in fish, loaded at the first Tab after its name. The installed program writes the rest.
_FURITEN_COMPLETE=fish_source furiten | source
