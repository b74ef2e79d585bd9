"""One folder a method, made of stages and searches."""
