package io.trainyard.core.kube;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.RequestOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a write's guard when its connection is there, in the turn of the event loop that hands it to the network. Asking earlier is not enough: opening a
 * connection takes long enough for a process to be frozen in it, and fabric8 sends again what got no answer. A write carries its guard's name
 * and the term in which it was asked for in a header, since fabric8 stands in between; the header is not sent. For all threads.
 */
final class WriteGuards {
    private static final String HEADER = "trainyard-write-guard";
    private static final char TERM = '/';

    private final Map<String, WriteGuard> guards = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /** The write was not sent. */
    static final class NotPermittedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotPermittedException() {
            super("this process is not the leader", null, false, false);
        }
    }

    /**
     * Remembers a guard for as long as this object lives.
     *
     * @return name and value of the header for its writes; see {@link #ofTerm}
     */
    Map.Entry<String, String> header(WriteGuard guard) {
        String name = Integer.toString(count.incrementAndGet());
        guards.put(name, guard);
        return Map.entry(HEADER, name);
    }

    /** The value of the header for a write that was asked for in that term. */
    static String ofTerm(Map.Entry<String, String> header, long term) {
        return header.getValue() + TERM + term;
    }

    /** As the client's {@code request}; fails with {@link NotPermittedException} when the guard says no. */
    Future<HttpClientRequest> request(HttpClient client, RequestOptions options) {
        MultiMap headers = options.getHeaders();
        String value = headers == null ? null : headers.get(HEADER);
        if (value == null) {
            return client.request(options);
        }
        int split = value.indexOf(TERM);
        WriteGuard guard = guards.get(value.substring(0, split));
        if (guard == null) {
            return client.request(options);
        }
        long term = Long.parseLong(value, split + 1, value.length(), 10);
        headers.remove(HEADER);
        return client.request(options).compose(request -> {
            if (guard.permitsWritingOf(term)) {
                return Future.succeededFuture(request);
            }
            request.reset();
            return Future.failedFuture(new NotPermittedException());
        });
    }
}
