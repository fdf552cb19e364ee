"""Pages above any screen, each found by the name of its action; and the settings with their keys."""
