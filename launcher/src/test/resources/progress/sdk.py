"""A training function that reports with the Kubeflow SDK, as its documentation says."""

import sys

from kubeflow.trainer import update_trainjob_status

reported = update_trainjob_status(progress_percent=45, estimated_remaining_seconds=1800, metrics={"loss": 0.2347, "epoch": 1})
sys.exit(None if reported else "the SDK says that the report was not taken")
