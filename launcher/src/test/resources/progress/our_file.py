"""The Python file that we ship."""

import trainyard_status

with trainyard_status.Reporter(total_steps=4) as reporter:
    for step in range(1, 5):
        reporter.step(step, loss=1 / step)
