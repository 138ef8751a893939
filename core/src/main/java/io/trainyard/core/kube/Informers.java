package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A set of caches that are opened and closed together. They never give up: whatever the API server does, they come back
 * and miss nothing in the end. For use on the owning event loop.
 *
 * <p>Where only some namespaces are served, kinds that live in namespaces are watched in each of these by itself, which needs no right in any other.
 * A namespace in which nothing may be listed is not required until it can be: when a namespace is deleted its roles are gone, too, and
 * the others must not wait for it.
 */
public final class Informers {
    private static final Logger LOG = LoggerFactory.getLogger(Informers.class);
    private static final Duration SUPERVISION = Duration.ofSeconds(10);
    private static final double FIRST_COMPARISON = 0.5;
    private static final double LATER_COMPARISON = 0.9;

    private final KubernetesSerialization json;
    private final CacheEnvironment environment;
    private final TaskFailures taskFailures;
    private final Context owner;
    private final TimeSource time;
    /** Plugins bring caches while probes already ask how these are doing. */
    private final List<CacheOpener<?>> openers = new CopyOnWriteArrayList<>();

    private final List<String> namespaces;
    private final ServedKinds kinds;
    private final List<UniEmitter<? super Void>> waiting = new ArrayList<>();
    private final Consumer<Throwable> onTaskFailure = this::taskFailed;
    private TimeSource.@Nullable Cancellable check;
    private volatile WatchObserver observer = WatchObserver.NONE;
    private Duration comparisonInterval = Duration.ZERO;
    private Duration rollbackInterval = Duration.ZERO;
    private boolean fromServersCache;
    private boolean started;
    private boolean stopped;

    /**
     * @param taskFailures tells of tasks of the watch threads that failed
     * @param namespaces those that are served; empty for all
     */
    Informers(
            KubernetesSerialization json,
            CacheEnvironment environment,
            TaskFailures taskFailures,
            List<String> namespaces) {
        this.json = json;
        this.environment = environment;
        this.taskFailures = taskFailures;
        this.owner = environment.owner();
        this.time = environment.time();
        this.namespaces = List.copyOf(namespaces);
        this.kinds =
                new ServedKinds(environment.transport(), json, time, environment.missingCheck(), this::completeWaiting);
    }

    /** Who is told of what has to be put right; before the start. */
    public Informers observedBy(WatchObserver newObserver) {
        observer = newObserver;
        return this;
    }

    /**
     * Compares every cache with a list now and then, and opens its watch anew where it has missed something; before the start.
     *
     * @param interval about how often; zero for never
     */
    public Informers comparedEvery(Duration interval) {
        comparisonInterval = interval;
        return this;
    }

    /**
     * Asks now and then whether the API server's store was restored from a backup, and opens all watches anew where it was; before the start.
     *
     * @param interval how often; zero for never
     */
    public Informers lookingForRollbackEvery(Duration interval) {
        rollbackInterval = interval;
        return this;
    }

    /**
     * Reads each first list at once and out of the API server's cache, which may be behind, whatever the requests say of pages; before the first cache is
     * added. For tests of what happens where the past is seen.
     */
    public Informers listingFromServersCache() {
        fromServersCache = true;
        return this;
    }

    /** What is known of kinds that add-ons bring; lives as long as the caches. */
    public ServedKinds kinds() {
        return kinds;
    }

    /** One more cache; before the start. A request that names a namespace gets that one, served or not. */
    public <T extends HasMetadata> WatchedCache<T> add(CacheRequest<T> request) {
        if (started) {
            throw new IllegalStateException("caches must be added before the others are started, so that nobody acts"
                    + " on half of the objects: " + request.type().getSimpleName());
        }
        CacheRequest<T> chosen = fromServersCache ? request.inPagesOf(0) : request;
        WatchedCache<T> cache = new WatchedCache<>(chosen);
        cache.retryBy(this::retry);
        for (String namespace : parts(chosen)) {
            openers.add(
                    new CacheOpener<>(environment, cache, chosen, namespace, () -> observer, this::completeWaiting));
        }
        return cache;
    }

    private List<String> parts(CacheRequest<?> request) {
        boolean divided = !namespaces.isEmpty()
                && request.namespace().isEmpty()
                && ResourceKind.of(request.type()).namespaced();
        return divided ? namespaces : List.of("");
    }

    /**
     * Opens all caches. Completes when each is synced or its kind is not served; waits for the API server as long as it takes, and
     * goes on trying with the kinds that are not served.
     */
    public Uni<Void> start() {
        return Uni.createFrom()
                .emitter(emitter -> owner.runOnContext(ignored -> {
                    waiting.add(emitter);
                    if (!started) {
                        started = true;
                        openers.forEach(CacheOpener::start);
                        kinds.start();
                        taskFailures.add(onTaskFailure);
                        supervise();
                        lookForRollback();
                        openers.forEach(opener -> compareAfter(opener, FIRST_COMPARISON));
                    }
                    completeWaiting();
                }));
    }

    /** Closes all caches. Completes when no listener will be told of anything any more; what is cached can still be read. */
    public Uni<Void> stop() {
        return Uni.createFrom()
                .emitter(emitter -> owner.runOnContext(ignored -> {
                    stopped = true;
                    taskFailures.remove(onTaskFailure);
                    if (check != null) {
                        check.cancel();
                    }
                    kinds.stop();
                    List<Future<Void>> ends = new ArrayList<>();
                    openers.forEach(opener -> ends.add(opener.stop()));
                    Future.join(ends).onComplete(done -> owner.runOnContext(hop -> emitter.complete(null)));
                }));
    }

