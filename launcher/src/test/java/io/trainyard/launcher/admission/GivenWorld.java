package io.trainyard.launcher.admission;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster with runtimes of both kinds, each under every name, and one JobSet. */
final class GivenWorld implements AdmissionReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, RuntimeResource> runtimes = new HashMap<>();
    private final List<String> activeJobs;
    private final boolean unreadable;

    GivenWorld(List<String> activeJobs, boolean unreadable) {
        this.activeJobs = activeJobs;
        this.unreadable = unreadable;
    }

    GivenWorld with(Map<String, Object> tree) {
        Class<? extends RuntimeResource> type =
                tree.get("kind").equals("TrainingRuntime") ? TrainingRuntime.class : ClusterTrainingRuntime.class;
        RuntimeResource runtime = MAPPER.convertValue(tree, type);
        runtimes.put(runtime.getKind() + " " + runtime.getMetadata().getName(), runtime);
        return this;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return Uni.createFrom().item(Optional.ofNullable(runtimes.get(kind + " " + name)));
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
        return unreadable
                ? Uni.createFrom().failure(new IOException("connection reset"))
                : Uni.createFrom().item(activeJobs);
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
        return Uni.createFrom().item(List.of());
    }
}
