package io.trainyard.local.kubelet.pod;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the status of one pod: the latest one, one request at a time, and only when it differs from the one written before. */
final class StatusReporter {
    private static final Logger LOG = LoggerFactory.getLogger(StatusReporter.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** A pod that only begins is seldom worth a request: soon there is more to tell. */
    private static final Duration BEGINNING = Duration.ofMillis(500);

    private final NodeContext node;
    private final PodSpec pod;
    private final Supplier<Map<String, Object>> current;
    private final Runnable gone;
    private @Nullable Map<String, Object> written;
    private @Nullable Runnable afterwards;
    private TimeSource.@Nullable Cancellable timer;
    private boolean writing;
    private boolean waiting;
    private boolean changed;
    private boolean over;

    /**
     * A reporter.
     *
     * @param current makes the status as it is at that moment
     * @param gone is run when the pod turns out not to exist any more
     */
    StatusReporter(NodeContext node, PodSpec pod, Supplier<Map<String, Object>> current, Runnable gone) {
        this.node = node;
        this.pod = pod;
        this.current = current;
        this.gone = gone;
    }

    /** The status may have changed. */
    void report() {
        changed = true;
        cancelTimer();
        write();
    }

    /** The status may have changed, but of a pod whose containers have yet to begin: it is told when that takes long, or with the next change. */
    void reportBeginning() {
        if (written != null) {
            report();
        } else if (timer == null) {
            timer = node.time().after(BEGINNING, this::report);
        }
    }

    /** Runs something when the status as it is now has been written. */
    void reportThen(Runnable action) {
        afterwards = action;
        report();
    }

    /** Writes nothing any more. */
    void stop() {
        over = true;
        cancelTimer();
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void write() {
        if (writing || waiting || over) {
            return;
        }
        Map<String, Object> status = changed ? current.get() : Map.of();
        if (!changed || status.equals(written)) {
            changed = false;
            finishUp();
            return;
        }
        changed = false;
        writing = true;
        Map<String, Object> patch = Tree.of("metadata", Tree.of("uid", pod.uid()), "status", status);
        node.client()
                .patchStatus(
                        Resource.PODS,
                        pod.namespace(),
                        pod.name(),
                        PatchType.STRATEGIC,
                        patch,
                        WriteOptions.as("kubelet"))
                .onComplete(outcome -> {
                    writing = false;
                    if (outcome.succeeded()) {
                        written = status;
                        write();
                    } else {
                        failed(outcome.cause());
                    }
                });
    }

    private void finishUp() {
        Runnable action = afterwards;
        afterwards = null;
        if (action != null) {
            action.run();
        }
    }

    private void failed(Throwable cause) {
        if (isMissing(cause)) {
            end();
        } else if (cause instanceof ApiException refusal && refusal.isConflict()) {
            lookWhetherItIsThere(cause);
        } else {
            tryAgainLater(cause);
        }
    }

    /** There may be another pod of this name by now, or only somebody who writes to this one at the same time. */
    private void lookWhetherItIsThere(Throwable cause) {
        writing = true;
        node.client().get(Resource.PODS, pod.namespace(), pod.name()).onComplete(outcome -> {
            writing = false;
            boolean replaced = outcome.succeeded()
                    && !Tree.text(outcome.result(), "metadata", "uid").equals(pod.uid());
            if (replaced || (outcome.failed() && isMissing(outcome.cause()))) {
                end();
            } else {
                tryAgainLater(cause);
            }
        });
    }

    private static boolean isMissing(Throwable cause) {
        return cause instanceof ApiException answer && answer.isNotFound();
    }

    private void end() {
        if (!over) {
            over = true;
            gone.run();
        }
    }

    private void tryAgainLater(Throwable cause) {
        LOG.warn("the status of {} was not written; trying again", pod.key(), cause);
        changed = true;
        waiting = true;
        node.time().after(RETRY, () -> {
            waiting = false;
            write();
        });
    }
}
