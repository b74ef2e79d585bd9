"""Methods that solve a big cube without reducing it first."""
