"""Practice without a screen: questions asked, answers kept, schedule, progress, explanations.

It may ask ``desk`` and the rooms below it.
"""
