package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A set of caches that are opened and closed together. They never give up: whatever the API server does, they come back
 * and miss nothing in the end. For use on the owning event loop.
 *
 * <p>Where only some namespaces are served, kinds that live in namespaces are watched in each of these by itself, which needs no right in any other.
 * A namespace in which nothing may be listed is not required until it can be: when a namespace is deleted its roles are gone, too, and
 * the others must not wait for it.
 */
public final class Informers {
    private static final Duration BOOKMARK_CHECK = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final ApiTransport transport;
    private final Executor watchThreads;
    private final Context owner;
    private final TimeSource time;
    /** Plugins bring caches while probes already ask how these are doing. */
    private final List<CacheOpener<?>> openers = new CopyOnWriteArrayList<>();

    private final Duration missingCheck;
    private final List<String> namespaces;
    private final ServedKinds kinds;
    private final List<UniEmitter<? super Void>> waiting = new ArrayList<>();
    private TimeSource.@Nullable Cancellable check;
    private boolean started;
    private boolean stopped;

    /**
     * @param missingCheck how often to look whether a missing kind is served
     * @param namespaces those that are served; empty for all
     */
    Informers(
            KubernetesClient client,
            ApiTransport transport,
            Executor watchThreads,
            Context owner,
            TimeSource time,
            Duration missingCheck,
            List<String> namespaces) {
        this.client = client;
        this.transport = transport;
        this.watchThreads = watchThreads;
        this.owner = owner;
        this.time = time;
        this.missingCheck = missingCheck;
        this.namespaces = List.copyOf(namespaces);
        this.kinds = new ServedKinds(
                transport, client.getKubernetesSerialization(), time, missingCheck, this::completeWaiting);
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
        WatchedCache<T> cache = new WatchedCache<>(request);
        for (String namespace : parts(request)) {
            openers.add(new CacheOpener<>(
                    client,
                    transport,
                    watchThreads,
                    owner,
                    time,
                    cache,
                    request,
                    namespace,
                    missingCheck,
                    this::completeWaiting));
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
                        checkBookmarks();
                    }
                    completeWaiting();
                }));
    }

    /** Closes all caches. Completes when no listener will be told of anything any more; what is cached can still be read. */
    public Uni<Void> stop() {
        return Uni.createFrom()
                .emitter(emitter -> owner.runOnContext(ignored -> {
                    stopped = true;
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

    private void checkBookmarks() {
        check = time.after(BOOKMARK_CHECK, () -> {
            openers.forEach(CacheOpener::noticeBookmark);
            if (!stopped) {
                checkBookmarks();
            }
        });
    }
}
