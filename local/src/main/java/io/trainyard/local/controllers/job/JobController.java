package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.trainyard.local.controllers.toolkit.Watched;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the pods of Jobs and counts how they end. What to do is decided by pure functions; this does it. */
public final class JobController implements Controller {
    private static final String NAMESPACE_TERMINATING = "NamespaceTerminating";

    private final Cluster cluster;
    private final JobOptions options;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final Map<ObjectName, KnownBackoff> backoffs = new HashMap<>();

    /** What only this process knows of a Job; after a restart of it, failed pods are replaced at once. */
    private record KnownBackoff(String uid, BackoffRecord backoff) {}

    public JobController(Cluster cluster, JobOptions options) {
        this.cluster = cluster;
        this.options = options;
        this.writer = cluster.writer(JobKeys.FIELD_MANAGER);
        this.events = cluster.events("job-controller");
    }

    @Override
    public String name() {
        return "job";
    }

    @Override
    public List<Watched> watches() {
        return List.of(Watched.primary(Resource.JOBS), Watched.owned(Resource.PODS, "batch", "Job"));
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        Optional<Map<String, Object>> job = cluster.cache(Resource.JOBS).get(key);
        if (job.isEmpty() || !isOurs(job.get())) {
            backoffs.remove(key);
            return Future.succeededFuture(Result.DONE);
        }
        String uid = Tree.text(job.get(), "metadata", "uid");
        JobStatus status = JobStatus.parse(Tree.child(job.get(), "status"));
        if (status.isFinished()) {
            backoffs.remove(key);
            return Future.succeededFuture(Result.DONE);
        }
        List<JobPod> pods = cluster.cache(Resource.PODS).controlledBy(uid).stream()
                .map(JobPod::of)
                .toList();
        JobState state = new JobState(JobSpec.of(job.get()), status, pods, backoff(key, uid), options, cluster.now());
        return new JobSync(job.get(), uid, state).run();
    }

    private BackoffRecord backoff(ObjectName key, String uid) {
        KnownBackoff known = backoffs.get(key);
        return known != null && known.uid.equals(uid) ? known.backoff : BackoffRecord.NONE;
    }

    private static boolean isOurs(Map<String, Object> job) {
        String manager = Tree.text(job, "spec", "managedBy");
        return manager.isEmpty() || manager.equals(JobKeys.BUILT_IN_CONTROLLER);
    }

    /** One sync of one Job. */
    private final class JobSync {
        private final Map<String, Object> job;
        private final String uid;
        private final JobState state;
        private final PodCounts podCounts;
        private final Optional<JobCondition> finishedCondition;
        private final PodPlan plan;

        JobSync(Map<String, Object> job, String uid, JobState state) {
            this.job = job;
            this.uid = uid;
            this.state = state;
            this.podCounts = PodCounts.of(state);
            this.finishedCondition = FinishedCondition.of(state, podCounts);
            this.plan = finishedCondition.isPresent() ? PodPlan.end(podCounts) : PodPlan.of(state, podCounts);
        }

        Future<Result> run() {
            List<Throwable> problems = new ArrayList<>();
            return deleteAll(problems)
                    .compose(deleted -> createAll(problems)
                            .compose(created -> count(new StatusPlan.Done(deleted, created, problems.isEmpty()))))
                    .compose(nothing -> problems.isEmpty()
                            ? Future.succeededFuture(result())
                            : Future.failedFuture(problems.get(0)));
        }

        private Result result() {
            return finishedCondition.isPresent()
                    ? Result.DONE
                    : FinishedCondition.untilDeadline(state)
                            .map(Result::requeueAfter)
                            .orElse(Result.DONE)
                            .earlier(plan.requeue());
        }

