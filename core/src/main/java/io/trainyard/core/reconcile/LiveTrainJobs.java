package io.trainyard.core.reconcile;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.apply.RecentSet;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.status.StatusCalculator;
import io.trainyard.spi.model.TrainJob;
import java.util.Objects;
import java.util.Optional;

/** Asks the API server for TrainJobs where the cache may be old, and remembers what it says. Lives on the event loop. */
final class LiveTrainJobs {
    /** A TrainJob that is forgotten costs one more request if its objects vanish before it has a status. */
    private static final int MAX_BUILT = 10_000;

    private final KubeApi api;
    private final OwnWrites<TrainJob> trainJobs;

    /** By uid. */
    private final RecentSet<String> built = new RecentSet<>(MAX_BUILT);

    LiveTrainJobs(KubeApi api, OwnWrites<TrainJob> trainJobs) {
        this.api = api;
        this.trainJobs = trainJobs;
    }

    /** For one reconcile: asks when it is first needed, and not again. */
    Confirmation confirmationOf(TrainJob seen) {
        Uni<Void> answer = read(seen)
                .chain(found -> difference(seen, found)
                        .map(difference -> Uni.createFrom().<Void>failure(new StaleViewException(difference)))
                        .orElseGet(() -> Uni.createFrom().voidItem()))
                .memoize()
                .indefinitely();
        return () -> answer;
    }

    /** The next reconcile sees the TrainJob as it is now. */
    Uni<Void> refresh(TrainJob seen) {
        return read(seen).replaceWithVoid();
    }

    /** True when, as far as is known, nothing was ever made for it: it has no status, and this process has made nothing. */
    boolean isNew(TrainJob trainJob) {
        return trainJob.statusOrEmpty().conditions().isEmpty()
                && trainJob.statusOrEmpty().jobsStatus().isEmpty()
                && !built.contains(trainJob.getMetadata().getUid());
    }

    /** Something is about to be made for it. */
    void building(TrainJob trainJob) {
        built.add(trainJob.getMetadata().getUid());
    }

    private Uni<Optional<TrainJob>> read(TrainJob seen) {
        return api.get(
                        TrainJob.class,
                        seen.getMetadata().getNamespace(),
                        seen.getMetadata().getName())
                .invoke(found -> found.ifPresentOrElse(trainJobs::read, () -> trainJobs.missed(seen)));
    }

    /** Why a reconcile of the TrainJob as seen may write nothing; empty when it may. */
    private static Optional<String> difference(TrainJob seen, Optional<TrainJob> found) {
        String name = "TrainJob " + seen.key();
        if (found.isEmpty()) {
            return Optional.of(name + " is gone");
        }
        TrainJob live = found.get();
        if (!Objects.equals(live.getMetadata().getUid(), seen.getMetadata().getUid())) {
            return Optional.of(name + " is another one now");
        }
        if (live.isMarkedForDeletion()) {
            return Optional.of(name + " is being deleted");
        }
        if (StatusCalculator.isFinal(live.statusOrEmpty())) {
            return Optional.of(name + " has ended");
        }
        return Objects.equals(
                        live.getMetadata().getGeneration(), seen.getMetadata().getGeneration())
                ? Optional.empty()
                : Optional.of(name + " asks for something else now");
    }
}
