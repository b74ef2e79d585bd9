"""Many cubes solved by many processes, of this machine or of a cluster."""
