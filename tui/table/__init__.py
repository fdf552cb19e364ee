"""Widgets that draw a ``desk.scene.Scene`` as zones of coloured rows.

Widgets know nothing of a game but the scene.
"""
