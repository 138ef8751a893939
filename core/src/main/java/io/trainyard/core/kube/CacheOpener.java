package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.watch.WatchSpec;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens one cache, or the part of one that holds a namespace, and never gives up. It first asks whether the kind can be listed at all: fabric8's
 * informers would fill the log while a CRD or a permission is missing. Everything happens on the owning context.
 */
final class CacheOpener<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(CacheOpener.class);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final ApiTransport transport;
    private final Executor watchThreads;
    private final Context owner;
    private final TimeSource time;
    private final ResourceKind kind;
    private final CachePart<T> part;
    private final Duration missingCheck;
    private final Runnable onSettled;
    private volatile long lastNews;
    private volatile String problem = "";
    private String lastVersion = "";
    private TimeSource.@Nullable Cancellable retry;
    private int attempts;
    private volatile boolean stopped;
    private boolean refused;
    private volatile boolean notRequired;

    /**
     * @param namespace only the objects of this one; empty for all that are asked for
     * @param missingCheck how often to look whether a missing kind is served
     * @param onSettled runs on the owning context when it turns out that the kind is not served, and after each complete list
     */
    CacheOpener(
            KubernetesClient client,
            ApiTransport transport,
            Executor watchThreads,
            Context owner,
            TimeSource time,
            WatchedCache<T> cache,
            CacheRequest<T> request,
            String namespace,
            Duration missingCheck,
            Runnable onSettled) {
        this.client = client;
        this.transport = transport;
        this.watchThreads = watchThreads;
        this.owner = owner;
        this.time = time;
        this.kind = ResourceKind.of(request.type());
        this.part = cache.part(namespace, this::news, () -> owner.runOnContext(ignored -> listed()));
        this.missingCheck = missingCheck;
        this.onSettled = onSettled;
        this.lastNews = time.nanos();
    }

    Class<T> type() {
        return part.request().type();
    }

    /** The only namespace of these objects; empty when they are of all, or of none. */
    String namespace() {
        return part.namespace();
    }

    /** Whether the first list is complete. */
    boolean isSynced() {
        return part.isSynced();
    }

    boolean isOptional() {
        return part.request().optional();
    }

    /** Whether the API server forbade the last attempt; false while it is asked again. */
    boolean isRefused() {
        return refused;
    }

    /** Nobody waits for it any more; it goes on trying. */
    void stopRequiring() {
        notRequired = true;
    }

    /** Whether the others do without it until it is listed; from any thread. */
    boolean isNotRequired() {
        return notRequired;
    }

    /** Whether the first list is complete, or there is nothing to list. */
    boolean isSettled() {
        return part.isSynced() || part.isMissing() || notRequired || (refused && isOptional());
    }

    void start() {
        if (stopped) {
            return;
        }
        refused = false;
        String name = part.request().name();
        String query = "limit=1&resourceVersion=0"
                + (name.isEmpty() ? "" : "&fieldSelector=" + ResourceKind.encode("metadata.name=" + name));
        transport
                .send(ApiRequest.get(kind.collection(part.request().namespace()), query, ""), body -> body.length)
                .subscribe()
                .with(ignored -> open(), this::notYet);
    }

    /**
     * Ends the watch for good.
     *
     * @return completes when nobody will be told of anything any more
     */
    Future<Void> stop() {
        stopped = true;
        if (retry != null) {
            retry.cancel();
        }
        Promise<Void> done = Promise.promise();
        SharedIndexInformer<T> informer = part.informer();
        if (informer == null) {
            done.complete();
        } else {
            watchThreads.execute(() -> {
                informer.stop();
                done.complete();
            });
        }
        return done.future();
    }

    CacheHealth health() {
        SharedIndexInformer<T> informer = part.informer();
        noticeBookmark();
        return new CacheHealth(
                kind.bucket(),
                namespace(),
                part.isSynced(),
                informer != null && !stopped && informer.isWatching(),
                problem,
                !isOptional() && !notRequired,
                Duration.ofNanos(time.nanos() - lastNews));
    }

    /** Bookmarks reach no listener; they only move the version. */
    void noticeBookmark() {
        SharedIndexInformer<T> informer = part.informer();
        String version = informer == null ? null : informer.lastSyncResourceVersion();
        if (version != null && !version.equals(lastVersion)) {
            lastVersion = version;
            news();
        }
    }

    private void news() {
        lastNews = time.nanos();
    }

    private void listed() {
        if (!problem.isEmpty()) {
            LOG.info("Watching {} now", kind.bucket());
            problem = "";
        }
        attempts = 0;
        notRequired = false;
        part.listed();
        onSettled.run();
    }

    private void notYet(Throwable thrown) {
        if (isNotServed(thrown)) {
            notServed();
            return;
        }
        report(String.valueOf(thrown.getMessage()));
        refused = thrown instanceof ApiFailure failure && failure.kind() == ApiFailure.Kind.FORBIDDEN;
        onSettled.run();
        tryAfter(backoff());
    }

    private void notServed() {
        String text = kind.bucket() + " of " + kind.apiVersion() + " is not served; is its CRD installed?";
        if (isOptional()) {
            // An add-on that is not installed is no fault: one line in the log, and the work goes on.
            if (!text.equals(problem)) {
                problem = text;
                LOG.info("Not watching {}: {}", kind.bucket(), text);
            }
        } else {
            report(text);
        }
        part.absent();
        onSettled.run();
        tryAfter(missingCheck);
    }

    private void tryAfter(Duration wait) {
        if (!stopped) {
            retry = time.after(wait, this::start);
        }
    }

    private static boolean isNotServed(Throwable thrown) {
        return (thrown instanceof ApiFailure failure && failure.kind() == ApiFailure.Kind.NOT_FOUND)
                || (thrown instanceof KubernetesClientException refusal
                        && refusal.getCode() == HttpURLConnection.HTTP_NOT_FOUND);
    }

    /** The kind has been removed: the informer would list in vain for ever. */
    private void removed(SharedIndexInformer<T> informer) {
        if (informer == part.informer()) {
            watchThreads.execute(informer::stop);
            notServed();
        }
    }

    private Duration backoff() {
        Duration wait = Duration.ofSeconds(1L << Math.min(attempts++, 5));
        return wait.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : wait;
    }

    /** The same problem is logged once. */
    private void report(String text) {
        if (!text.equals(problem)) {
            problem = text;
            LOG.warn("Not watching {}: {}", kind.bucket(), text);
        }
    }

    /** Building an informer loads classes, and its first list is parsed where it is started: too long for an event loop. */
    private void open() {
        watchThreads.execute(() -> {
            SharedIndexInformer<T> informer = build();
            owner.runOnContext(ignored -> begin(informer));
        });
    }

    private void begin(SharedIndexInformer<T> informer) {
        if (stopped) {
            return;
        }
        part.opened(informer);
        informer.stopped().whenComplete((ignored, failure) -> {
            if (failure != null) {
                LOG.error("The watch of {} ended for good, which must not happen", kind.bucket(), failure);
            }
        });
        watchThreads.execute(() -> {
            if (!stopped) {
                informer.start();
            }
        });
    }

    private SharedIndexInformer<T> build() {
        CacheRequest<T> request = part.request();
        client.getKubernetesSerialization().registerKubernetesResource(request.type());
        Informable<T> informable = select(request);
        if (request.pageSize() > 0) {
            informable = informable.withLimit((long) request.pageSize());
        }
        SharedIndexInformer<T> informer = informable.runnableInformer(0);
        informer.itemStore(new TransformingStore<>(request.transform()));
        informer.addIndexers(indexers(request));
        informer.exceptionHandler((started, failure) -> {
            Throwable cause = ApiFailures.unwrap(failure);
            owner.runOnContext(ignored -> {
                if (isNotServed(cause)) {
                    removed(informer);
                } else {
                    report(String.valueOf(cause.getMessage()));
                }
            });
            return true;
        });
        informer.addEventHandler(part.relay());
        return informer;
    }

    private FilterWatchListDeletable<T, ?, ?> select(CacheRequest<T> request) {
        var all = client.resources(request.type());
        FilterWatchListDeletable<T, ?, ?> selected =
                request.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(request.namespace());
        FilterWatchListDeletable<T, ?, ?> named =
                request.name().isEmpty() ? selected : selected.withField("metadata.name", request.name());
        for (Map.Entry<String, String> label : request.labels().entrySet()) {
            named = label.getValue().equals(WatchSpec.ANY_VALUE)
                    ? named.withLabel(label.getKey())
                    : named.withLabel(label.getKey(), label.getValue());
        }
        return named;
    }

    private Map<String, Function<T, List<String>>> indexers(CacheRequest<T> request) {
        Map<String, Function<T, List<String>>> indexers = new HashMap<>();
        request.indexes()
                .forEach((name, values) -> indexers.put(name, object -> new ArrayList<>(values.apply(object))));
        return indexers;
    }
}
