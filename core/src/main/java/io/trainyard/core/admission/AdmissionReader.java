package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What admission reads of a cluster, or of some files. Every answer fails when it cannot be told, and is empty only when there is certainly nothing.
 */
public interface AdmissionReader {
    /**
     * A runtime.
     *
     * @param kind {@code TrainingRuntime} or {@code ClusterTrainingRuntime}
     * @param namespace its namespace; not looked at for the latter
     */
    Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name);

    /**
     * Which runtimes of that kind there are, in a sentence without a stop; empty where nobody knows.
     *
     * @param namespace of the TrainJob that names one
     */
    default String knownRuntimes(String kind, String namespace) {
        return "";
    }

    /** The runtime that a TrainJob has kept since it was first built; empty before, and when what was kept cannot be used. */
    Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob);

    /** A TrainJob as it is stored. */
    Uni<Optional<TrainJob>> trainJob(String namespace, String name);

    /** Names of the replicated jobs of a JobSet that still have active Jobs; empty when there is no such JobSet. */
    Uni<List<String>> activeJobs(String namespace, String jobSet);

    /** What gangs need to know; nothing where there is no cluster. */
    default GangFacts gangFacts() {
        return GangFacts.NONE;
    }

    /** Labels of a namespace; empty where there is no cluster. */
    default Uni<Map<String, String>> namespaceLabels(String namespace) {
        return Uni.createFrom().item(Map.of());
    }

    /** Names of unfinished TrainJobs that use a runtime, at most a few. */
    Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime);
}
