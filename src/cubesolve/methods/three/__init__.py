"""Methods for what turns like a 3x3."""
