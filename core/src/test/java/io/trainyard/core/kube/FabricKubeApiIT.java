package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static io.trainyard.core.kube.Awaiting.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure.Kind;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("FabricKubeApi on a real API server (FAB-13 to FAB-26)")
final class FabricKubeApiIT {
    private static final String NOBODY = "00000000-0000-0000-0000-000000000000";

    private final KubernetesSerialization yaml = new KubernetesSerialization();
    private RunningClient running;
    private KubeApi api;
    private TestCluster cluster;
    private String namespace;

    @BeforeEach
    void connect(TestCluster sharedCluster, TestNamespace ownNamespace) {
        cluster = sharedCluster;
        namespace = ownNamespace.name();
        running = new RunningClient(cluster.kubeconfig(), ClientOptions.defaults());
        api = running.client.requests(RequestLimits.DEFAULT.withRate(0, 0));
    }

    @AfterEach
    void disconnect() {
        running.close();
    }

    @Test
    void whatWeNoLongerApplyIsRemovedAndWhatOthersOwnStays() {
        await(api.apply(map("a", Map.of("ours", "1", "dropped", "1"))));
        await(api.mergePatch(ConfigMap.class, namespace, "a", Map.of("metadata", Map.of("labels", Map.of("x", "y")))));

        ConfigMap applied = await(api.apply(map("a", Map.of("ours", "2"))));

        assertThat(applied.getData()).containsOnly(Map.entry("ours", "2"));
        assertThat(applied.getMetadata().getLabels()).containsEntry("x", "y");
        assertThat(applied.getMetadata().getManagedFields())
                .extracting(fields -> fields.getManager() + " " + fields.getOperation())
                .containsExactlyInAnyOrder("trainer Apply", "trainer Update");
    }

    @Test
    @DisplayName("maps that held our keys can be emptied, as when Kueue evicts a job (JOBSET-15)")
    void mapsThatHeldOurKeysCanBeEmptied() {
        await(api.apply(jobSet("{labels: {a: b}}", "{zone: west}")));

        GenericKubernetesResource emptied = await(api.apply(jobSet("{}", "{}")));

        JobSet read = await(api.get(JobSet.class, namespace, "j")).orElseThrow();
        assertThat(read.getMetadata().getResourceVersion())
                .isEqualTo(emptied.getMetadata().getResourceVersion());
        assertThat(String.valueOf(read.getSpec())).doesNotContain("west", "a=b").contains("emptyDir={}");
    }

