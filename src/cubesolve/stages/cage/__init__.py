"""The cage: which colours its faces get, and the centres inside it."""
