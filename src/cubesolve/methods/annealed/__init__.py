"""Few turns on big cubes: a list of turns is annealed, and what it leaves wrong is inserted."""
