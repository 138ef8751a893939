package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the objects that a user cares about and tells what it sees. Lives on one context. */
final class RunObserver {
    static final Resource TRAIN_JOBS = new Resource(TrainerApi.GROUP, TrainerApi.VERSION, "trainjobs");

    private static final Logger LOG = LoggerFactory.getLogger(RunObserver.class);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final ApiClient client;
    private final TimeSource time;
    private final Consumer<RunEvent> listener;
    private final Consumer<String> eventLines;
    private final List<Watch> watches = new ArrayList<>();
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
                        watch(TRAIN_JOBS, this::trainJob),
                        watch(Resource.PODS, this::pod),
                        watch(Resource.EVENTS, this::event))
                .mapEmpty();
    }

    void stop() {
        stopped = true;
        watches.forEach(Watch::close);
    }

    private Future<Void> watch(Resource resource, BiConsumer<WatchEvent.Type, Map<String, Object>> handler) {
        return client.watch(resource, "", ListOptions.ALL, new WatchHandler() {
                    @Override
                    public void event(WatchEvent event) {
                        if (!stopped && event.type() != WatchEvent.Type.BOOKMARK) {
                            handler.accept(event.type(), event.object());
                        }
                    }

                    @Override
                    public void end(Optional<ApiException> failure) {
                        if (!stopped) {
                            // Begins with what there is; seeing an object again changes nothing.
                            time.after(RETRY, () -> watch(resource, handler)
                                    .onFailure(cause -> LOG.warn("{} are not watched any more", resource, cause)));
                        }
                    }
                })
                .onSuccess(watches::add)
                .mapEmpty();
    }

    private void trainJob(WatchEvent.Type type, Map<String, Object> tree) {
        listener.accept(
                type == WatchEvent.Type.DELETED
                        ? new RunEvent.JobObserved(
                                time.now(), JobSnapshot.of(tree).deleted())
                        : new RunEvent.JobObserved(time.now(), JobSnapshot.of(tree)));
    }

    private void pod(WatchEvent.Type type, Map<String, Object> tree) {
        listener.accept(new RunEvent.PodObserved(time.now(), PodSnapshot.of(tree)));
        if (type == WatchEvent.Type.DELETED) {
            listener.accept(new RunEvent.PodDeleted(time.now(), Tree.text(tree, "metadata", "uid")));
        }
    }

    private void event(WatchEvent.Type type, Map<String, Object> tree) {
        if (type == WatchEvent.Type.DELETED) {
            return;
        }
        String subject = Tree.text(tree, "involvedObject", "kind") + " " + Tree.text(tree, "involvedObject", "name");
        String reason = Tree.text(tree, "reason");
        String message = Tree.text(tree, "message").strip();
        eventLines.accept(time.now() + " " + Tree.text(tree, "type") + " " + subject + " " + reason + ": " + message);
        if (Tree.text(tree, "type").equals("Warning")) {
            listener.accept(new RunEvent.WarningRecorded(time.now(), subject, reason, message));
        }
    }
}
