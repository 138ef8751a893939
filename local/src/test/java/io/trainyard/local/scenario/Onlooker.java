package io.trainyard.local.scenario;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Watches the objects of one kind in one namespace and lets a test wait until they are as it wants. Safe to use from any thread. */
final class Onlooker implements WatchHandler, AutoCloseable {
    private static final long LIMIT_SECONDS = 40;

    private final Resource resource;
    private final Map<String, Map<String, Object>> present = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> everSeen = new LinkedHashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final ApiClient client;
    private final String namespace;
    private volatile boolean closed;
    private volatile @Nullable Watch watch;

    Onlooker(ApiClient client, Resource resource, String namespace) {
        this.client = client;
        this.resource = resource;
        this.namespace = namespace;
        Stage.await(look());
    }

    private Future<Void> look() {
        return client.list(resource, namespace, ListOptions.ALL)
                .compose(list -> {
                    replace(list.items());
                    return client.watch(resource, namespace, ListOptions.ALL.from(list.resourceVersion()), this);
                })
                .onSuccess(open -> watch = open)
                .mapEmpty();
    }

    private synchronized void replace(List<Map<String, Object>> items) {
        present.clear();
        items.forEach(item -> event(new WatchEvent(WatchEvent.Type.ADDED, item)));
        List.copyOf(waiting).forEach(Runnable::run);
    }

    // Servers end watches after a while.
    @Override
    public void end(Optional<ApiException> failure) {
        if (!closed) {
            look();
        }
    }

    @Override
    public synchronized void event(WatchEvent event) {
        String uid = Tree.text(event.object(), "metadata", "uid");
        switch (event.type()) {
            case ADDED, MODIFIED -> {
                present.put(uid, event.object());
                everSeen.put(uid, event.object());
            }
            case DELETED -> present.remove(uid);
            case BOOKMARK -> {}
        }
        List.copyOf(waiting).forEach(Runnable::run);
    }

    /** All objects that there have been, as they were last. */
    synchronized List<Map<String, Object>> everSeen() {
        return List.copyOf(everSeen.values());
    }

    synchronized List<Map<String, Object>> present() {
        return List.copyOf(present.values());
    }

    /** Waits until the test finds what it looks for; null means not yet. */
    <T> T await(String what, Function<Collection<Map<String, Object>>, @Nullable T> search) {
        CompletableFuture<T> found = new CompletableFuture<>();
        Runnable look = () -> {
            T result = search.apply(present.values());
            if (result != null) {
                found.complete(result);
            }
        };
        synchronized (this) {
            waiting.add(look);
            look.run();
        }
        try {
            return found.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("not within " + LIMIT_SECONDS + " s: " + what + "; " + description(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            synchronized (this) {
                waiting.remove(look);
            }
        }
    }

    private synchronized String description() {
        StringBuilder text = new StringBuilder(resource + ":");
        present.values().forEach(object -> text.append('\n')
                .append(Tree.text(object, "metadata", "name"))
                .append(' ')
                .append(Tree.at(object, "status")));
        return text.toString();
    }

    @Override
    public void close() {
        closed = true;
        if (watch != null) {
            watch.close();
        }
    }
}
