"""What is said while a cube of very many layers is solved."""

CENTERS = "solving the centres"
WRITING = "solving the centres and writing the turns"
REPLAYING = "replaying the turns"
