"""The screens of a replay."""
