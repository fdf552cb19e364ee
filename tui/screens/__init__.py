"""Base classes of all screens: pages, lists, forms, dialogs. The screens are in the packages inside.

Screens may import ``table`` and the rooms below it. They know the app as ``screens.base.GameApp``.
"""
