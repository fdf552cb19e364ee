"""A record in other forms: text for people, and a page of HTML.

It may import ``pictures`` and the rooms below it.
"""
