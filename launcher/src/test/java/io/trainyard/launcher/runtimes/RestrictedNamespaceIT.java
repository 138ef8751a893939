package io.trainyard.launcher.runtimes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.install.RestrictedRuntime;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real API server says of pods in namespaces under Pod Security, a ResourceQuota and a LimitRange. */
@RealCluster
@DisplayName("Namespaces that take few pods (RT-20, PIPE-95, LOCAL-202)")
final class RestrictedNamespaceIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private static final String QUOTA =
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: quota}
            spec: {hard: {requests.cpu: "64", requests.memory: 256Gi, limits.cpu: "64", limits.memory: 256Gi, pods: "50"}}
            """;

    private static final String BOUNDS =
            """
            apiVersion: v1
            kind: LimitRange
            metadata: {name: bounds}
            spec:
              limits:
                - type: Container
                  max: {cpu: "16", memory: 32Gi}
                  min: {cpu: 100m, memory: 128Mi}
                  maxLimitRequestRatio: {cpu: "2", memory: "2"}
            """;

    private static final String DEFAULTS = BOUNDS
            + """
                  default: {cpu: 800m, memory: 1Gi}
                  defaultRequest: {cpu: 400m, memory: 512Mi}
            """;

    private static final String RESOURCES =
            "resourcesPerNode: {requests: {cpu: 2, memory: 4Gi}, limits: {cpu: 2, memory: 4Gi}}";

    /** What the user writes fits, and has no group for volumes. */
    private static final String FLUX =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata:
              name: flux-restricted
              labels: {trainer.kubeflow.org/framework: flux}
            spec:
              mlPolicy: {numNodes: 2, flux: {numProcPerNode: 1}}
              template:
                spec:
                  replicatedJobs:
                    - name: node
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          template:
                            spec:
                              securityContext: {runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: {type: RuntimeDefault}}
                              containers:
                                - name: node
                                  image: registry.example.com/lammps:1
                                  securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
            """;

    @ParameterizedTest(name = "level {0}, {1}")
    @CsvSource({
        "restricted, LimitRange without defaults",
        "restricted, LimitRange with defaults",
        "restricted, quota alone",
        "privileged, LimitRange without defaults",
        "privileged, LimitRange with defaults",
        "privileged, quota alone"
    })
    @DisplayName("every pod of every shipped runtime is taken: restricted where the level is, and as shipped elsewhere")
    void shippedRuntimes(String level, String limits, TestCluster cluster) throws IOException {
        KubernetesClient admin = cluster.adminClient();
        String namespace = namespace(admin, level, limits);
        List<String> taken = new ArrayList<>();
        try {
            for (ClusterTrainingRuntime shipped : shipped()) {
                ClusterTrainingRuntime runtime = level.equals("restricted") ? RestrictedRuntime.of(shipped) : shipped;
                for (Pod pod : pods(compiled(namespace, runtime, limits.equals("quota alone")))) {
                    assertThatCode(() -> take(admin, namespace, pod))
                            .as(shipped.getMetadata().getName() + ": " + YAML.asYaml(pod))
                            .doesNotThrowAnyException();
                    taken.add(shipped.getMetadata().getName());
                }
            }
        } finally {
            admin.namespaces().withName(namespace).delete();
        }
        assertThat(taken).hasSizeGreaterThan(40);
    }

    @Test
    @DisplayName("initializers are taken everywhere as they are shipped, the other pods of shipped runtimes are not")
    void asShipped(TestCluster cluster) throws IOException {
        KubernetesClient admin = cluster.adminClient();
        String namespace = namespace(admin, "restricted", "LimitRange with defaults");
        try {
            for (ClusterTrainingRuntime runtime : shipped()) {
                for (Pod pod : pods(compiled(namespace, runtime, false))) {
                    boolean initializer =
                            pod.getSpec().getContainers().get(0).getName().endsWith("-initializer");
                    if (initializer) {
                        assertThatCode(() -> take(admin, namespace, pod)).doesNotThrowAnyException();
                    } else {
                        assertThatThrownBy(() -> take(admin, namespace, pod))
                                .hasMessageContaining("violates PodSecurity");
                    }
                }
            }
        } finally {
            admin.namespaces().withName(namespace).delete();
        }
    }

    @ParameterizedTest
    @CsvSource({"LimitRange without defaults", "LimitRange with defaults", "quota alone"})
    @DisplayName("the pods of a Flux job come, with the installer that was added to them")
    void flux(String limits, TestCluster cluster) {
        KubernetesClient admin = cluster.adminClient();
        String namespace = namespace(admin, "restricted", limits);
        try {
            CompiledJob job = compiled(
                    namespace, YAML.unmarshal(FLUX, ClusterTrainingRuntime.class), limits.equals("quota alone"));
            HasMetadata jobSet = YAML.unmarshal(YAML.asYaml(job.jobSet()));
            // The TrainJob is not there, so its JobSet would be collected.
            jobSet.getMetadata().setOwnerReferences(List.of());
            admin.resource(jobSet).inNamespace(namespace).create();
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            admin.pods().inNamespace(namespace).list().getItems())
                    .hasSize(2)
                    .allSatisfy(pod -> assertThat(pod.getSpec().getInitContainers())
                            .extracting("name")
                            .containsExactly("flux-installer")));
        } finally {
            admin.namespaces().withName(namespace).delete();
        }
    }

    private static void take(KubernetesClient admin, String namespace, Pod pod) {
        admin.pods().inNamespace(namespace).resource(pod).dryRun(true).create();
    }

    private static String namespace(KubernetesClient admin, String level, String limits) {
        Namespace namespace = admin.resource(read(
                        "{apiVersion: v1, kind: Namespace, metadata: {generateName: takes-few-, labels: {pod-security.kubernetes.io/enforce: "
                                + level + "}}}",
                        Namespace.class))
                .create();
        String name = namespace.getMetadata().getName();
        admin.load(stream(QUOTA)).inNamespace(name).create();
        if (!limits.equals("quota alone")) {
            admin.load(stream(limits.equals("LimitRange with defaults") ? DEFAULTS : BOUNDS))
                    .inNamespace(name)
                    .create();
        }
        // Before the quota is counted, nothing is taken; before the API server has heard of the LimitRange, everything
        // is.
        await().atMost(LIMIT)
                .until(() -> admin.resourceQuotas()
                                .inNamespace(name)
                                .withName("quota")
                                .get()
                                .getStatus()
                        != null);
        await().atMost(LIMIT).ignoreExceptions().until(() -> {
            Pod probe = read(
                    "{apiVersion: v1, kind: Pod, metadata: {generateName: p-}, spec: {securityContext: {runAsNonRoot: true, seccompProfile:"
                            + " {type: RuntimeDefault}}, containers: [{name: c, image: i, securityContext: {allowPrivilegeEscalation: false,"
                            + " capabilities: {drop: [ALL]}}, resources: {requests: {cpu: 1, memory: 1Gi}, limits: {cpu: 1, memory: 1Gi}}}]}}",
                    Pod.class);
            take(admin, name, probe);
            return true;
        });
        return name;
    }

    private static <T> T read(String yaml, Class<T> type) {
        return TreeConversion.toObject(Tree.object(Yaml.parse(yaml)), type);
    }

    private static InputStream stream(String yaml) {
        return new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private static List<ClusterTrainingRuntime> shipped() throws IOException {
        try (Stream<Path> files = Files.list(ShippedJob.ROOT.resolve("deploy/runtimes"))) {
            List<ClusterTrainingRuntime> runtimes = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                runtimes.add(YAML.unmarshal(Files.readString(file), ClusterTrainingRuntime.class));
            }
            return runtimes;
        }
    }

    private static CompiledJob compiled(String namespace, ClusterTrainingRuntime runtime, boolean resources) {
        TrainJob job = read(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: j, namespace: "
                        + namespace
                        + "}, spec: {runtimeRef: {name: "
                        + runtime.getMetadata().getName()
                        + "}, trainer: {command: [train], " + (resources ? RESOURCES : "") + "}}}",
                TrainJob.class);
        return ShippedJob.compiled(job, runtime);
    }

    /** The pods as JobSet makes them: with the volumes of its claims. */
    private static List<Pod> pods(CompiledJob job) {
        List<Object> claims = Tree.objects(TreeConversion.toTree(job.jobSet()), "spec", "volumeClaimPolicies").stream()
                .flatMap(policy -> Tree.objects(policy, "templates").stream())
                .map(template -> Tree.text(template, "metadata", "name"))
                .<Object>map(name -> Tree.of("name", name, "persistentVolumeClaim", Tree.of("claimName", name)))
                .toList();
        return job.jobSet().replicatedJobs().stream()
                .map(replicated -> TreeConversion.toObject(
                        Tree.of(
                                "apiVersion",
                                "v1",
                                "kind",
                                "Pod",
                                "metadata",
                                Map.of("generateName", "p-"),
                                "spec",
                                withVolumes(PodTrees.podSpec(replicated), claims)),
                        Pod.class))
                .toList();
    }

    private static Map<String, Object> withVolumes(Map<String, Object> podSpec, List<Object> claims) {
        List<Object> volumes = new ArrayList<>(Tree.list(podSpec, "volumes"));
        volumes.addAll(claims);
        return Tree.with(podSpec, "volumes", volumes);
    }
}
