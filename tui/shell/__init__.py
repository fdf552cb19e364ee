"""The Textual app and its launch: themes, driver, signals, web server."""
