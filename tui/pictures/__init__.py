"""Pictures of a scene or a screen as SVG.

It may import ``table`` and the rooms below it.
"""
