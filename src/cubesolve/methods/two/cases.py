"""Cases of the last layer of a 2x2 with an algorithm each, as data; tests prove each of them.

OLL turns the last layer up, PLL puts its corners in their places. What an algorithm does to edges
does not matter here, so some are shorter than those of a 3x3; one leaves the cube in another hold.
"""

OLL: dict[str, str] = {
    "Sune": "R U R' U R U2 R'",
    "Antisune": "R U2 R' U' R U' R'",
    "U": "F R U R' U' F'",
    "T": "R U R' U' R' F R F'",
    "L": "F R' F' R U R U' R'",
    "Pi": "R U2 R2 U' R2 U' R2 U2 R",
    "H": "R U R' U R U' R' U R U2 R'",
}

PLL: dict[str, str] = {
    "adjacent swap": "x R' U R' D2 R U' R' D2 R2 x'",
    "diagonal swap": "R U' R' U' F2 U' R U R' D R2 y",
}
