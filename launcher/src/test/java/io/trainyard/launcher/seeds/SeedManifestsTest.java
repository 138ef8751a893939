package io.trainyard.launcher.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.fuzz.Findings;
import io.trainyard.launcher.fuzz.WholeWay;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every manifest of the documents that users come with, unmodified, in an API server of this process: schema, webhooks, compiler, JobSet and its Jobs. It
 * runs, or is refused for the reason that its own text gives. On a real control plane the same manifests are conformance cases.
 */
@DisplayName("Manifests of the documents")
final class SeedManifestsTest {
    private static final String CLUSTER_RUNTIME = "ClusterTrainingRuntime";
    private static final List<String> NAMESPACES = List.of("kubeflow", "team-a", "tenant-alpha");
    private static Findings findings;
    private static WholeWay way;

    @BeforeAll
    static void start() {
        findings = new Findings();
        way = new WholeWay(findings);
        NAMESPACES.forEach(way::addNamespace);
    }

    @AfterAll
    static void stop() {
        way.close();
    }

    @AfterEach
    void nothingIsOdd() {
        assertThat(findings.toString()).isEmpty();
    }

    static Stream<SeedManifest> manifests() {
        return SeedManifest.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manifests")
    void runsOrIsRefusedForTheReasonThatItsTextGives(SeedManifest manifest) {
        switch (manifest.outcome()) {
            case "runs" -> assertThat(ends(manifest)).containsOnly(WholeWay.End.RUNS);
            case "stored" -> {
                assertThat(ends(manifest)).containsOnly(WholeWay.End.TRAIN_JOB_REFUSED);
                assertThat(way.refusal()).contains("spec.runtimeRef");
            }
            case "refused" -> {
                assertThat(ends(manifest)).containsOnly(WholeWay.End.RUNTIME_REFUSED);
                assertThat(way.refusal()).contains(manifest.header().get("says"));
            }
            case "foreign" ->
                assertThat(manifest.objects())
                        .noneMatch(object -> Tree.text(object, "apiVersion").contains("kubeflow.org"));
            default -> throw new AssertionError(manifest + " says no outcome");
        }
    }

    /** How far each object comes: a runtime with a TrainJob that only names it, a TrainJob with its runtime. */
    private static List<WholeWay.End> ends(SeedManifest manifest) {
        List<Map<String, Object>> objects = manifest.objects();
        assertThat(objects).isNotEmpty();
        Optional<Map<String, Object>> own = objects.stream()
                .filter(object -> Tree.text(object, "kind").endsWith("TrainingRuntime"))
                .findFirst();
        return objects.stream()
                .map(object -> {
                    boolean job = "TrainJob".equals(object.get("kind"));
                    return job
                            ? way.go(manifest.runtime().or(() -> own).orElseThrow(), object)
                            : way.go(object, trainJobOn(object));
                })
                .toList();
    }

    private static Map<String, Object> trainJobOn(Map<String, Object> runtime) {
        String kind = Tree.text(runtime, "kind");
        Map<String, Object> metadata = Tree.of("name", "job");
        if (!kind.equals(CLUSTER_RUNTIME)) {
            metadata.put("namespace", Tree.text(runtime, "metadata", "namespace"));
        }
        return Tree.of(
                "apiVersion",
                "trainer.kubeflow.org/v1alpha1",
                "kind",
                "TrainJob",
                "metadata",
                metadata,
                "spec",
                Tree.of("runtimeRef", Tree.of("kind", kind, "name", Tree.text(runtime, "metadata", "name"))));
    }
}
