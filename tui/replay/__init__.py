"""A record stepped through at the table, independent of any screen."""
