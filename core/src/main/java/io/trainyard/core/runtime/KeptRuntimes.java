package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** The runtimes that TrainJobs have kept, for reading only. May be asked on any thread. */
public final class KeptRuntimes {
    private final ObjectCache<ConfigMap> snapshots;
    private final KubeApi api;
    private final SnapshotContents contents;
    private final SnapshotKey key;

    /**
     * Those of a cache of snapshots.
     *
     * @param api reads the texts that nobody has read yet
     * @param contents the texts that somebody has
     * @param key what they are signed with
     */
    public KeptRuntimes(ObjectCache<ConfigMap> snapshots, KubeApi api, SnapshotContents contents, SnapshotKey key) {
        this.snapshots = snapshots;
        this.api = api;
        this.contents = contents;
        this.key = key;
    }

    /**
     * The runtime that a TrainJob has kept, complete with its labels; empty when it has kept none as far as is known. A snapshot that the controller
     * has not signed, or that cannot be used, counts as absent here. Fails with {@link io.trainyard.core.kube.ApiFailure} when its text cannot be read.
     */
    public Uni<Optional<RuntimeResource>> find(TrainJob trainJob) {
        return Uni.createFrom().deferred(() -> {
            Optional<ConfigMap> known = snapshots.find(RuntimeSnapshot.key(trainJob));
            if (known.isEmpty() || !isUsable(trainJob, known.get())) {
                return Uni.createFrom().item(Optional.empty());
            }
            return contents.complete(api, known.get())
                    .map(found -> found.filter(snapshot -> RuntimeSnapshot.isSigned(trainJob, snapshot, key))
                            .flatMap(snapshot -> read(trainJob, snapshot)));
        });
    }

    private static boolean isUsable(TrainJob trainJob, ConfigMap snapshot) {
        try {
            RuntimeSnapshot.checkOwner(trainJob, snapshot);
            return true;
        } catch (InvalidTrainJobException | StaleViewException foreign) {
            return false;
        }
    }

    /** The runtime in a snapshot that somebody has read; empty when it is not of this TrainJob, or cannot be used. Pure. */
    public static Optional<RuntimeResource> read(TrainJob trainJob, ConfigMap snapshot) {
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
