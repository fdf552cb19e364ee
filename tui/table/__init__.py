"""Widgets that draw a ``desk.scene.Scene`` as zones of coloured rows.

It may ask ``drawing`` and ``desk``; a scene is all they know of a game.
"""
