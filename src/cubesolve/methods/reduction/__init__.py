"""From a big cube to one that turns like a 3x3."""
