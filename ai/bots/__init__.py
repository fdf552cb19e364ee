"""The bots: one file each, a choice of weights and a few rules over the shared judgement."""
