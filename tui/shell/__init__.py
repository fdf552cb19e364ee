"""The Textual app and how it starts: themes, driver, signals, key repeat, the web server.

It opens screens and games, so it may ask ``screens``, ``play`` and every room below.
"""
