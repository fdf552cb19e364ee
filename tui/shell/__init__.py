"""The Textual app and its launch: themes, driver, signals, web server.

It may import ``screens``, ``play`` and every room below.
"""
