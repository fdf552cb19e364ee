"""Lessons without a screen: which are done, and what a choice in one led to.

It may ask ``practice`` and ``words``.
"""
