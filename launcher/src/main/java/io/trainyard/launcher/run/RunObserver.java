package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.cache.Reflector;
import io.trainyard.local.client.cache.ResourceEventHandler;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the objects that a user cares about and tells what it sees, for as long as the run lasts: what happened while the API server could
 * not be reached is told afterwards. Lives on one context.
 */
final class RunObserver {
    static final Resource TRAIN_JOBS = new Resource(TrainerApi.GROUP, TrainerApi.VERSION, "trainjobs");

    private final ApiClient client;
    private final TimeSource time;
    private final Consumer<RunEvent> listener;
    private final Consumer<String> eventLines;
    private final List<Reflector> reflectors = new ArrayList<>();
    private boolean stopped;

    /**
     * @param listener told of everything that matters for progress
     * @param eventLines told of every event that anybody has recorded, as a line of text
     */
    RunObserver(ApiClient client, TimeSource time, Consumer<RunEvent> listener, Consumer<String> eventLines) {
        this.client = client;
        this.time = time;
        this.listener = listener;
        this.eventLines = eventLines;
    }

    /** Begins; completes when nothing can be missed any more. */
    Future<Void> start() {
        return Future.all(
                        reflect(TRAIN_JOBS, this::trainJob),
                        reflect(Resource.PODS, this::pod),
                        reflect(Resource.EVENTS, this::event))
                .mapEmpty();
    }

    void stop() {
        stopped = true;
        reflectors.forEach(Reflector::stop);
    }

    private Future<Void> reflect(Resource resource, ResourceEventHandler handler) {
        Indexer indexer = new Indexer();
        indexer.addHandler((before, after) -> {
            if (!stopped) {
                handler.changed(before, after);
            }
        });
        Reflector reflector = new Reflector(client, time, resource, ListOptions.ALL, indexer);
        reflectors.add(reflector);
        return reflector.start();
    }

    private void trainJob(@Nullable Map<String, Object> before, @Nullable Map<String, Object> after) {
        if (after != null) {
            listener.accept(new RunEvent.JobObserved(now(), JobSnapshot.of(after)));
        } else if (before != null) {
            listener.accept(
                    new RunEvent.JobObserved(now(), JobSnapshot.of(before).deleted()));
            listener.accept(
                    new RunEvent.JobDeleted(now(), JobSnapshot.of(before).key()));
        }
    }

    private void pod(@Nullable Map<String, Object> before, @Nullable Map<String, Object> after) {
        if (after != null) {
            listener.accept(new RunEvent.PodObserved(now(), PodSnapshot.of(after)));
        } else if (before != null) {
            listener.accept(new RunEvent.PodObserved(now(), PodSnapshot.of(before)));
            listener.accept(new RunEvent.PodDeleted(now(), Tree.text(before, "metadata", "uid")));
        }
    }

    private void event(@Nullable Map<String, Object> before, @Nullable Map<String, Object> after) {
        if (after == null) {
            return;
        }
        String subject = Tree.text(after, "involvedObject", "kind") + " " + Tree.text(after, "involvedObject", "name");
        String reason = Tree.text(after, "reason");
        String message = Tree.text(after, "message").strip();
        eventLines.accept(now() + " " + Tree.text(after, "type") + " " + subject + " " + reason + ": " + message);
        if (Tree.text(after, "type").equals("Warning")) {
            listener.accept(new RunEvent.WarningRecorded(now(), subject, reason, message));
        }
    }

    private Instant now() {
        return time.now();
    }
}
