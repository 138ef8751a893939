package io.trainyard.local.controllers.toolkit;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a cache equal to what the API server has, through closed watches, broken connections and expired versions. */
final class KindFollower implements WatchHandler {
    private static final Logger LOG = LoggerFactory.getLogger(KindFollower.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ApiClient client;
    private final TimeSource time;
    private final Resource resource;
    private final ObjectCache cache;
    private final Promise<Void> listedOnce = Promise.promise();
    private @Nullable Watch watch;
    private TimeSource.@Nullable Cancellable retry;
    private String version = "";
    private State state = State.LISTING;

    private enum State {
        LISTING,
        WATCHING,
        /** The kind is not served. */
        DORMANT,
        STOPPED
    }

    KindFollower(ApiClient client, TimeSource time, Resource resource, ObjectCache cache) {
        this.client = client;
        this.time = time;
        this.resource = resource;
        this.cache = cache;
    }

    /** Begins; completes when the cache holds what there is, or the kind turned out not to be served. */
    Future<Void> start() {
        list();
        return listedOnce.future();
    }

    /** The kind may be served now. */
    void wake() {
        if (state == State.DORMANT) {
            list();
        }
    }

    void stop() {
        state = State.STOPPED;
        if (retry != null) {
            retry.cancel();
        }
        if (watch != null) {
            watch.close();
        }
        listedOnce.tryFail("stopped");
    }

    private void list() {
        if (state == State.STOPPED) {
            return;
        }
        state = State.LISTING;
        client.list(resource, "", ListOptions.ALL).onSuccess(this::listed).onFailure(cause -> {
            if (cause instanceof ApiException problem && problem.isNotFound()) {
                sleep();
            } else {
                later(cause, this::list);
            }
        });
    }

    private void sleep() {
        if (state != State.STOPPED) {
            state = State.DORMANT;
            cache.replace(java.util.List.of(), Long.MAX_VALUE);
            listedOnce.tryComplete();
        }
    }

    private void listed(ObjectList list) {
        if (state != State.STOPPED) {
            cache.replace(list.items(), ObjectCache.number(list.resourceVersion()));
            version = list.resourceVersion();
            listedOnce.tryComplete();
            watch();
        }
    }

    private void watch() {
        if (state == State.STOPPED) {
            return;
        }
        state = State.WATCHING;
        client.watch(resource, "", ListOptions.ALL.from(version), this)
                .onSuccess(open -> {
                    watch = open;
                    if (state == State.STOPPED) {
                        open.close();
                    }
                })
                .onFailure(cause -> end(Optional.of(
                        cause instanceof ApiException problem ? problem : ApiException.unreachable(cause))));
    }

    @Override
    public void event(WatchEvent event) {
        if (state == State.STOPPED) {
            return;
        }
        version = event.resourceVersion();
        switch (event.type()) {
            case ADDED, MODIFIED -> cache.note(event.object());
            case DELETED -> cache.noteEnd(ObjectName.of(event.object()), ObjectCache.uid(event.object()));
            case BOOKMARK -> {}
        }
    }

    @Override
    public void end(Optional<ApiException> failure) {
        if (failure.isEmpty()) {
            watch();
        } else if (failure.get().isExpired()) {
            list();
        } else if (failure.get().isNotFound()) {
            sleep();
        } else {
            later(failure.get(), this::watch);
        }
    }

    private void later(Throwable cause, Runnable action) {
        if (state != State.STOPPED) {
            LOG.warn("{} cannot be followed for now: {}", resource, cause.getMessage());
            retry = time.after(RETRY, action);
        }
    }
}
