package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Changes of LimitRanges and RuntimeClasses (GANG-65, GANG-66, GANG-68)")
final class PodDefaultsRouterTest {
    private static final String GANG = "podGroupPolicy: {coscheduling: {}}, ";
    private static final String SANDBOXED =
            "template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {runtimeClassName: sandbox,"
                    + " containers: []}}}}}, {name: twin, template: {spec: {template: {spec: {runtimeClassName: sandbox,"
                    + " containers: []}}}}}]}}";
    private static final String ORDINARY =
            "template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {containers: []}}}}}]}}";
    private static final String OVERRIDE =
            ", podTemplateOverrides: [{targetJobs: [{name: node}], spec: {runtimeClassName: sandbox}}]";

    private final InMemoryKubeApi api = new InMemoryKubeApi(new ManualTimeSource());
    private final LaggingCache<TrainJob> trainJobs = api.cache(TrainJob.class, Map.of());
    private final LaggingCache<TrainingRuntime> runtimes = api.cache(TrainingRuntime.class, Map.of());
    private final LaggingCache<ClusterTrainingRuntime> clusterRuntimes =
            api.cache(ClusterTrainingRuntime.class, Map.of());
    private final List<String> woken = new ArrayList<>();
    private final PodDefaultsRouter router = new PodDefaultsRouter(
            new GangUsers(trainJobs, runtimes, clusterRuntimes, new RuntimeIndex(trainJobs)),
            key -> woken.add(key.toString()));

    @BeforeEach
    void fillTheCluster() {
        trainJobs.addIndex(RuntimeIndex.NAME, RuntimeIndex::values);
        trainJobs.addIndex(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses);
        runtimes.addIndex(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses);
        clusterRuntimes.addIndex(GangUsers.RUNTIME_CLASSES, GangUsers::runtimeClasses);
        for (String namespace : List.of("team-a", "team-b")) {
            put(runtime(namespace, "sandboxed", GANG + SANDBOXED));
            put(runtime(namespace, "ordinary", GANG + ORDINARY));
            put(runtime(namespace, "alone", SANDBOXED));
            put(job(namespace, "waiting", "TrainingRuntime", "sandboxed", true, OVERRIDE));
            put(job(namespace, "overridden", "TrainingRuntime", "ordinary", true, OVERRIDE));
            put(job(namespace, "ordinary", "TrainingRuntime", "ordinary", true, ""));
            put(job(namespace, "running", "TrainingRuntime", "sandboxed", false, ""));
            put(job(namespace, "no-gang", "TrainingRuntime", "alone", true, ""));
            put(job(namespace, "clustered", "ClusterTrainingRuntime", "sandboxed", true, ""));
        }
        put(Manifests.clusterRuntime("sandboxed", "{" + GANG + SANDBOXED + "}"));
        trainJobs.start();
        runtimes.start();
        clusterRuntimes.start();
    }

    @Test
    @DisplayName("a LimitRange wakes the suspended gang jobs of its own namespace (GANG-65)")
    void aLimitRangeWakesItsNamespace() {
        LimitRange range = Manifests.read("{metadata: {name: r, namespace: team-b}}", LimitRange.class);

        router.limitRanges().added(range, true);
        assertThat(woken).as("the first list").isEmpty();
        router.limitRanges().added(range, false);

        assertThat(woken)
                .containsExactlyInAnyOrder(
                        "team-b/waiting", "team-b/overridden", "team-b/ordinary", "team-b/clustered");
        woken.clear();
        router.limitRanges().updated(range, range);
        router.limitRanges().deleted(range);
        assertThat(woken).hasSize(8);
    }

    @Test
    @DisplayName(
            "a RuntimeClass wakes suspended gang jobs that use it, those of one name in two namespaces too, each once (GANG-66)")
    void aRuntimeClassWakesItsUsers() {
        RuntimeClass sandbox = Manifests.read("{metadata: {name: sandbox}, handler: s}", RuntimeClass.class);
        RuntimeClass other = Manifests.read("{metadata: {name: other}, handler: s}", RuntimeClass.class);

        router.runtimeClasses().updated(other, other);
        assertThat(woken).isEmpty();
        router.runtimeClasses().updated(sandbox, sandbox);

        assertThat(woken)
                .containsExactlyInAnyOrder(
                        "team-a/waiting",
                        "team-a/overridden",
                        "team-a/clustered",
                        "team-b/waiting",
                        "team-b/overridden",
                        "team-b/clustered");
    }

    private void put(io.fabric8.kubernetes.api.model.HasMetadata object) {
        api.put(Cluster.anew(object));
    }

    private static TrainingRuntime runtime(String namespace, String name, String spec) {
        TrainingRuntime runtime = Manifests.runtime(name, "{" + spec + "}");
        runtime.getMetadata().setNamespace(namespace);
        return runtime;
    }

    private static TrainJob job(
            String namespace, String name, String kind, String runtime, boolean suspend, String more) {
        TrainJob job = Manifests.trainJob(
                name, "{runtimeRef: {kind: " + kind + ", name: " + runtime + "}, suspend: " + suspend + more + "}");
        job.getMetadata().setNamespace(namespace);
        return job;
    }
}
