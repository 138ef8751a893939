package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A watch whose events wait to be looked at. */
final class Watching implements AutoCloseable, WatchHandler {
    private static final long LIMIT_SECONDS = 60;

    private final BlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();
    private final CompletableFuture<Optional<ApiException>> end = new CompletableFuture<>();
    private final Watch watch;

    private Watching(TestApi api, Resource resource, Map<String, String> query) {
        Map<String, String> all = new LinkedHashMap<>(query);
        all.put("watch", "true");
        watch = TestApi.await(api.client()
                .watch(ApiCall.of("GET", resource, api.namespace(), "").with(all), this));
    }

    /** Watches the namespace of the test; the query is given in names and values. */
    static Watching of(TestApi api, Resource resource, String... namesAndValues) {
        Map<String, String> query = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            query.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Watching(api, resource, query);
    }

    @Override
    public void event(WatchEvent event) {
        events.add(event);
    }

    @Override
    public void end(Optional<ApiException> failure) {
        end.complete(failure);
    }

    /** Waits for the next event. */
    WatchEvent next() {
        try {
            WatchEvent event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(event).as("an event within " + LIMIT_SECONDS + " s").isNotNull();
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The next event in short: its type and the name of its object. */
    String nextInShort() {
        WatchEvent event = next();
        return event.type() + " " + Tree.text(event.object(), "metadata", "name");
    }

    /** Waits for the end, and gives the failure that it ended with. */
    Optional<ApiException> awaitEnd() {
        try {
            return end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("no end within " + LIMIT_SECONDS + " s", e);
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
