"""The kinds of practice questions: one module each, named as its ``DrillKind``, with a value ``DRILL``."""
