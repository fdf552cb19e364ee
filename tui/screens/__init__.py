"""Base classes of all screens (screen, page, list, form), and the screens themselves, alone or in packages.

Screens know the app as ``screens.screen.GameApp``.
"""
