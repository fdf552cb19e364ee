"""The game in a browser: who is let in, what a page may send, the program behind each page, and its server.

The terminal in the page and the packets between server and program are those of textual-serve; the server is
our own, because textual-serve answers every page of the browser and every user of the machine.
"""
