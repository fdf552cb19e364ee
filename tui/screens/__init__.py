"""What all screens share: base classes, pages, lists, forms, dialogs. The screens are in the rooms inside.

Screens may ask ``table`` and the rooms below it; they reach the app as ``screens.base.GameApp``.
"""
