package io.trainyard.local.kubelet.pod;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the pods of one node, through broken connections and expired versions. On the event loop. */
public final class PodSource implements WatchHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PodSource.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ApiClient client;
    private final TimeSource time;
    private final ListOptions selection;
    private final Listener listener;
    private @Nullable Watch watch;
    private String version = "";
    private boolean stopped;

    /** Is told what there is. */
    public interface Listener {
        /** All pods that there are; others are gone. */
        void all(List<Map<String, Object>> pods);

        void changed(Map<String, Object> pod);

        void deleted(Map<String, Object> pod);
    }

    public PodSource(ApiClient client, TimeSource time, String nodeName, Listener listener) {
        this.client = client;
        this.time = time;
        this.selection = ListOptions.fields("spec.nodeName=" + nodeName);
        this.listener = listener;
    }

    public void start() {
        list();
    }

    public void stop() {
        stopped = true;
        if (watch != null) {
            watch.close();
        }
    }

    private void list() {
        unlessStopped(() -> client.list(Resource.PODS, "", selection)
                .onSuccess(this::listed)
                .onFailure(cause -> later(cause, nothing -> list())));
    }

    private void listed(ObjectList pods) {
        unlessStopped(() -> {
            listener.all(pods.items());
            version = pods.resourceVersion();
            watch();
        });
    }

    private void watch() {
        unlessStopped(() -> client.watch(Resource.PODS, "", selection.from(version), this)
                .onSuccess(open -> {
                    watch = open;
                    if (stopped) {
                        open.close();
                    }
                })
                .onFailure(cause -> end(Optional.of(
                        cause instanceof ApiException problem ? problem : ApiException.unreachable(cause)))));
    }

    @Override
    public void event(WatchEvent event) {
        version = event.resourceVersion();
        unlessStopped(() -> {
            switch (event.type()) {
                case ADDED, MODIFIED -> listener.changed(event.object());
                case DELETED -> listener.deleted(event.object());
                case BOOKMARK -> {}
            }
        });
    }

    @Override
    public void end(Optional<ApiException> failure) {
        if (failure.isPresent() && failure.get().isExpired()) {
            list();
        } else if (failure.isPresent()) {
            later(failure.get(), nothing -> watch());
        } else {
            watch();
        }
    }

    private void later(Throwable cause, Consumer<Void> action) {
        unlessStopped(() -> {
            LOG.warn("pods cannot be followed for now: {}", cause.getMessage());
            time.after(RETRY, () -> action.accept(null));
        });
    }

    private void unlessStopped(Runnable action) {
        if (!stopped) {
            action.run();
        }
    }
}
