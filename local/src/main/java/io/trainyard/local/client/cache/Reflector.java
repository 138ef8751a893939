package io.trainyard.local.client.cache;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store equal to what the API server has, through closed watches, broken connections and expired versions; it never gives up. A watch
 * that ends in the ordinary way is taken up where it ended. After a failure everything is listed again, later each time (500 ms, doubled up to
 * 8 s) until a watch brings something. Lives on the event loop on which it is started.
 */
public final class Reflector {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration MIN_BACKOFF = Duration.ofMillis(500);
    private static final int MAX_DOUBLINGS = 4;

    private final ApiClient client;
    private final TimeSource time;
    private final Resource resource;
    private final ListOptions selection;
    private final ReflectorStore store;
    private final boolean dormantWhileNotServed;
    private final Promise<Void> synced = Promise.promise();
    private @Nullable Session session;
    private TimeSource.@Nullable Cancellable retry;
    private String version = "";
    private int fruitlessAttempts;
    private boolean dormant;
    private boolean stopped;

    /** Reflects the selected objects of all namespaces; a kind that is not served is asked for again like after any failure. */
    public Reflector(
            ApiClient client, TimeSource time, Resource resource, ListOptions selection, ReflectorStore store) {
        this(client, time, resource, selection, store, false);
    }

    private Reflector(
            ApiClient client,
            TimeSource time,
            Resource resource,
            ListOptions selection,
            ReflectorStore store,
            boolean dormantWhileNotServed) {
        this.client = client;
        this.time = time;
        this.resource = resource;
        this.selection = selection;
        this.store = store;
        this.dormantWhileNotServed = dormantWhileNotServed;
    }

    /** Reflects all objects of a kind that need not be served: until {@link #wake} it then costs nothing. */
    public static Reflector ofOptionalKind(ApiClient client, TimeSource time, Resource resource, ReflectorStore store) {
        return new Reflector(client, time, resource, ListOptions.ALL, store, true);
    }

    /** Begins; completes when the store holds what there is, or the kind turned out not to be served. Fails only when it is stopped before. */
    public Future<Void> start() {
        list();
        return synced.future();
    }

    /** A kind that was not served may be served now. */
    public void wake() {
        if (dormant) {
            dormant = false;
            list();
        }
    }

    /** Ends the watch; the store stays as it is. May be called more than once. */
    public void stop() {
        stopped = true;
        if (retry != null) {
            retry.cancel();
        }
        if (session != null) {
            session.close();
        }
        synced.tryFail("stopped");
    }

    private void list() {
        if (!stopped) {
            client.list(resource, "", selection).onSuccess(this::listed).onFailure(this::failed);
        }
    }

    private void listed(ObjectList list) {
        if (!stopped) {
            store.replace(list.items(), list.resourceVersion());
            version = list.resourceVersion();
            synced.tryComplete();
            watch();
        }
    }

    private void watch() {
        if (!stopped) {
            Session next = new Session();
            session = next;
            client.watch(resource, "", selection.from(version), next)
                    .onSuccess(next::opened)
                    .onFailure(cause -> next.end(Optional.of(
                            cause instanceof ApiException problem ? problem : ApiException.unreachable(cause))));
        }
    }

    private void failed(Throwable cause) {
        if (stopped) {
            return;
        }
        if (dormantWhileNotServed && cause instanceof ApiException problem && problem.isNotFound()) {
            dormant = true;
            store.replace(List.of(), "");
            synced.tryComplete();
            return;
        }
        boolean expired = cause instanceof ApiException problem && problem.isExpired();
        if (expired && fruitlessAttempts == 0) {
            fruitlessAttempts++;
            list();
        } else {
            LOG.warn("{} cannot be watched for now: {}", resource, cause.getMessage());
            later(this::list);
        }
    }

    private void ended() {
        if (fruitlessAttempts == 0) {
            fruitlessAttempts++;
            watch();
        } else {
            later(this::watch);
        }
    }

    private void later(Runnable action) {
        Duration delay = MIN_BACKOFF.multipliedBy(1L << Math.min(fruitlessAttempts, MAX_DOUBLINGS));
        fruitlessAttempts++;
        retry = time.after(delay, action);
    }

    /** One watch. What an earlier one still says does not count. */
    private final class Session implements WatchHandler {
        private @Nullable Watch watch;
        private boolean over;

        void opened(Watch open) {
            watch = open;
            if (stopped) {
                open.close();
            }
        }

        void close() {
            over = true;
            if (watch != null) {
                watch.close();
            }
        }

        @Override
        public void event(WatchEvent event) {
            if (over) {
                return;
            }
            fruitlessAttempts = 0;
            version = event.resourceVersion();
            switch (event.type()) {
                case ADDED, MODIFIED -> store.put(event.object());
                case DELETED -> store.delete(event.object());
                case BOOKMARK -> {}
            }
        }

        @Override
        public void end(Optional<ApiException> failure) {
            if (!over) {
                over = true;
                failure.ifPresentOrElse(Reflector.this::failed, Reflector.this::ended);
            }
        }
    }
}