        private Future<List<JobPod>> deleteAll(List<Throwable> problems) {
            List<JobPod> deleted = new ArrayList<>();
            List<Future<?>> requests = new ArrayList<>();
            for (JobPod pod : plan.delete()) {
                requests.add((plan.counted() ? Future.<Void>succeededFuture() : release(pod))
                        .compose(nothing -> writer.delete(Resource.PODS, pod.tree(), DeleteOptions.BACKGROUND))
                        .onSuccess(nothing -> {
                            deleted.add(pod);
                            events.normal(
                                    job,
                                    "SuccessfulDelete",
                                    "Deleted pod: " + pod.name().name());
                        })
                        .onFailure(problems::add));
            }
            return Future.join(requests).map(deleted).otherwise(deleted);
        }

        private Future<Long> createAll(List<Throwable> problems) {
            List<Map<String, Object>> created = new ArrayList<>();
            List<Future<?>> requests = new ArrayList<>();
            for (PodPlan.NewPod pod : plan.create()) {
                requests.add(writer.create(Resource.PODS, PodTemplate.pod(job, pod))
                        .onSuccess(made -> {
                            created.add(made);
                            events.normal(
                                    job, "SuccessfulCreate", "Created pod: " + Tree.text(made, "metadata", "name"));
                        })
                        .onFailure(cause -> refused(cause, problems)));
            }
            return Future.join(requests).map(done -> (long) created.size()).otherwise(failure -> (long) created.size());
        }

        private void refused(Throwable cause, List<Throwable> problems) {
            boolean namespaceEnds = cause instanceof ApiException problem
                    && problem.causes().stream().anyMatch(each -> each.reason().equals(NAMESPACE_TERMINATING));
            if (!namespaceEnds) {
                problems.add(cause);
                events.warning(job, "FailedCreate", "Error creating: " + cause.getMessage());
            }
        }

        private Future<Void> count(StatusPlan.Done done) {
            StatusPlan next = StatusPlan.of(state, podCounts, finishedCondition, done);
            recordSuspension(next.status());
            return store(job, state.status(), next.status()).compose(stored -> {
                backoffs.put(state.spec().name(), new KnownBackoff(uid, podCounts.failures()));
                return releaseAll(next.release()).compose(nothing -> finish(stored, next));
            });
        }

        private void recordSuspension(JobStatus next) {
            boolean before = state.status().isOn(JobCondition.SUSPENDED);
            boolean after = next.isOn(JobCondition.SUSPENDED);
            if (before != after) {
                events.normal(job, after ? "Suspended" : "Resumed", after ? "Job suspended" : "Job resumed");
            }
        }

        private Future<Map<String, Object>> store(Map<String, Object> current, JobStatus before, JobStatus next) {
            if (next.equals(before)) {
                return Future.succeededFuture(current);
            }
            Map<String, Object> changed = Tree.copy(current);
            changed.put("status", next.toTree());
            return writer.updateStatus(Resource.JOBS, changed);
        }

        private Future<Void> releaseAll(List<JobPod> pods) {
            return Future.join(pods.stream().map(this::release).toList()).mapEmpty();
        }

        private Future<Void> release(JobPod pod) {
            return TrackingFinalizer.remove(cluster, writer, pod.name());
        }

        private Future<Void> finish(Map<String, Object> stored, StatusPlan next) {
            Set<String> stillTracked = cluster.cache(Resource.PODS).controlledBy(uid).stream()
                    .map(JobPod::of)
                    .filter(JobPod::tracked)
                    .map(JobPod::uid)
                    .collect(Collectors.toSet());
            JobStatus settled = next.settled(next.status(), stillTracked);
            return store(stored, next.status(), settled)
                    .onSuccess(done -> {
                        if (settled.isFinished()) {
                            recordEnd(next.end().orElseThrow());
                        }
                    })
                    .mapEmpty();
        }

        private void recordEnd(JobCondition end) {
            if (end.type().equals(JobCondition.COMPLETE)) {
                events.normal(job, "Completed", "Job completed");
            } else {
                events.warning(job, end.reason(), end.message());
            }
        }
    }
}
