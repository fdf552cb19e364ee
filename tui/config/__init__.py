"""What a player can choose: settings, named actions and their keys, looks and their defaults.

It may ask ``i18n`` and ``system``.
"""
