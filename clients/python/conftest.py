"""What the suite needs of a cluster: a kubeconfig, a namespace of its own, and somebody who ends simulated pods.

The environment says where: KUBECONFIG, TRAINYARD_NAMESPACE, and TRAINYARD_NODE, the name of a node on which pods really run
(ClusterNode in the tests of launcher makes one); tests that need one are skipped without it. Where all pods really run (`trainyard up`), TRAINYARD_OUTCOMES is a folder in
which programs of the suite's image look for a file with the name of their host that says how they end; tests whose programs are not
installed here are skipped then.
"""

import logging
import os
import pathlib
import time

from kubernetes import client, config
import pytest

from kubeflow.common.types import KubernetesBackendConfig
from kubeflow.trainer import TrainerClient

NAMESPACE = os.environ["TRAINYARD_NAMESPACE"]
OUTCOMES = os.environ.get("TRAINYARD_OUTCOMES", "")
TIMEOUT = float(os.environ.get("TRAINYARD_TIMEOUT", "180"))


class Cluster:
    """The cluster as its administrator sees it, for what the SDK has no call for."""

    def __init__(self):
        api = client.ApiClient()
        self.core = client.CoreV1Api(api)
        self.custom = client.CustomObjectsApi(api)

    def until(self, what, probe):
        """Waits for a truth, and gives it."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            found = probe()
            if found:
                return found
            time.sleep(0.2)
        raise AssertionError(f"not within {TIMEOUT} s: {what}")

    def pods(self, job):
        selector = f"jobset.sigs.k8s.io/jobset-name={job}"
        return self.core.list_namespaced_pod(NAMESPACE, label_selector=selector).items

    def end_pods(self, job, count, outcome):
        """Tells the simulated node how the containers of a job end: Succeeded or Failed."""
        pods = self.until(
            f"{count} running pods of {job}",
            lambda: [p for p in self.pods(job) if p.status.phase == "Running"][: count or None]
            if len([p for p in self.pods(job) if p.status.phase == "Running"]) >= count
            else None,
        )
        for pod in pods:
            if OUTCOMES:
                file = pathlib.Path(OUTCOMES) / pod.spec.hostname
                file.with_suffix(".new").write_text(outcome)
                file.with_suffix(".new").rename(file)
                continue
            body = {"metadata": {"annotations": {"sim/outcome": outcome}}}
            self.core.patch_namespaced_pod(pod.metadata.name, NAMESPACE, body)

    def end_all_pods(self, jobs):
        """Tells the simulated node that all containers of these jobs end well, step by step, until the jobs are Complete."""

        def complete(job):
            for pod in self.pods(job):
                if pod.status.phase == "Running" and "sim/outcome" not in (pod.metadata.annotations or {}):
                    body = {"metadata": {"annotations": {"sim/outcome": "Succeeded"}}}
                    try:
                        self.core.patch_namespaced_pod(pod.metadata.name, NAMESPACE, body)
                    except client.ApiException as gone:
                        # An elastic job is over when one of its nodes is, and its other pods are deleted.
                        if gone.status != 404:
                            raise
            conditions = self.trainjob(job).get("status", {}).get("conditions", [])
            return any(c["type"] == "Complete" and c["status"] == "True" for c in conditions)

        left = set(jobs)

        def none_is_left():
            left.difference_update([job for job in left if complete(job)])
            return not left

        self.until(f"{jobs} are Complete", none_is_left)

    def simulated_node(self):
        """The name of a node whose pods run only in name."""
        return next(node.metadata.name for node in self.core.list_node().items if not (node.spec and node.spec.taints))

    def trainjob(self, name):
        return self.custom.get_namespaced_custom_object(
            "trainer.kubeflow.org", "v1alpha1", NAMESPACE, "trainjobs", name
        )

    def job_set(self, name):
        try:
            return self.custom.get_namespaced_custom_object(
                "jobset.x-k8s.io", "v1alpha2", NAMESPACE, "jobsets", name
            )
        except client.ApiException as failure:
            if failure.status == 404:
                return None
            raise

    def create_runtime(self, name, framework, policy, pod):
        """A runtime of the namespace whose node has the fields of `pod`; a container that fails is not tried again."""
        body = {
            "apiVersion": "trainer.kubeflow.org/v1alpha1",
            "kind": "TrainingRuntime",
            "metadata": {"name": name, "labels": {"trainer.kubeflow.org/framework": framework}},
            "spec": {
                "mlPolicy": policy,
                "template": {
                    "spec": {
                        "replicatedJobs": [
                            {
                                "name": "node",
                                "template": {
                                    "metadata": {
                                        "labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}
                                    },
                                    "spec": {
                                        "backoffLimit": 0,
                                        "template": {
                                            "spec": {
                                                "containers": [{"name": "node", "image": "example.com/image"}],
                                                **pod,
                                            }
                                        }
                                    },
                                },
                            }
                        ]
                    }
                },
            },
        }
        self.custom.create_namespaced_custom_object(
            "trainer.kubeflow.org", "v1alpha1", NAMESPACE, "trainingruntimes", body
        )

    def delete_runtime(self, name):
        self.custom.delete_namespaced_custom_object(
            "trainer.kubeflow.org", "v1alpha1", NAMESPACE, "trainingruntimes", name
        )


@pytest.fixture(scope="session")
def cluster():
    config.load_kube_config()
    return Cluster()


@pytest.fixture
def runtime(cluster):
    """Makes runtimes of the namespace, and removes them after the jobs."""
    made = []

    def create(name, framework="plain", policy=None, pod=None):
        cluster.create_runtime(name, framework, policy or {"numNodes": 1}, pod or {})
        made.append(name)
        return name

    yield create
    for name in made:
        cluster.delete_runtime(name)


@pytest.fixture
def sdk(cluster, runtime):
    """The client that a user has; every test gets a fresh one, and leaves no job."""
    sdk = TrainerClient(KubernetesBackendConfig(namespace=NAMESPACE))
    yield sdk
    for job in sdk.list_jobs():
        sdk.delete_job(job.name)
    # Runtimes go after the jobs that refer to them, so this fixture asks for theirs.
    cluster.until("no pods", lambda: not cluster.core.list_namespaced_pod(NAMESPACE).items)


@pytest.fixture
def real_node():
    """Fields of a pod that runs on this machine; only where there is such a node."""
    node = os.environ.get("TRAINYARD_NODE", "")
    if not node:
        pytest.skip("TRAINYARD_NODE does not name a node that runs programs")
    return {
        "nodeSelector": {"kubernetes.io/hostname": node},
        "tolerations": [{"key": "trainyard.dev/processes", "operator": "Exists"}],
    }


@pytest.fixture
def any_program():
    """Pods whose programs are not installed on this machine; only where they run in name only."""
    if OUTCOMES:
        pytest.skip("TRAINYARD_OUTCOMES says that all pods really run")


@pytest.fixture(autouse=True)
def no_warnings_of_the_sdk(caplog):
    """The SDK tells by warnings what it does not understand."""
    yield
    said = [r.getMessage() for r in caplog.records if r.name.startswith("kubeflow") and r.levelno >= logging.WARNING]
    assert not said, said
