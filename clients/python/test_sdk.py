"""The `kubeflow` SDK, unmodified, against Trainyard (SDK-01 to SDK-55). Start with PythonSdkIT, which brings the cluster."""

import os
import pathlib
import time

import pytest

from kubeflow.trainer import (
    BuiltinTrainer,
    CustomTrainer,
    CustomTrainerContainer,
    HuggingFaceDatasetInitializer,
    HuggingFaceModelInitializer,
    Initializer,
    LoraConfig,
    RuntimeKind,
    TorchTuneConfig,
)
from kubeflow.trainer.options import (
    ActiveDeadlineSeconds,
    Annotations,
    ContainerPatch,
    JobSetSpecPatch,
    JobSetTemplatePatch,
    JobSpecPatch,
    JobTemplatePatch,
    Labels,
    Name,
    PodSpecPatch,
    PodTemplatePatch,
    ReplicatedJobPatch,
    RuntimePatch,
    TrainingRuntimeSpecPatch,
)

IMAGE = "example.com/train:1"
SHIPPED = {file.stem for file in (pathlib.Path(__file__).parents[2] / "deploy" / "runtimes").glob("*.yaml")}


def hello(word):
    import os

    print(f"{word} from node {os.environ['JOB_COMPLETION_INDEX']}", flush=True)


def sum_of_ranks():
    import torch
    import torch.distributed

    torch.distributed.init_process_group("gloo")
    rank = torch.tensor([float(torch.distributed.get_rank())])
    torch.distributed.all_reduce(rank)
    print(f"sum of ranks {rank.item()} of {torch.distributed.get_world_size()}", flush=True)
    torch.distributed.destroy_process_group()


def container(nodes=1, **more):
    return CustomTrainerContainer(image=IMAGE, num_nodes=nodes, **more)


class TestRuntimes:
    def test_all_shipped_runtimes_are_understood(self, sdk):
        """SDK-02, SDK-20 to SDK-27"""
        runtimes = {r.name: r for r in sdk.list_runtimes()}
        assert SHIPPED <= runtimes.keys()
        assert all(r.kind == RuntimeKind.CLUSTER_TRAINING_RUNTIME for r in runtimes.values())
        assert all(r.trainer.image for r in runtimes.values())
        assert runtimes["torch-distributed"].trainer.framework == "torch"
        assert "torchrun" in " ".join(runtimes["torch-distributed"].trainer.command), "SDK-25: torch: {} is kept"

    def test_a_trainer_runs_on_each_shipped_runtime(self, sdk, cluster, any_program):
        """SDK-20 to SDK-26: the built-in one where the runtime is for it, a function everywhere else"""
        jobs = {}
        for name in SHIPPED:
            runtime = sdk.get_runtime(name)
            builtin = runtime.trainer.trainer_type.name == "BUILTIN_TRAINER"
            trainer = (
                BuiltinTrainer(config=TorchTuneConfig(epochs=1))
                if builtin
                else CustomTrainer(func=hello, func_args={"word": name}, image=IMAGE)
            )
            jobs[sdk.train(runtime=runtime, trainer=trainer)] = name

        cluster.end_all_pods(jobs)

        assert {jobs[name]: sdk.get_job(name).status for name in jobs} == dict.fromkeys(SHIPPED, "Complete")

    def test_a_runtime_of_the_namespace_hides_one_of_the_cluster(self, sdk, runtime):
        """SDK-02, SDK-03"""
        runtime("plain-distributed", policy={"numNodes": 3})
        found = sdk.get_runtime("plain-distributed")
        assert found.kind == RuntimeKind.TRAINING_RUNTIME
        assert found.trainer.num_nodes == 3
        assert [r.kind for r in sdk.list_runtimes() if r.name == "plain-distributed"] == [
            RuntimeKind.TRAINING_RUNTIME
        ]
        assert sdk.get_runtime("torch-distributed").kind == RuntimeKind.CLUSTER_TRAINING_RUNTIME

    def test_an_unknown_runtime_is_an_error(self, sdk):
        """SDK-03"""
        with pytest.raises(RuntimeError, match="no-such"):
            sdk.get_runtime("no-such")


