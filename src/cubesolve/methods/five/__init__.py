"""Short solutions of the 5x5: five phases to a reduced cube, found in many ways.

1. The centres of two opposite colours come to opposite faces, F and B.
2. So do the others, and an even number of wings is swapped. From here on two layers turn by halves.
3. One wing of each edge becomes *low*, the other *high*: places that quarter turns of U, D, R and L
   keep apart. Midges fit to that, and F and B are left to half turns.
4. Four edges are paired between U, D and F, B, which leaves U and D to half turns.
5. The other eight are paired, and the centres finished: R and L turn by quarters, all else by
   halves.

What follows is a 3x3. Each phase may be done along any axis that the ones before leave open.
"""

from cubesolve.methods.five.steps import FIVE
from cubesolve.methods.five.tables import TABLES

__all__ = ["FIVE", "TABLES"]
