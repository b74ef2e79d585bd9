"""Methods that solve cubes."""