class TestJobs:
    def test_a_job_goes_from_created_to_running_to_complete(self, sdk, cluster):
        """SDK-05, SDK-06, SDK-09, SDK-26, SDK-41 to SDK-43, SDK-50"""
        name = sdk.train(runtime=sdk.get_runtime("torch-distributed"), trainer=container(nodes=2))

        job = sdk.wait_for_job_status(name, status={"Running"}, timeout=120)
        assert job.num_nodes == 2
        assert job.runtime.name == "torch-distributed"
        assert sorted(step.name for step in job.steps) == ["node-0", "node-1"]
        assert {step.status for step in job.steps} == {"Running"}
        assert [j.name for j in sdk.list_jobs()] == [name]
        assert [j.name for j in sdk.list_jobs(runtime=sdk.get_runtime("torch-distributed"))] == [name]
        assert sdk.list_jobs(runtime=sdk.get_runtime("plain-distributed")) == []
        assert "simulated" in "\n".join(sdk.get_job_logs(name, step="node-1")), "SDK-07"

        cluster.end_pods(name, 2, "Succeeded")
        assert sdk.wait_for_job_status(name, timeout=120).status == "Complete"
        assert sdk.get_job(name).status == "Complete"

    def test_a_failed_job_says_so(self, sdk, cluster, runtime):
        """SDK-09, SDK-50, SDK-53, SDK-54, OPS-41"""
        name = sdk.train(runtime=sdk.get_runtime(runtime("fails")), trainer=container())
        sdk.wait_for_job_status(name, status={"Running"}, timeout=120)
        cluster.end_pods(name, 1, "Failed")

        with pytest.raises(RuntimeError, match="is Failed"):
            sdk.wait_for_job_status(name, timeout=120)
        assert sdk.wait_for_job_status(name, status={"Failed"}, timeout=120).status == "Failed"
        # An event is written beside the status, and may come after it.
        end = time.monotonic() + 60
        while True:
            events = sdk.get_job_events(name)
            if any(e.involved_object_kind == "TrainJob" for e in events):
                break
            assert time.monotonic() < end, "SDK-53: told on the TrainJob"
            time.sleep(0.2)
        assert all(e.event_time for e in events)

    def test_what_a_user_sets_reaches_the_pods(self, sdk, cluster):
        """SDK-30 to SDK-34"""
        host = cluster.simulated_node()
        patch = RuntimePatch(
            training_runtime_spec=TrainingRuntimeSpecPatch(
                template=JobSetTemplatePatch(
                    spec=JobSetSpecPatch(
                        replicated_jobs=[
                            ReplicatedJobPatch(
                                name="node",
                                template=JobTemplatePatch(
                                    spec=JobSpecPatch(
                                        template=PodTemplatePatch(
                                            spec=PodSpecPatch(
                                                node_selector={"kubernetes.io/hostname": host},
                                                containers=[
                                                    ContainerPatch(
                                                        name="node", env=[{"name": "PATCHED", "value": "yes"}]
                                                    )
                                                ],
                                            )
                                        )
                                    )
                                ),
                            )
                        ]
                    )
                )
            )
        )
        name = sdk.train(
            runtime="torch-distributed",
            trainer=container(resources_per_node={"gpu": 2, "cpu": 3, "memory": "4Gi"}, env={"LR": "0.1"}),
            options=[
                Name("my-job"),
                Labels({"team": "a"}),
                Annotations({"note": "b"}),
                ActiveDeadlineSeconds(3600),
                patch,
            ],
        )
        assert name == "my-job"
        job = sdk.wait_for_job_status(name, status={"Running"}, timeout=120)
        assert (job.steps[0].device, str(job.steps[0].device_count)) == ("gpu", "2"), "SDK-44"

        trainjob = cluster.trainjob(name)
        assert trainjob["metadata"]["labels"]["team"] == "a"
        assert trainjob["metadata"]["annotations"]["note"] == "b"
        assert trainjob["spec"]["activeDeadlineSeconds"] == 3600
        pod = cluster.pods(name)[0]
        node = pod.spec.containers[0]
        assert node.image == IMAGE
        assert node.resources.limits == node.resources.requests == {
            "nvidia.com/gpu": "2",
            "cpu": "3",
            "memory": "4Gi",
        }
        values = {e.name: e.value for e in node.env}
        assert values["LR"] == "0.1"
        assert values["PATCHED"] == "yes"
        assert values["PET_NPROC_PER_NODE"] == "auto", "SDK-31: torchrun counts the GPUs, for the SDK says no number"
        assert pod.spec.node_name == host

    def test_a_long_function_survives(self, sdk, cluster):
        """SDK-31: tens of kilobytes in one string of a shell"""
        words = "x" * 60_000
        name = sdk.train(
            runtime="plain-distributed", trainer=CustomTrainer(func=hello, func_args={"word": words}, image=IMAGE)
        )
        cluster.until("a pod", lambda: cluster.pods(name))
        assert words in " ".join(cluster.pods(name)[0].spec.containers[0].command)

    def test_a_deleted_job_takes_everything_along(self, sdk, cluster):
        """SDK-10"""
        name = sdk.train(runtime="plain-distributed", trainer=container())
        sdk.wait_for_job_status(name, status={"Running"}, timeout=120)

        sdk.delete_job(name)

        cluster.until("no JobSet and no pods", lambda: not cluster.job_set(name) and not cluster.pods(name))
        with pytest.raises(RuntimeError, match=name):
            sdk.get_job(name)
        assert sdk.list_jobs() == []

    def test_many_jobs_are_all_listed(self, sdk):
        """SDK-06"""
        names = {sdk.train(runtime="plain-distributed", trainer=container()) for _ in range(5)}
        assert {job.name for job in sdk.list_jobs()} == names


