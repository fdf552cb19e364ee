"""Base classes of all screens (screen, page, list, form), and the screens themselves, alone or in packages.

Screens may import ``table`` and the rooms below it. They know the app as ``screens.screen.GameApp``.
"""
