"""Settings, named actions and their keys, looks and their defaults.

It may import ``i18n`` and ``system``.
"""
