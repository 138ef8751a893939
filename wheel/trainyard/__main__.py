"""python -m trainyard: the command, whose programs run on this Python."""

from trainyard.command import start

start(on_this_python=True)
