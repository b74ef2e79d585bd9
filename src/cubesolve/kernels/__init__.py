"""Compiled inner loops: plain arrays and integers in and out."""
