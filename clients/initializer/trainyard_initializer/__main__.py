"""`python -m trainyard_initializer dataset|model|output`."""

import sys

from trainyard_initializer.program import main

sys.exit(main(sys.argv[1:]))
