package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.trainyard.local.controllers.toolkit.Watched;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Deletes Jobs when they have been finished for as long as they ask for. */
public final class TtlAfterFinishedController implements Controller {
    private final Cluster cluster;
    private final ObjectWriter writer;

    public TtlAfterFinishedController(Cluster cluster) {
        this.cluster = cluster;
        this.writer = cluster.writer(JobKeys.FIELD_MANAGER);
    }

    @Override
    public String name() {
        return "finished-job";
    }

    @Override
    public List<Watched> watches() {
        return List.of(new Watched(
                Resource.JOBS,
                job -> Tree.at(job, "spec", "ttlSecondsAfterFinished") == null
                        ? List.of()
                        : List.of(ObjectName.of(job))));
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        Optional<Map<String, Object>> job = cluster.cache(Resource.JOBS).get(key);
        Optional<Instant> expiry = job.flatMap(TtlAfterFinishedController::expiry);
        if (expiry.isEmpty()) {
            return Future.succeededFuture(Result.DONE);
        }
        Duration left = Duration.between(cluster.now(), expiry.get());
        if (!left.isNegative() && !left.isZero()) {
            return Future.succeededFuture(Result.requeueAfter(left));
        }
        return writer.delete(Resource.JOBS, job.get(), DeleteOptions.FOREGROUND).map(Result.DONE);
    }

    /** When the Job is to go; empty when it stays, is not finished, or goes already. */
    static Optional<Instant> expiry(Map<String, Object> job) {
        boolean leaving = Tree.at(job, "metadata", "deletionTimestamp") != null;
        if (leaving || !(Tree.at(job, "spec", "ttlSecondsAfterFinished") instanceof Number seconds)) {
            return Optional.empty();
        }
        List<JobCondition> conditions =
                JobStatus.parse(Tree.child(job, "status")).conditions();
        return JobCondition.find(conditions, JobCondition.COMPLETE)
                .filter(JobCondition::on)
                .or(() -> JobCondition.find(conditions, JobCondition.FAILED).filter(JobCondition::on))
                .map(end -> end.changed().plusSeconds(seconds.longValue()));
    }
}
