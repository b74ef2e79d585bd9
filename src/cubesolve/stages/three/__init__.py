"""What methods for the 3x3 share: the first cross, and short algorithms to place pieces."""
