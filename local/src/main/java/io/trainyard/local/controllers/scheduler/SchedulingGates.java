package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Pods that somebody else must let through. On the event loop. */
final class SchedulingGates {
    private static final String FIELD = "schedulingGates";

    private final boolean opens;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final Set<String> told = new HashSet<>();

    SchedulingGates(SchedulerOptions options, ObjectWriter writer, EventRecorder events) {
        this.opens = options.opensGates();
        this.writer = writer;
        this.events = events;
    }

    static boolean closed(Map<String, Object> pod) {
        return !Tree.list(pod, "spec", FIELD).isEmpty();
    }

    /** Lets these pods through, or says once of each what it waits for. Completes when the writes have. */
    Future<Void> handle(List<Map<String, Object>> gated) {
        told.retainAll(gated.stream().map(SchedulingGates::uid).collect(Collectors.toSet()));
        if (opens) {
            return Future.join(gated.stream().map(this::open).toList()).mapEmpty();
        }
        gated.stream().filter(pod -> told.add(uid(pod))).forEach(this::tell);
        return Future.succeededFuture();
    }

    private Future<Void> open(Map<String, Object> pod) {
        Map<String, Object> patch = Tree.of("spec", Tree.of(FIELD, null));
        return writer.patch(Resource.PODS, ObjectName.of(pod), PatchType.MERGE, patch)
                .<Void>mapEmpty()
                .recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause));
    }

    private void tell(Map<String, Object> pod) {
        String gates = Tree.objects(pod, "spec", FIELD).stream()
                .map(gate -> Tree.text(gate, "name"))
                .collect(Collectors.joining(", "));
        events.warning(
                pod,
                "SchedulingGated",
                ObjectName.of(pod).name() + " waits until somebody removes its scheduling gates (" + gates
                        + "); with --ignore-gates a local run does not wait");
    }

    private static String uid(Map<String, Object> pod) {
        return Tree.text(pod, "metadata", "uid");
    }
}