    @Test
    @DisplayName("metadata of a Secret is had by the right to get it, and its keys do not travel (MPI-90)")
    void metadataOfASecret() throws Exception {
        await(api.create(new SecretBuilder()
                .withNewMetadata()
                .withName("keys")
                .withNamespace(namespace)
                .endMetadata()
                .addToData("key", "cHJlY2lvdXM=")
                .build()));
        HttpClient http = cluster.adminClient().getHttpClient();

        assertThat(await(api.getMetadata(Secret.class, namespace, "keys")))
                .hasValueSatisfying(metadata -> assertThat(metadata.getUid()).isNotEmpty());
        assertThat(await(api.getMetadata(Secret.class, namespace, "none"))).isEmpty();
        String answer = http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(cluster.adminClient().getMasterUrl() + "api/v1/namespaces/" + namespace
                                        + "/secrets/keys")
                                .header("Accept", ApiRequest.METADATA)
                                .build(),
                        String.class)
                .get(30, TimeUnit.SECONDS)
                .body();
        assertThat(answer).contains("PartialObjectMetadata").doesNotContain("cHJlY2lvdXM=");
    }

    @Test
    void applyingACopyFromTheServerIsPossibleAndChangesNothing() {
        await(api.apply(map("a", Map.of("k", "v"))));
        ConfigMap copy = await(api.get(ConfigMap.class, namespace, "a")).orElseThrow();

        ConfigMap again = await(api.apply(copy));

        assertThat(again.getMetadata().getResourceVersion())
                .isEqualTo(copy.getMetadata().getResourceVersion());
    }

    @Test
    void everyRefusalHasItsMeaning() {
        ConfigMap old = await(api.create(map("a", Map.of("k", "1"))));
        await(api.apply(map("a", Map.of("k", "2"))));

        assertThat(kindOf(api.create(map("a", Map.of())))).isEqualTo(Kind.ALREADY_EXISTS);
        assertThat(kindOf(api.update(old))).isEqualTo(Kind.CONFLICT);
        assertThat(kindOf(api.apply(map("Not_A_Name", Map.of())))).isEqualTo(Kind.INVALID);
        assertThat(kindOf(api.mergePatch(ConfigMap.class, namespace, "nobody", Map.of())))
                .isEqualTo(Kind.NOT_FOUND);
        assertThat(await(api.get(ConfigMap.class, namespace, "nobody"))).isEmpty();
        assertThat(kindOf(api.apply(generic("{apiVersion: nobody.example/v1, kind: None, metadata: {name: x}}"))))
                .isEqualTo(Kind.NOT_FOUND);
        ConfigMap elsewhere = map("a", Map.of());
        elsewhere.getMetadata().setNamespace("no-such-namespace");
        assertThat(failureOf(api.apply(elsewhere)))
                .hasMessageContaining("no-such-namespace")
                .extracting(ApiFailure::kind)
                .isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    @DisplayName("fields that the schema lacks and keys that are there twice are our fault, whatever the code (FAB-26)")
    void objectsThatDoNotFitTheSchemaAreInvalid() {
        GenericKubernetesResource odd = generic("{apiVersion: v1, kind: ConfigMap, metadata: {name: odd, namespace: "
                + namespace + "}, nonsense: true}");
        GenericKubernetesResource twice = jobSet("{}", "{}");
        Map<String, Object> container = twice.get("spec", "replicatedJobs", 0, "template", "spec", "template", "spec");
        container.put(
                "volumes",
                List.of(Map.of("name", "v", "emptyDir", Map.of()), Map.of("name", "v", "emptyDir", Map.of())));

        assertThat(failureOf(api.apply(odd)))
                .hasMessageContaining("nonsense")
                .extracting(ApiFailure::kind)
                .isEqualTo(Kind.INVALID);
        assertThat(kindOf(api.apply(twice))).isEqualTo(Kind.INVALID);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_700_000, 2_500_000})
    @DisplayName("an object that is larger than etcd takes is our fault, too, and the answer says so (FAB-26)")
    void anObjectThatIsTooLargeIsInvalid(int size) {
        GenericKubernetesResource large = jobSet("{}", "{}");
        Map<String, Object> pods = large.get("spec", "replicatedJobs", 0, "template", "spec", "template", "spec");
        pods.put("schedulerName", "x".repeat(size));

        assertThat(failureOf(api.create(large)))
                .hasMessageContaining("larger than the API server stores")
                .extracting(ApiFailure::kind)
                .isEqualTo(Kind.INVALID);
    }

    @Test
    void whoMayDoNothingIsForbidden() {
        try (var restricted = new RunningClient(cluster.restrictedKubeconfig(), ClientOptions.defaults())) {
            assertThat(kindOf(restricted.client.requests().list(ConfigMap.class, namespace, Map.of())))
                    .isEqualTo(Kind.FORBIDDEN);
        }
    }

    @Test
    @DisplayName("a namespace that is being deleted is neither a conflict nor a lack of permission (FAB-26)")
    void aNamespaceThatIsBeingDeletedIsAKindOfItsOwn() {
        TestNamespace doomed = cluster.createNamespace("doomed");
        // Nobody finishes the deletion in a bare cluster: the namespace stays in that state.
        cluster.adminClient().namespaces().withName(doomed.name()).delete();
        ConfigMap late = map("late", Map.of());
        late.getMetadata().setNamespace(doomed.name());

        ApiFailure failure = failureOf(api.apply(late));

        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.NAMESPACE_TERMINATING);
    }

    @Test
    void aStatusIsPatchedOnlyWhenItIsTheOneWeKnow() {
        GenericKubernetesResource made = await(api.apply(generic(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: t, namespace: %s}
                spec: {runtimeRef: {name: r}}
                """
                        .formatted(namespace))));
        String version = made.getMetadata().getResourceVersion();
        Map<String, Object> condition = Map.of(
                "type", "Suspended",
                "status", "True",
                "reason", "Suspended",
                "message", "m",
                "lastTransitionTime", "2026-01-02T03:04:05Z");

        TrainJob patched = await(api.mergePatchStatus(
                TrainJob.class,
                namespace,
                "t",
                Map.of(
                        "metadata", Map.of("resourceVersion", version),
                        "status", Map.of("conditions", List.of(condition)))));
        assertThat(Objects.requireNonNull(patched.getStatus()).conditions()).hasSize(1);

        Map<String, Object> nothing = new HashMap<>(Map.of("metadata", Map.of("resourceVersion", version)));
        nothing.put("status", null);
        assertThat(kindOf(api.mergePatchStatus(TrainJob.class, namespace, "t", nothing)))
                .isEqualTo(Kind.CONFLICT);
        nothing.remove("metadata");
        TrainJob cleared = await(api.mergePatchStatus(TrainJob.class, namespace, "t", nothing));
        assertThat(cleared.getStatus()).isNull();
    }

    @Test
    @DisplayName("only the object that was meant is deleted, and only in the state that was seen (FAB-19)")
    void onlyTheObjectThatWasMeantIsDeleted() {
        ConfigMap first = await(api.create(map("a", Map.of())));
        Preconditions any = new Preconditions(first.getMetadata().getUid(), "");

        assertThat(await(api.delete(ConfigMap.class, namespace, "a", new Preconditions(NOBODY, ""))))
                .isFalse();
        await(api.apply(map("a", Map.of("k", "2"))));
        assertThat(kindOf(api.delete(ConfigMap.class, namespace, "a", Preconditions.of(first))))
                .isEqualTo(Kind.CONFLICT);
        assertThat(await(api.get(ConfigMap.class, namespace, "a"))).isPresent();
        assertThat(await(api.delete(ConfigMap.class, namespace, "a", any))).isTrue();
        assertThat(await(api.delete(ConfigMap.class, namespace, "a", any))).isFalse();
        assertThat(await(api.get(ConfigMap.class, namespace, "a"))).isEmpty();
    }

    @Test
    @DisplayName(
            "only the object that was meant is applied, only in the state that was seen, and none is made (FAB-23)")
    void onlyTheObjectThatWasMeantIsApplied() {
        onlyWhatWasMeantIsApplied(map("j", Map.of("k", "1")), map("j", Map.of("k", "2")));
        onlyWhatWasMeantIsApplied(typed(jobSet("{}", "{}")), typed(jobSet("{labels: {a: b}}", "{}")));
    }

    private void onlyWhatWasMeantIsApplied(HasMetadata wanted, HasMetadata changed) {
        String kind = wanted.getKind();
        HasMetadata seen = await(api.create(wanted));

        assertThat(kindOf(api.apply(changed, new Preconditions(NOBODY, "1"))))
                .as("another %s", kind)
                .isEqualTo(Kind.CONFLICT);
        HasMetadata applied = await(api.apply(changed, Preconditions.of(seen)));
        assertThat(kindOf(api.apply(wanted, Preconditions.of(seen))))
                .as("an older state of a %s", kind)
                .isEqualTo(Kind.CONFLICT);
        assertThat(await(api.delete(applied.getClass(), namespace, "j", Preconditions.of(applied))))
                .isTrue();
        assertThat(kindOf(api.apply(wanted, Preconditions.of(applied))))
                .as("a %s that is gone", kind)
                .isEqualTo(Kind.CONFLICT);
    }

    @Test
    void aLongListIsReadInPagesAndByLabel() {
        List<Uni<ConfigMap>> writes = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            ConfigMap map = map("m" + i, Map.of());
            map.getMetadata().setLabels(Map.of("parity", i % 2 == 0 ? "even" : "odd"));
            writes.add(api.create(map));
        }
        await(Uni.join().all(writes).andFailFast());

        assertThat(await(api.list(ConfigMap.class, namespace, Map.of())))
                .extracting(map -> map.getMetadata().getName())
                .contains("m0", "m1099")
                .hasSizeGreaterThanOrEqualTo(1_100)
                .doesNotHaveDuplicates();
        assertThat(await(api.list(ConfigMap.class, namespace, Map.of("parity", "odd"))))
                .hasSize(550);
    }

    @Test
    void aBigObjectGoesThereAndComesBack() {
        String big = "x".repeat(900_000);

        await(api.apply(map("big", Map.of("text", big))));

        assertThat(await(api.get(ConfigMap.class, namespace, "big"))
                        .orElseThrow()
                        .getData())
                .containsEntry("text", big);
    }

    private ConfigMap map(String name, Map<String, String> data) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withData(data)
                .build();
    }

    private GenericKubernetesResource jobSet(String metadata, String nodeSelector) {
        return generic(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: j, namespace: %1$s}
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      metadata: %2$s
                      spec:
                        template:
                          metadata: %2$s
                          spec:
                            nodeSelector: %3$s
                            containers: [{name: node, image: i}]
                            volumes: [{name: v, emptyDir: {}}]
                """
                        .formatted(namespace, metadata, nodeSelector));
    }

    private JobSet typed(GenericKubernetesResource jobSet) {
        return yaml.unmarshal(yaml.asJson(jobSet), JobSet.class);
    }

    private GenericKubernetesResource generic(String text) {
        return yaml.unmarshal("---\n" + text, GenericKubernetesResource.class);
    }

    private static Kind kindOf(Uni<? extends Object> request) {
        return failureOf(request).kind();
    }
}
