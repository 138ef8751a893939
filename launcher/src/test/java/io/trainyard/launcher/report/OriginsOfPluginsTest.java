package io.trainyard.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.Leaf;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.dashboard.cache.JobSpecs;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.volcano.VolcanoPlugin;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** TrainJobs on shipped runtimes, through the plugins that come with the distribution. */
@DisplayName("The lines of what a TrainJob became name the plugin that set them (OPS-72, OPS-125)")
final class OriginsOfPluginsTest {
    private static final Path RUNTIMES = Path.of("..", "deploy", "runtimes");
    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final Plugins PLUGINS = Plugins.of(
            new PlainPlugin(), new TorchPlugin(), new MpiPlugin(), new CoschedulingPlugin(), new VolcanoPlugin());
    private static final String NODE = "spec.replicatedJobs[node].template.spec.template.";
    private static final String CONTAINER = NODE + "spec.containers[node].";

    @Test
    void torchSetsItsVariablesAndTheTrainJobTheNodes() throws IOException {
        Map<String, String> origins = origins(
                "torch-distributed.yaml",
                "{runtimeRef: {name: torch-distributed}, trainer: {numNodes: 4, image: mine, env: [{name: LR, value: '4'}]}}");

        assertThat(origins)
                .containsEntry(CONTAINER + "env[PET_NNODES].name", "plugin torch")
                .containsEntry(CONTAINER + "env[PET_NNODES].value", "plugin torch")
                .containsEntry(CONTAINER + "env[LR].value", "TrainJob")
                .containsEntry(CONTAINER + "image", "TrainJob")
                .containsEntry(CONTAINER + "name", "runtime")
                .containsEntry("spec.replicatedJobs[node].template.spec.parallelism", "TrainJob");
    }

    @Test
    void mpiSetsKeysAndHostfile() throws IOException {
        Map<String, String> origins =
                origins("mpi-distributed.yaml", "{runtimeRef: {name: mpi-distributed}, trainer: {numNodes: 2}}");

        assertThat(origins)
                .containsEntry(CONTAINER + "volumeMounts[/home/mpiuser/.ssh].mountPath", "plugin mpi")
                .containsEntry(CONTAINER + "command[0]", "runtime")
                .containsEntry(
                        "spec.replicatedJobs[launcher].template.spec.template.spec.containers[node].env[OMPI_MCA_orte_default_hostfile].value",
                        "plugin mpi");
    }

    @Test
    void gangSchedulersSetTheirLabelsAndTheNameOfTheScheduler() throws IOException {
        assertThat(origins(
                        "gang/coscheduling/torch-distributed-with-coscheduling.yaml",
                        "{runtimeRef: {name: torch-distributed-with-coscheduling}, trainer: {numNodes: 4}}"))
                .containsEntry(NODE + "metadata.labels.scheduling.x-k8s.io/pod-group", "plugin coscheduling")
                .containsEntry(CONTAINER + "env[PET_NNODES].value", "plugin torch");
        assertThat(origins(
                        "gang/volcano/torch-distributed-with-volcano.yaml",
                        "{runtimeRef: {name: torch-distributed-with-volcano}, trainer: {numNodes: 4}}"))
                .containsEntry(NODE + "spec.schedulerName", "plugin volcano");
    }

    @Test
    void whatBringsDataToTheTrainerIsTheControllersOwn() throws IOException {
        Map<String, String> origins = origins(
                "torch-distributed-with-initializer.yaml",
                "{runtimeRef: {name: torch-distributed-with-initializer}, initializer: {dataset: {storageUri: 's3://bucket/data'}}, trainer: {numNodes: 1}}");

        String initializer =
                "spec.replicatedJobs[dataset-initializer].template.spec.template.spec.containers[dataset-initializer].";
        assertThat(origins)
                .containsEntry(initializer + "env[STORAGE_URI].name", "Trainyard")
                .containsEntry(initializer + "env[STORAGE_URI].value", "TrainJob")
                .containsEntry(initializer + "volumeMounts[/workspace].mountPath", "runtime");
    }

    @Test
    void whatTheJobSetGotInTheClusterIsTheClusters() throws IOException {
        TrainJob trainJob = trainJob("{runtimeRef: {name: torch-distributed}, trainer: {numNodes: 2}}");
        ClusterTrainingRuntime runtime = runtime("torch-distributed.yaml");
        JobSet live = compiler()
                .compile(trainJob, RuntimeDefinition.of(runtime))
                .await()
                .atMost(TIMEOUT)
                .jobSet();
        Map<String, Object> spec = new LinkedHashMap<>(live.getSpec());
        spec.put("startupPolicy", Map.of("startupPolicyOrder", "AnyOrder"));
        live.setSpec(spec);

        assertThat(origins(trainJob, runtime, live))
                .containsEntry("spec.startupPolicy.startupPolicyOrder", "cluster")
                .doesNotContainValue("added");
    }

    /** The origins by place, as page and report show them by path. */
    private static Map<String, String> origins(String file, String spec) throws IOException {
        TrainJob trainJob = trainJob(spec);
        ClusterTrainingRuntime runtime = runtime(file);
        JobSet made = compiler()
                .compile(trainJob, RuntimeDefinition.of(runtime))
                .await()
                .atMost(TIMEOUT)
                .jobSet();
        return origins(trainJob, runtime, made);
    }

    private static Map<String, String> origins(TrainJob trainJob, ClusterTrainingRuntime runtime, JobSet jobSet) {
        CompileTrace trace = compiler()
                .trace(trainJob, RuntimeDefinition.of(runtime), Optional.of(jobSet))
                .await()
                .atMost(TIMEOUT);
        JobSpec shown = JobSpecs.of(trainJob, Optional.of(runtime), Optional.of(jobSet), Optional.of(trace));
        Map<String, String> byPlace = new LinkedHashMap<>();
        Leaf.of(jobSet.getSpec(), "spec")
                .forEach(leaf ->
                        byPlace.put(leaf.place(), String.valueOf(shown.origins().get("JobSet/" + leaf.path()))));
        return byPlace;
    }

    private static TrainJobCompiler compiler() {
        return new TrainJobCompiler(
                new CompilerPlugins(PLUGINS.mlPolicies(), PLUGINS.podGroupPolicies(), List.of()),
                GangFacts.NONE,
                Optional.of(InitializerClaim.FOLDER));
    }

    private static TrainJob trainJob(String spec) {
        return YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: demo, namespace: team, uid: u1}
                spec: %s
                """
                        .formatted(spec),
                TrainJob.class);
    }

    private static ClusterTrainingRuntime runtime(String file) throws IOException {
        return YAML.unmarshal(Files.readString(RUNTIMES.resolve(file)), ClusterTrainingRuntime.class);
    }
}
