package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.controllers.jobset.Change.CreateClaim;
import io.trainyard.local.controllers.jobset.Change.CreateJob;
import io.trainyard.local.controllers.jobset.Change.CreateService;
import io.trainyard.local.controllers.jobset.Change.DeleteJob;
import io.trainyard.local.controllers.jobset.Change.DeleteJobSet;
import io.trainyard.local.controllers.jobset.Change.PatchJob;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.trainyard.local.controllers.toolkit.Watched;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Does what {@link ReconcileSteps} decide. */
public final class JobSetController implements Controller {
    private static final int MAX_PARALLELISM = 50;

    private final Cluster cluster;
    private final JobSetFeatureGates features;
    private final Optional<RestartLimit> restarts;
    private final ObjectWriter writer;
    private final EventRecorder events;
    /** What users were told of what does not work, so that they are not told with every try. */
    private final Map<ObjectName, Set<String>> problems = new HashMap<>();

    /**
     * The controller.
     *
     * @param restarts how JobSets restart; empty for as they are written
     */
    public JobSetController(Cluster cluster, JobSetFeatureGates features, Optional<RestartLimit> restarts) {
        this.cluster = cluster;
        this.features = features;
        this.restarts = restarts;
        this.writer = cluster.writer("jobset-controller");
        this.events = cluster.events("jobset-controller");
    }

    @Override
    public String name() {
        return "jobset";
    }

    @Override
    public List<Watched> watches() {
        return List.of(
                Watched.primary(Resource.JOB_SETS),
                Watched.owned(Resource.JOBS, Resource.JOB_SETS.group(), "JobSet"),
                Watched.owned(Resource.SERVICES, Resource.JOB_SETS.group(), "JobSet"),
                Watched.readOnly(Resource.PERSISTENT_VOLUME_CLAIMS));
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        Optional<Map<String, Object>> found = cluster.cache(Resource.JOB_SETS).get(key);
        if (found.isEmpty()) {
            problems.remove(key);
            return Future.succeededFuture(Result.DONE);
        }
        Map<String, Object> set = found.get();
        Decision decision = ReconcileSteps.decide(observe(set), features, restarts, cluster.now());
        return perform(set, decision.changes(), 0)
                .compose(nothing -> writeStatus(set, decision.status()))
                .map(nothing -> {
                    problems.remove(key);
                    decision.events().forEach(event -> record(set, event));
                    return decision.requeueAfter().map(Result::requeueAfter).orElse(Result.DONE);
                });
    }

    private ObservedState observe(Map<String, Object> set) {
        return new ObservedState(
                set,
                cluster.cache(Resource.JOBS).controlledBy(Tree.text(set, "metadata", "uid")),
                names(Resource.SERVICES, set),
                Tree.at(set, "spec", "volumeClaimPolicies") == null
                        ? Set.of()
                        : names(Resource.PERSISTENT_VOLUME_CLAIMS, set));
    }

    private Set<String> names(Resource resource, Map<String, Object> set) {
        Set<String> names = new HashSet<>();
        cluster.cache(resource)
                .inNamespace(ObjectName.of(set).namespace())
                .forEach(object -> names.add(ObjectName.of(object).name()));
        return names;
    }

    /** Does the changes from an index on: creations and deletions that follow each other at the same time, all others one by one. */
    private Future<Void> perform(Map<String, Object> set, List<Change> changes, int from) {
        if (from >= changes.size()) {
            return Future.succeededFuture();
        }
        int end = from + 1;
        Class<?> kind = changes.get(from).getClass();
        if (kind == CreateJob.class || kind == DeleteJob.class) {
            while (end < changes.size()
                    && end - from < MAX_PARALLELISM
                    && changes.get(end).getClass() == kind) {
                end++;
            }
        }
        int next = end;
        return Future.join(changes.subList(from, end).stream()
                        .map(change -> perform(set, change))
                        .toList())
                .compose(nothing -> perform(set, changes, next));
    }

    private Future<?> perform(Map<String, Object> set, Change change) {
        String namespace = ObjectName.of(set).namespace();
        if (change instanceof CreateJob creation) {
            return writer.create(Resource.JOBS, creation.job())
                    .onFailure(cause -> record(set, "JobCreationFailed", jobProblem(creation, cause)));
        }
        if (change instanceof DeleteJob deletion) {
            Map<String, Object> job = Tree.of(
                    "metadata", Tree.of("namespace", namespace, "name", deletion.name(), "uid", deletion.uid()));
            return writer.delete(Resource.JOBS, job, DeleteOptions.FOREGROUND);
        }
        if (change instanceof PatchJob patch) {
            ObjectName name = new ObjectName(namespace, patch.name());
            return patch.onStatus()
                    ? writer.patchStatus(Resource.JOBS, name, PatchType.MERGE, patch.patch())
                    : writer.patch(Resource.JOBS, name, PatchType.MERGE, patch.patch());
        }
        if (change instanceof CreateService creation) {
            return createOnce(set, Resource.SERVICES, creation.service(), "HeadlessServiceCreationFailed");
        }
        if (change instanceof CreateClaim creation) {
            return createOnce(set, Resource.PERSISTENT_VOLUME_CLAIMS, creation.claim(), "PVCCreationFailed");
        }
        if (change instanceof DeleteJobSet) {
            return writer.delete(Resource.JOB_SETS, set, DeleteOptions.FOREGROUND);
        }
        throw new IllegalArgumentException("unknown change " + change);
    }

    private Future<Void> createOnce(
            Map<String, Object> set, Resource resource, Map<String, Object> object, String problem) {
        return writer.create(resource, object).<Void>mapEmpty().recover(cause -> {
            if (cause instanceof ApiException failure && failure.isAlreadyExists()) {
                return Future.succeededFuture();
            }
            record(set, problem, String.valueOf(cause.getMessage()));
            return Future.failedFuture(cause);
        });
    }

    private String jobProblem(CreateJob creation, Throwable cause) {
        ObjectName name = ObjectName.of(creation.job());
        String text = "job \"" + name.name() + "\" creation failed with error: " + cause.getMessage();
        return cluster.cache(Resource.JOBS)
                .get(name)
                .map(job -> text
                        + Indexer.controller(job)
                                .map(owner ->
                                        "; it belongs to " + Tree.text(owner, "kind") + " " + Tree.text(owner, "name"))
                                .orElse("; it belongs to nobody"))
                .orElse(text);
    }

    private Future<?> writeStatus(Map<String, Object> set, Optional<Map<String, Object>> status) {
        if (status.isEmpty()) {
            return Future.succeededFuture();
        }
        Map<String, Object> changed = Tree.copy(set);
        changed.put("status", status.get());
        return writer.updateStatus(Resource.JOB_SETS, changed);
    }

    private void record(Map<String, Object> set, Decision.Event event) {
        if (event.warning()) {
            events.warning(set, event.reason(), event.message());
        } else {
            events.normal(set, event.reason(), event.message());
        }
    }

    private void record(Map<String, Object> set, String problem, String message) {
        if (problems.computeIfAbsent(ObjectName.of(set), any -> new HashSet<>()).add(message)) {
            events.warning(set, problem, message);
        }
    }
}
