"""A record in other forms: text for people, and a page of HTML.

It may import ``desk`` and the rooms below it.
"""
