package io.trainyard.core.http;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps connections few and busy: as many as their callers need, and none on which nobody asks anything, however slowly its bytes
 * trickle in. Not thread-safe: lives on the context of its listener.
 */
public final class OpenConnections {
    private final Limits limits;
    private final TimeSource time;
    private final Map<HttpConnection, Activity> connections = new HashMap<>();
    private final Map<String, Integer> senders = new HashMap<>();

    public OpenConnections(Limits limits, TimeSource time) {
        this.limits = limits;
        this.time = time;
    }

    /**
     * What is allowed.
     *
     * @param total connections of everybody together
     * @param perSender connections of one address
     * @param firstRequest the header of the first request must be there by then
     * @param quiet the header of each further one must be there by then, counted from the answer to the last
     */
    public record Limits(int total, int perSender, Duration firstRequest, Duration quiet) {}

    /** A new connection; it is closed at once when there are too many. */
    public void opened(HttpConnection connection) {
        String sender = sender(connection);
        if (connections.size() >= limits.total() || senders.getOrDefault(sender, 0) >= limits.perSender()) {
            connection.close();
            return;
        }
        Activity activity = new Activity(connection);
        connections.put(connection, activity);
        senders.merge(sender, 1, Integer::sum);
        connection.closeHandler(closed -> {
            activity.end();
            connections.remove(connection);
            senders.computeIfPresent(sender, (address, count) -> count == 1 ? null : count - 1);
        });
        activity.closeAfter(limits.firstRequest());
    }

    /**
     * A request whose header has come.
     *
     * @return to be called once, when it is answered or given up
     */
    public Runnable started(HttpServerRequest request) {
        Activity activity = connections.get(request.connection());
        if (activity == null) {
            return () -> {};
        }
        activity.requestStarted();
        return activity::requestEnded;
    }

    /** Who is at the other end, as far as addresses tell. */
    public static String sender(HttpConnection connection) {
        return Optional.ofNullable(connection.remoteAddress())
                .map(address -> String.valueOf(address.hostAddress()))
                .orElse("");
    }

    /** How long nothing was asked on a connection. */
    private final class Activity {
        private final HttpConnection connection;
        private Optional<TimeSource.Cancellable> timer = Optional.empty();
        private int requests;

        private Activity(HttpConnection connection) {
            this.connection = connection;
        }

        private void requestStarted() {
            requests++;
            end();
        }

        private void requestEnded() {
            requests--;
            if (requests == 0 && connections.containsKey(connection)) {
                closeAfter(limits.quiet());
            }
        }

        private void closeAfter(Duration delay) {
            end();
            timer = Optional.of(time.after(delay, connection::close));
        }

        private void end() {
            timer.ifPresent(TimeSource.Cancellable::cancel);
            timer = Optional.empty();
        }
    }
}
