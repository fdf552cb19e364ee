"""What the terminal can show: asked of it, and what follows for the settings. No screen here."""
