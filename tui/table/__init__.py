"""Widgets that draw a ``desk.scene.Scene`` as zones of coloured rows.

It may import ``drawing``, ``desk`` and the rooms below them. Widgets know nothing of a game but the scene.
"""