    /** How each cache is doing, in the order in which they were added. */
    public List<CacheHealth> health() {
        List<CacheHealth> all = new ArrayList<>();
        openers.forEach(opener -> all.add(opener.health()));
        return all;
    }

    /**
     * The kinds that have not been watched for a long time although the API server lists them; empty when there are none. It is this process that cannot, and only
     * a new one may. From any thread.
     */
    public List<String> hopelessKinds() {
        return health().stream()
                .filter(CacheHealth::hopeless)
                .map(CacheHealth::kind)
                .distinct()
                .toList();
    }

    /**
     * Namespaces that are to be served and are inaccessible, because nothing may be listed in them: they do not exist, or their roles do not. From any
     * thread.
     */
    public List<String> inaccessibleNamespaces() {
        return namespaces.stream()
                .filter(namespace -> requiredIn(namespace).stream().anyMatch(CacheOpener::isNotRequired))
                .toList();
    }

    /** Only while another namespace is accessible: where none is, something is wrong with the installation. */
    private void stopRequiringInaccessibleNamespaces() {
        if (namespaces.stream().anyMatch(this::isAccessible)) {
            namespaces.stream().filter(this::isForbidden).forEach(namespace -> requiredIn(namespace)
                    .forEach(CacheOpener::stopRequiring));
        }
    }

    private boolean isAccessible(String namespace) {
        return requiredIn(namespace).stream().allMatch(opener -> opener.isSettled() && !opener.isNotRequired());
    }

    private boolean isForbidden(String namespace) {
        List<CacheOpener<?>> required = requiredIn(namespace);
        return !required.isEmpty() && required.stream().allMatch(CacheOpener::isRefused);
    }

    private List<CacheOpener<?>> requiredIn(String namespace) {
        return openers.stream()
                .filter(opener -> opener.namespace().equals(namespace) && !opener.isOptional())
                .toList();
    }

    private void completeWaiting() {
        openers.stream().filter(CacheOpener::isSynced).forEach(opener -> kinds.served(opener.type()));
        stopRequiringInaccessibleNamespaces();
        if (openers.stream().allMatch(CacheOpener::isSettled) && kinds.isSettled()) {
            List<UniEmitter<? super Void>> told = List.copyOf(waiting);
            waiting.clear();
            told.forEach(emitter -> emitter.complete(null));
        }
    }

    private void supervise() {
        check = time.after(SUPERVISION, () -> {
            openers.forEach(CacheOpener::supervise);
            if (!stopped) {
                supervise();
            }
        });
    }

    private void lookForRollback() {
        if (stopped || rollbackInterval.isZero()) {
            return;
        }
        time.after(rollbackInterval, () -> new RollbackCheck(environment.transport())
                .run(openers)
                .subscribe()
                .with(rolledBack -> {
                    if (rolledBack) {
                        openers.forEach(opener -> opener.reopen(WatchObserver.Reason.RESTORED));
                    }
                    lookForRollback();
                }));
    }

    /** It is not known which watch it was, so none of them is to be trusted. */
    private void taskFailed(Throwable failure) {
        owner.runOnContext(ignored -> openers.forEach(opener -> opener.reopen(WatchObserver.Reason.ERROR)));
    }

    /** Waits 1 s, 2 s, 4 s, ... */
    private void retry(int failures, Runnable task) {
        owner.runOnContext(ignored -> {
            if (!stopped) {
                time.after(
                        Duration.ofSeconds(1L << (failures - 1)),
                        () -> environment.watchThreads().execute(task));
            }
        });
    }

    /** @param share of the interval, so that not all caches are compared at once, nor all replicas compare at the same time */
    private <T extends HasMetadata> void compareAfter(CacheOpener<T> opener, double share) {
        if (stopped || comparisonInterval.isZero()) {
            return;
        }
        double part = share + (1 - share) * environment.chance().getAsDouble();
        time.after(Duration.ofMillis((long) (comparisonInterval.toMillis() * part)), () -> {
            if (opener.isSynced() && !stopped) {
                compare(opener);
            } else {
                compareAfter(opener, LATER_COMPARISON);
            }
        });
    }

    private <T extends HasMetadata> void compare(CacheOpener<T> opener) {
        String kind = opener.kind().bucket();
        new CacheComparison<>(environment.transport(), json, time, opener.kind(), opener.part())
                .run()
                .subscribe()
                .with(
                        missed -> {
                            observer.compared(
                                    kind, missed == 0 ? WatchObserver.Result.EQUAL : WatchObserver.Result.CORRECTED);
                            if (missed > 0) {
                                LOG.atWarn().addKeyValue("kind", kind).log("the cache has missed {} objects", missed);
                                observer.missed(kind, missed);
                                opener.reopen(WatchObserver.Reason.MISSED);
                            }
                            compareAfter(opener, LATER_COMPARISON);
                        },
                        failure -> {
                            observer.compared(kind, WatchObserver.Result.FAILED);
                            LOG.atInfo()
                                    .addKeyValue("kind", kind)
                                    .log("the cache could not be compared with a list: {}", failure.getMessage());
                            compareAfter(opener, LATER_COMPARISON);
                        });
    }

    /** For tests. */
    List<CacheOpener<?>> openers() {
        return openers;
    }
}
