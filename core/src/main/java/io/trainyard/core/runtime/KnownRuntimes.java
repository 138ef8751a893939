package io.trainyard.core.runtime;

import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.manifest.MissingRuntime;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.Collection;
import java.util.List;

/** Says which runtimes there are, to somebody who has named another one. Safe on any thread. */
public final class KnownRuntimes {
    private final ObjectCache<TrainingRuntime> runtimes;
    private final ObjectCache<ClusterTrainingRuntime> clusterRuntimes;

    public KnownRuntimes(ObjectCache<TrainingRuntime> runtimes, ObjectCache<ClusterTrainingRuntime> clusterRuntimes) {
        this.runtimes = runtimes;
        this.clusterRuntimes = clusterRuntimes;
    }

    /** A sentence without a stop about the runtimes of that kind that a TrainJob of that namespace may name; empty before they have been listed. */
    public String sentence(String kind, String namespace) {
        if (!clusterRuntimes.isSynced("") || !runtimes.isSynced(namespace)) {
            return "";
        }
        List<String> ofCluster = names(clusterRuntimes.all());
        if (!TrainerApi.TRAINING_RUNTIME.equals(kind)) {
            return ofCluster.isEmpty() ? MissingRuntime.NONE_INSTALLED : MissingRuntime.known(ofCluster);
        }
        List<String> ofNamespace = names(runtimes.inNamespace(namespace));
        if (!ofNamespace.isEmpty()) {
            return MissingRuntime.known(ofNamespace);
        }
        return "namespace " + namespace + " has no TrainingRuntime"
                + (ofCluster.isEmpty()
                        ? ", and " + MissingRuntime.NONE_INSTALLED
                        : "; with kind ClusterTrainingRuntime " + MissingRuntime.known(ofCluster));
    }

    private static List<String> names(Collection<? extends RuntimeResource> all) {
        return all.stream()
                .map(runtime -> runtime.getMetadata().getName())
                .sorted()
                .toList();
    }
}
