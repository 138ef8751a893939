package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Changes jobs with the token that the user has shown: the API server decides what he may, and its log names him and not the controller, which needs no right of
 * its own for it.
 */
final class TokenActions implements JobActions {
    private final KubeClient client;
    private final EventLoop loop;
    private final Function<JobKey, Optional<String>> uids;

    /**
     * @param loop to which the requests belong
     * @param uids of the jobs that are there; asked on any thread
     */
    TokenActions(KubeClient client, EventLoop loop, Function<JobKey, Optional<String>> uids) {
        this.uids = uids;
        this.client = client;
        this.loop = loop;
    }

    @Override
    public Uni<Void> suspend(Caller who, JobKey job, boolean suspended) {
        Map<String, Object> patch = Map.of("spec", Map.of("suspend", suspended));
        return as(who, api -> api.mergePatch(TrainJob.class, job.namespace(), job.name(), patch)
                .replaceWithVoid());
    }

    @Override
    public Uni<Void> delete(Caller who, JobKey job) {
        return uids.apply(job)
                .map(uid -> as(
                        who, api -> api.delete(TrainJob.class, job.namespace(), job.name(), new Preconditions(uid, ""))
                                .replaceWithVoid()))
                // It is gone already.
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    private Uni<Void> as(Caller who, Function<KubeApi, Uni<Void>> change) {
        return Uni.createFrom()
                .deferred(() -> change.apply(client.requestsWithToken(
                        loop.context(), who.credentials().token())))
                .runSubscriptionOn(loop);
    }
}
