"""Scenes of the interface: live, played as a story, or as SVG pictures.

It runs the app, so it may import ``shell`` and every room below.
"""
