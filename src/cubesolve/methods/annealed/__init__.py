"""Few turns on big cubes: sweeps, annealing, and what they leave wrong is inserted."""
