"""What users of solving see: `solve`, solutions, methods."""
