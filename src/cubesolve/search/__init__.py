"""What searches share and that knows no size: turns, coordinates, symmetry, tables, the loop."""
