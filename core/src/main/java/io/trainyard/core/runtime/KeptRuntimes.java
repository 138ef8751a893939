package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** The runtimes that TrainJobs have kept, for reading only. Remembers nothing itself, so it may be asked on any thread. */
public final class KeptRuntimes {
    private final ObjectCache<ConfigMap> snapshots;

    /** Those of a cache of snapshots. */
    public KeptRuntimes(ObjectCache<ConfigMap> snapshots) {
        this.snapshots = snapshots;
    }

    /**
     * The runtime that a TrainJob has kept, complete with its labels; empty when it has kept none as far as is known. A snapshot that cannot be used counts
     * as absent here, and stops the next reconcile.
     */
    public Optional<RuntimeResource> find(TrainJob trainJob) {
        return snapshots.find(RuntimeSnapshot.key(trainJob)).flatMap(snapshot -> read(trainJob, snapshot));
    }

    private static Optional<RuntimeResource> read(TrainJob trainJob, ConfigMap snapshot) {
        try {
            RuntimeSnapshot.checkOwner(trainJob, snapshot);
            RuntimeResource runtime = SnapshotText.read(RuntimeSnapshot.text(snapshot));
            RuntimeSnapshot.read(trainJob, snapshot, text -> RuntimeDefinition.of(runtime));
            return Optional.of(runtime);
        } catch (InvalidTrainJobException | StaleViewException | JsonProcessingException unusable) {
            return Optional.empty();
        }
    }
}
