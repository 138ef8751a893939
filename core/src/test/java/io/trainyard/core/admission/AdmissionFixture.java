package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionRequest.Operation;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster as admission sees it, and requests to it as a user would make them. The cluster runtime {@code plain} is there. */
final class AdmissionFixture implements AdmissionReader {
    static final String LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
    static final String NODE = "{name: node, template: {metadata: {labels: {" + LABEL
            + ": trainer}}, spec: {template: {spec: {containers: [{name: node, image: t}, {name: sidecar, image: s}],"
            + " initContainers: [{name: prepare, image: p}], volumes: [{name: disk, emptyDir: {}}]}}}}}";
    static final String PLAIN = "{template: {spec: {replicatedJobs: [" + NODE + "]}}}";

    final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-05-01T10:00:00Z"));
    final Map<String, RuntimeResource> runtimes = new LinkedHashMap<>();
    final Map<String, TrainJob> trainJobs = new LinkedHashMap<>();
    final List<String> activeJobs = new ArrayList<>();
    final List<String> users = new ArrayList<>();
    final List<Plugin> plugins = new ArrayList<>();

    @Nullable
    RuntimeResource kept;

    AdmissionSettings settings = AdmissionSettings.DEFAULT;
    GangFacts gangFacts = GangFacts.NONE;
    Uni<Map<String, String>> namespaceLabels = Uni.createFrom().item(Map.of());
    boolean unreadable;
    boolean silent;
    String version = "v1alpha1";
    String user = "someone";

    AdmissionFixture() {
        with(Manifests.clusterRuntime("plain", PLAIN));
    }

    AdmissionFixture with(RuntimeResource runtime) {
        runtimes.put(runtime.getKind() + " " + runtime.getMetadata().getName(), runtime);
        return this;
    }

    AdmissionWebhooks admissions() {
        return new AdmissionWebhooks(
                this,
                Plugins.of(Stream.concat(Stream.of(new PlainPlugin()), plugins.stream())
                        .toArray(Plugin[]::new)),
                settings,
                time);
    }

    /** A TrainJob as a tree; it uses the runtime {@code plain} unless it says otherwise. */
    static Map<String, Object> trainJob(String spec) {
        Map<String, Object> tree = Manifests.tree(
                "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: demo, namespace: team-a}\nspec: "
                        + spec);
        if (tree.get("spec") instanceof Map<?, ?> given && !given.containsKey("runtimeRef")) {
            Map<String, Object> copy = new LinkedHashMap<>();
            copy.put("runtimeRef", new LinkedHashMap<>(Map.of("name", "plain")));
            given.forEach((key, value) -> copy.put((String) key, value));
            tree.put("spec", copy);
        }
        return tree;
    }

    static Map<String, Object> runtime(String spec) {
        return Manifests.tree(
                "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: r}\nspec: "
                        + spec);
    }

    AdmissionResponse create(String spec) {
        return answer(admissions().trainJobs(), request("TrainJob", trainJob(spec), null));
    }

    AdmissionResponse update(String old, String spec) {
        return update(trainJob(old), trainJob(spec));
    }

    AdmissionResponse update(Map<String, Object> old, Map<String, Object> object) {
        return answer(admissions().trainJobs(), request("TrainJob", object, old));
    }

    /** What the mutating webhook makes of an object. */
    Map<String, Object> defaulted(Map<String, Object> object, @Nullable Map<String, Object> old) {
        AdmissionResponse answer = answer(admissions().trainJobDefaults(), request("TrainJob", object, old));
        return answer.changed().orElse(object);
    }

    AdmissionResponse createRuntime(String spec) {
        return runtime(runtime(spec), null);
    }

    AdmissionResponse runtime(Map<String, Object> object, @Nullable Map<String, Object> old) {
        return answer(admissions().runtimes(), request("ClusterTrainingRuntime", object, old));
    }

    AdmissionRequest request(String kind, Map<String, Object> object, @Nullable Map<String, Object> old) {
        return request(kind, "", object, old);
    }

    AdmissionRequest request(
            String kind, String subresource, Map<String, Object> object, @Nullable Map<String, Object> old) {
        return new AdmissionRequest(
                "uid",
                old == null ? Operation.CREATE : Operation.UPDATE,
                "trainer.kubeflow.org",
                "v1alpha1",
                version,
                kind,
                subresource,
                kind.equals("ClusterTrainingRuntime") ? "" : "team-a",
                "demo",
                user,
                false,
                Optional.of(object),
                Optional.ofNullable(old));
    }

    @Override
    public Uni<Map<String, String>> namespaceLabels(String namespace) {
        return namespaceLabels;
    }

    static AdmissionResponse answer(AdmissionWebhook admission, AdmissionRequest request) {
        CompletionStage<AdmissionResponse> stage =
                admission.review(request).subscribe().asCompletionStage();
        return stage.toCompletableFuture().join();
    }

    private <T> Uni<T> read(T item) {
        return unreadable
                ? Uni.createFrom().failure(new IOException("connection reset"))
                : silent ? Uni.createFrom().nothing() : Uni.createFrom().item(item);
    }

    @Override
    public String knownRuntimes(String kind, String namespace) {
        return "there are: those of " + kind + " in " + namespace;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return read(Optional.ofNullable(runtimes.get(kind + " " + name)));
    }

    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
        return Uni.createFrom().item(Optional.ofNullable(kept));
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return read(Optional.ofNullable(trainJobs.get(namespace + "/" + name)));
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return read(activeJobs);
    }

    @Override
    public GangFacts gangFacts() {
        return gangFacts;
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
        return read(users);
    }
}
