"""Texts of each kind of question, one class for each: the question, its options, its explanation."""
