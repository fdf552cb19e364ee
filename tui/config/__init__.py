"""Settings, named actions and their keys, looks and their defaults."""
