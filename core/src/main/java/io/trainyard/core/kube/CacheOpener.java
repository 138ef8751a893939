package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens one cache, or the part of one that holds a namespace, and keeps it open; never gives up. It first asks whether the kind can be listed at all: fabric8's
 * informers would fill the log while a CRD or a permission is missing. A watch that ends, gets stuck or may have lost an event is opened anew, while
 * readers keep what they have. Everything happens on the owning context.
 */
final class CacheOpener<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(CacheOpener.class);

    private static final Duration COMING_BACK = Duration.ofSeconds(10);

    private final CacheEnvironment environment;
    private final Context owner;
    private final TimeSource time;
    private final ResourceKind kind;
    private final CachePart<T> part;
    private final WatchLife life;
    private final Supplier<WatchObserver> observer;
    private final Runnable onSettled;
    private volatile long lastNews;
    private volatile String problem = "";
    private String lastVersion = "";
    private TimeSource.@Nullable Cancellable retry;
    private boolean asking;
    /** What is read is not to be trusted, even if its watch is open. */
    private boolean distrusted;

    private boolean patient;
    private volatile boolean stopped;
    private boolean refused;
    private volatile boolean notRequired;

    /**
     * @param namespace only the objects of this one; empty for all that are asked for
     * @param observer told of what has to be put right; asked for it each time
     * @param onSettled runs on the owning context when it turns out that the kind is not served, and after each complete list
     */
    CacheOpener(
            CacheEnvironment environment,
            WatchedCache<T> cache,
            CacheRequest<T> request,
            String namespace,
            Supplier<WatchObserver> observer,
            Runnable onSettled) {
        this.environment = environment;
        this.owner = environment.owner();
        this.time = environment.time();
        this.kind = ResourceKind.of(request.type());
        this.part = cache.part(namespace, this::news, this::listCompleted);
        cache.onDoubt(this::doubted);
        this.life = new WatchLife(time.nanos());
        this.observer = observer;
        this.onSettled = onSettled;
        this.lastNews = time.nanos();
    }

    Class<T> type() {
        return part.request().type();
    }

    ResourceKind kind() {
        return kind;
    }

    CachePart<T> part() {
        return part;
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

    /** The version up to which it has heard; empty before the first list. */
    String version() {
        SharedIndexInformer<T> informer = part.informer();
        return informer == null ? "" : Objects.requireNonNullElse(informer.lastSyncResourceVersion(), "");
    }

    /** Whether the first list is complete, or there is nothing to list. */
    boolean isSettled() {
        return part.isSynced() || part.isMissing() || notRequired || (refused && isOptional());
    }

    /** Asks whether the kind is served. Without a version: for version 0 the API server ignores the limit and sends all there is. */
    void start() {
        if (stopped) {
            return;
        }
        asking = true;
        refused = false;
        String name = part.request().name();
        String query =
                "limit=1" + (name.isEmpty() ? "" : "&fieldSelector=" + ResourceKind.encode("metadata.name=" + name));
        Uni<Integer> list =
                ask(ApiRequest.listMetadata(kind.collection(part.request().namespace()), query, ""));
        // Every user may read what is served; the right to list is granted only where the add-on is in use.
        Uni<Integer> answer = isOptional()
                ? ask(ApiRequest.get(ResourceKind.versionPath(kind.apiVersion()), "", ""))
                        .chain(() -> list)
                : list;
        answer.subscribe().with(ignored -> answered(), this::notYet);
    }

    private Uni<Integer> ask(ApiRequest request) {
        return environment.transport().send(request, body -> body.length);
    }

    /** After an outage the client comes back by itself, within seconds and without a new list: that is worth waiting for. */
    private void answered() {
        asking = false;
        life.answered(time.nanos());
        boolean mayComeBack = part.isSynced() && !distrusted;
        if (mayComeBack && isWatching()) {
            patient = false;
            life.good(time.nanos());
        } else if (mayComeBack && !patient) {
            patient = true;
            tryAfter(COMING_BACK);
        } else {
            patient = false;
            open();
        }
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
        List<SharedIndexInformer<T>> running = part.informers();
        if (running.isEmpty()) {
            done.complete();
        } else {
            environment.watchThreads().execute(() -> {
                running.forEach(SharedIndexInformer::stop);
                done.complete();
            });
        }
        return done.future();
    }

    CacheHealth health() {
        noticeBookmark();
        long now = time.nanos();
        boolean required = !isOptional() && !notRequired;
        return new CacheHealth(
                kind.bucket(),
                namespace(),
                part.isSynced(),
                isWatching(),
                problem,
                required,
                Duration.ofNanos(now - lastNews),
                life.sinceGood(now),
                required && life.isHopeless(now));
    }

    private boolean isWatching() {
        SharedIndexInformer<T> informer = part.informer();
        return informer != null && !stopped && informer.isWatching();
    }

    /** Looks after the watch; called every few seconds. */
    void supervise() {
        noticeBookmark();
        if (stopped || part.isMissing()) {
            return;
        }
        long now = time.nanos();
        if (part.isSynced() && isWatching()) {
            life.good(now);
        } else if (retry == null && !asking && life.isStuck(now)) {
            reopen(WatchObserver.Reason.STUCK);
        }
    }

    /** Bookmarks reach no listener; they only move the version. */
    private void noticeBookmark() {
        String version = version();
        if (!version.isEmpty() && !version.equals(lastVersion)) {
            lastVersion = version;
            news();
        }
    }

    private void news() {
        lastNews = time.nanos();
    }

    private void doubted() {
        part.doubt();
        reopen(WatchObserver.Reason.DOUBTED);
    }

    /** Opens the watch anew after a while; readers and listeners notice nothing but what is different. */
    void reopen(WatchObserver.Reason reason) {
        distrusted |= reason != WatchObserver.Reason.STUCK;
        if (stopped || retry != null || asking) {
            return;
        }
        Duration wait = life.beforeReopening(time.nanos(), environment.chance().getAsDouble());
        LOG.atWarn()
                .addKeyValue("kind", kind.bucket())
                .addKeyValue("namespace", namespace())
                .log("opening the watch again in {} ms: {}", wait.toMillis(), reason);
        observer.get().reopened(kind.bucket(), reason);
        tryAfter(wait);
    }

    /** What was being worked on may be lost. */
    private void lost(Throwable failure) {
        owner.runOnContext(ignored -> {
            LOG.atError()
                    .addKeyValue("kind", kind.bucket())
                    .setCause(failure)
                    .log("an object could not be taken into the cache as it should");
            reopen(WatchObserver.Reason.ERROR);
        });
    }

    private void listCompleted(@Nullable SharedIndexInformer<T> unused) {
        if (unused != null) {
            environment.watchThreads().execute(unused::stop);
        }
        owner.runOnContext(ignored -> listed());
    }

    private void listed() {
        if (!problem.isEmpty()) {
            LOG.info("Watching {} now", kind.bucket());
            problem = "";
        }
        life.listed(time.nanos());
        distrusted = false;
        notRequired = false;
        part.listed();
        onSettled.run();
    }

    private void notYet(Throwable thrown) {
        asking = false;
        if (isNotServed(thrown)) {
            notServed();
            return;
        }
        report(String.valueOf(thrown.getMessage()));
        refused = ApiFailure.Kind.FORBIDDEN.isOf(thrown);
        onSettled.run();
        tryAfter(life.afterFailure(environment.chance().getAsDouble()));
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
        List<SharedIndexInformer<T>> unused = part.informers();
        part.absent();
        if (!unused.isEmpty()) {
            // They would list in vain for ever, and watch beside the next one when the kind comes back.
            environment.watchThreads().execute(() -> unused.forEach(SharedIndexInformer::stop));
        }
        onSettled.run();
        tryAfter(environment.missingCheck());
    }

    private void tryAfter(Duration wait) {
        if (retry != null) {
            retry.cancel();
        }
        if (!stopped) {
            retry = time.after(wait, () -> {
                retry = null;
                start();
            });
        }
    }

    private static boolean isNotServed(Throwable thrown) {
        return ApiFailure.Kind.NOT_FOUND.isOf(thrown)
                || (thrown instanceof KubernetesClientException refusal
                        && refusal.getCode() == HttpURLConnection.HTTP_NOT_FOUND);
    }

    /** An informer that is still being made (null) has nothing to tell: it fails again once it runs. */
    private void failed(@Nullable SharedIndexInformer<T> informer, Throwable cause) {
        if (informer == null || !part.isInUse(informer)) {
            return;
        }
        if (isNotServed(cause)) {
            notServed();
        } else {
            report(String.valueOf(cause.getMessage()));
        }
    }

    /** The same problem is logged once. */
    private void report(String text) {
        if (!text.equals(problem)) {
            problem = text;
            LOG.warn("Not watching {}: {}", kind.bucket(), text);
        }
    }

    private void open() {
        environment.watchThreads().execute(() -> {
            AtomicReference<SharedIndexInformer<T>> self = new AtomicReference<>();
            SharedIndexInformer<T> informer = environment
                    .factory()
                    .make(
                            part.request(),
                            failure -> owner.runOnContext(ignored -> failed(self.get(), failure)),
                            this::lost);
            self.set(informer);
            informer.addEventHandler(part.handlerOf(informer));
            owner.runOnContext(ignored -> begin(informer));
        });
    }

    private void begin(SharedIndexInformer<T> informer) {
        if (stopped) {
            return;
        }
        life.opened(time.nanos());
        SharedIndexInformer<T> given = part.opening(informer);
        informer.stopped().whenComplete((ignored, failure) -> {
            if (failure != null) {
                owner.runOnContext(hop -> ended(informer, failure));
            }
        });
        environment.watchThreads().execute(() -> {
            if (given != null) {
                given.stop();
            }
            if (!stopped && part.isInUse(informer)) {
                informer.start();
            }
        });
    }

    /** It will not come back by itself. */
    private void ended(SharedIndexInformer<T> informer, Throwable failure) {
        if (part.isInUse(informer)) {
            report("the watch has ended: " + failure.getMessage());
            reopen(WatchObserver.Reason.ENDED);
        }
    }
}
