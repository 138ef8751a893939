"""Trainyard as a Python package: the command, and ``trainyard.report`` for programs that report their progress."""
