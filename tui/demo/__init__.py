"""Named scenes of the interface: live, as stories that play by themselves, and as pictures."""
