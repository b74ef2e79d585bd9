"""Few turns on big cubes: sweeps, annealing of what they find, and insertion of what is left."""
