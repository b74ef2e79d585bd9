"""Layer by layer: the first layer, rows and wings of the middle layers, the last layer."""
