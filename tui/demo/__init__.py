"""Scenes of the interface: live, played as a story, or as SVG pictures."""
