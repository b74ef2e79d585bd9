"""Every title and explanation that solvers give to their steps."""
