"""A program that knows nothing but the three variables."""

import datetime
import json
import os
import ssl
import urllib.request

status = {
    "progressPercentage": 42,
    "estimatedRemainingSeconds": 120,
    "metrics": [{"name": "loss", "value": "0.123"}, {"name": "accuracy", "value": "0.95"}],
    "lastUpdatedTime": datetime.datetime.now(datetime.timezone.utc).isoformat(),
}
with open(os.environ["KUBEFLOW_TRAINER_SERVER_TOKEN"], encoding="ascii") as file:
    token = file.read()
request = urllib.request.Request(
    os.environ["KUBEFLOW_TRAINER_SERVER_URL"],
    json.dumps({"trainerStatus": status}).encode(),
    {"Authorization": f"Bearer {token}"},
)
trust = ssl.create_default_context(cafile=os.environ["KUBEFLOW_TRAINER_SERVER_CA_CERT"])
with urllib.request.urlopen(request, context=trust, timeout=5) as answer:
    assert answer.status == 200, answer.status
    assert json.load(answer)["trainerStatus"]["metrics"] == status["metrics"]
