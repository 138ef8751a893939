"""Draws with characters, as a notebook's helper beside it."""


def bars(values):
    most = max(values)
    return "\n".join("█" * max(1, round(40 * value / most)) for value in values)
