"""Every title and explanation that solvers give to their steps, and what they say while they work.

Solvers pass counts, places and colours; the sentences are made here, so that they can be edited, or
translated, without touching a solver.
"""
