package io.trainyard.core.events;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The {@code apiVersion} under which clients ask for TrainJobs: {@code kubectl events --for trainjob/x} finds an event only if it names that one. It is asked for
 * when it is first needed, and again after a while, since an administrator may change the versions that are served. Lives on the event loop.
 */
final class PreferredVersion {
    private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(10);

    private final KubeApi api;
    private final TimeSource time;
    private @Nullable Uni<String> answer;
    private long askedAt;

    PreferredVersion(KubeApi api, TimeSource time) {
        this.api = api;
        this.time = time;
    }

    /** Never fails: while nobody can tell, it is the version in which we read TrainJobs. */
    Uni<String> ofTrainJobs() {
        Uni<String> known = answer;
        if (known == null || time.nanos() - askedAt >= REFRESH_INTERVAL.toNanos()) {
            known = api.preferredVersion(TrainerApi.GROUP)
                    .map(found -> TrainerApi.GROUP + "/" + found.orElse(TrainerApi.VERSION))
                    .onFailure()
                    .invoke(() -> answer = null)
                    .onFailure()
                    .recoverWithItem(TrainerApi.API_VERSION)
                    .memoize()
                    .indefinitely();
            answer = known;
            askedAt = time.nanos();
        }
        return known;
    }
}
