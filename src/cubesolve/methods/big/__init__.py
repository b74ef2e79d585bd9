"""Short solutions of big cubes: stages of beam searches, and phases of smaller cubes.

1. The centres of two opposite colours come to opposite faces, from the middle of the cube outwards.
2. So do the others, and the wings of each layer are permuted evenly. From here on only faces turn
   by quarters, and blocks of layers by halves.
3. Layer by layer the centres get the colours of the layer before, so that the two can be turned
   together.
4. From the middle outwards the wings of each layer are paired. The other layers are turned together
   all the while, so that the cube is a 5x5, or first of all a 4x4 if its size is even: their last
   phases do the work, and finish the centres of the layer.

What follows is a 3x3. `cubesolve.methods.big.parts` has the stages in detail.
"""

from cubesolve.methods.big.steps import SIZES, big_search

__all__ = ["SIZES", "big_search"]
