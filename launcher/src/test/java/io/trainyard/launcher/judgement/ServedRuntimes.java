package io.trainyard.launcher.judgement;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.manifest.MissingRuntime;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.Resource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What admission reads, straight from the server. */
final class ServedRuntimes implements AdmissionReader {
    private final LocalApiServer server;

    ServedRuntimes(LocalApiServer server) {
        this.server = server;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        boolean namespaced = kind.equals("TrainingRuntime");
        Resource resource = new Resource(
                "trainer.kubeflow.org", "v1alpha1", namespaced ? "trainingruntimes" : "clustertrainingruntimes");
        return Uni.createFrom()
                .completionStage(() -> server.client("test")
                        .get(resource, namespaced ? namespace : "", name)
                        .toCompletionStage())
                .map(tree -> Optional.of(converted(tree, namespaced)))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static RuntimeResource converted(Map<String, Object> tree, boolean namespaced) {
        Class<? extends RuntimeResource> type = namespaced ? TrainingRuntime.class : ClusterTrainingRuntime.class;
        return TreeConversion.toObject(tree, type);
    }

    @Override
    public String knownRuntimes(String kind, String namespace) {
        return MissingRuntime.known(Input.runtimes().stream()
                .filter(runtime -> kind.equals(runtime.get("kind")))
                .map(runtime -> Tree.text(runtime, "metadata", "name"))
                .sorted()
                .toList());
    }

    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
        return Uni.createFrom().item(List.of());
    }
}
