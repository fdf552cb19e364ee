"""Widgets that draw a ``desk.scene.Scene`` as zones of coloured rows.

It may import ``drawing`` and ``desk``. The widgets know nothing of a game but the scene.
"""