class TestFineTuning:
    def test_the_built_in_trainer_gets_recipe_and_configuration(self, sdk, cluster, any_program):
        """SDK-25, SDK-33, SDK-35: LoRA on one GPU; the data set's path replaces what the runtime says of data sets"""
        runtime = sdk.get_runtime("torchtune-qwen2.5-1.5b")
        assert runtime.trainer.framework == "torchtune"
        assert runtime.trainer.command == ("tune", "run")
        config = TorchTuneConfig(
            epochs=2,
            batch_size=4,
            peft_config=LoraConfig(lora_rank=8),
            resources_per_node={"gpu": 1, "cpu": 2},
        )
        data = Initializer(
            dataset=HuggingFaceDatasetInitializer(storage_uri="hf://acme/instructions/train"),
            model=HuggingFaceModelInitializer(storage_uri="hf://acme/base"),
        )
        name = sdk.train(runtime=runtime, initializer=data, trainer=BuiltinTrainer(config=config))

        cluster.end_all_pods([name])

        assert sdk.wait_for_job_status(name, timeout=60).status == "Complete"
        containers = {pod.spec.containers[0].name: pod.spec.containers[0] for pod in cluster.pods(name)}
        assert {e.name: e.value for e in containers["dataset-initializer"].env}["STORAGE_URI"] == (
            "hf://acme/instructions/train"
        )
        assert {e.name: e.value for e in containers["model-initializer"].env}["STORAGE_URI"] == "hf://acme/base"
        node = containers["node"]
        assert node.command == [
            "tune",
            "run",
            "lora_finetune_single_device",
            "--config",
            "qwen2_5/1.5B_lora_single_device",
            "output_dir=/workspace/output",
            "tokenizer.path=/workspace/model/vocab.json",
            "tokenizer.merges_file=/workspace/model/merges.txt",
            "checkpointer.checkpoint_dir=/workspace/model",
        ]
        assert {"epochs=2", "batch_size=4", "dataset.data_dir=/workspace/dataset/train", "model.lora_rank=8"} <= set(
            node.args
        )
        assert "PET_MASTER_ADDR" not in {e.name for e in node.env}


class TestRealTraining:
    def test_a_function_runs_on_two_nodes_and_its_words_come_back(self, sdk, runtime, real_node):
        """SDK-07, SDK-25, SDK-43"""
        here = sdk.get_runtime(runtime("plain-here", policy={"numNodes": 2}, pod=real_node))
        name = sdk.train(runtime=here, trainer=CustomTrainer(func=hello, func_args={"word": "Hello"}, num_nodes=2))

        job = sdk.wait_for_job_status(name, timeout=180)

        assert job.status == "Complete"
        assert {step.status for step in job.steps} == {"Succeeded"}
        for index in (0, 1):
            assert list(sdk.get_job_logs(name, step=f"node-{index}")) == [f"Hello from node {index}"]

    def test_a_log_can_be_followed_to_its_end(self, sdk, runtime, real_node):
        """SDK-07"""
        here = sdk.get_runtime(runtime("plain-follow", pod=real_node))

        def count():
            import time

            for i in range(5):
                print("step", i, flush=True)
                time.sleep(0.3)

        name = sdk.train(runtime=here, trainer=CustomTrainer(func=count))
        sdk.wait_for_job_status(name, status={"Running", "Complete"}, timeout=180)

        assert list(sdk.get_job_logs(name, follow=True)) == [f"step {i}" for i in range(5)]
        assert sdk.wait_for_job_status(name, timeout=60).status == "Complete"

    def test_torch_trains_on_two_nodes(self, sdk, runtime, real_node):
        """SDK-25: torchrun finds its peers by the variables that the runtime sets"""
        if not os.environ.get("TRAINYARD_TORCH"):
            pytest.skip("TRAINYARD_TORCH says that the node's Python has no torch")
        policy = {"numNodes": 2, "torch": {}}
        here = sdk.get_runtime(runtime("torch-here", framework="torch", policy=policy, pod=real_node))
        # torchrun of PyTorch 1.13 does not start on Python 3.11 without these two; newer ones take them, too.
        variables = {"PET_REDIRECTS": "1", "PET_TEE": "1"}
        trainer = CustomTrainer(func=sum_of_ranks, num_nodes=2, resources_per_node={"cpu": 1}, env=variables)
        name = sdk.train(runtime=here, trainer=trainer)

        sdk.wait_for_job_status(name, timeout=180)

        assert "sum of ranks 1.0 of 2" in "\n".join(sdk.get_job_logs(name))

    def test_packages_of_a_runtime_are_printed(self, sdk, runtime, real_node, capsys):
        """SDK-04"""
        sdk.get_runtime_packages(sdk.get_runtime(runtime("plain-packages", pod=real_node)))
        assert "Python: 3." in capsys.readouterr().out
        assert sdk.list_jobs() == []
