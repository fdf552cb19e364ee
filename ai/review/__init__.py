"""Review of recorded hands: what mattered to a seat, proved, measured by rollouts, or as bots see it."""
