package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.OpenStreams;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.feed.JobStream;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * The stream of all changes. Who is not known any more is sent nothing further; what somebody may see is looked at again and again.
 */
final class StreamRoutes {
    private static final int MAX_STUCK = 4;

    private final LiveFeed feed;
    private final Gate gate;
    private final Turn turn;
    private final TimeSource time;
    private final OpenStreams open;

    StreamRoutes(LiveFeed feed, Gate gate, Turn turn, TimeSource time, OpenStreams open) {
        this.feed = feed;
        this.gate = gate;
        this.turn = turn;
        this.time = time;
        this.open = open;
    }

    void addTo(Router router) {
        router.get("/stream")
                .handler(request -> turn.then(
                        request,
                        () -> gate.user(request).emitOn(turn::run).chain(who -> scope(who)
                                .map(scope -> new Reader(who, scope))),
                        reader -> start(request, reader)));
    }

    private record Reader(Identity who, Scope scope) {}

    private Uni<Scope> scope(Identity who) {
        return gate.asking(
                access -> Scope.of(access, who, Right.LIST_JOBS, feed.feed().namespaces()));
    }

    private void start(RoutingContext request, Reader reader) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        String name = name(request, reader.who());
        if (!open.open(name)) {
            throw ApiException.tooMany("you have too many pages open");
        }
        String seen = Optional.ofNullable(request.request().getHeader("Last-Event-ID"))
                .or(() -> Optional.ofNullable(request.request().getParam("seen")))
                .orElse("");
        JobStream stream = feed.open(ResponseSink.open(response), reader.scope(), seen);
        Watch watch = new Watch(request, stream, name);
        response.closeHandler(ignored -> watch.stop());
        response.endHandler(ignored -> watch.stop());
        response.exceptionHandler(ignored -> watch.stop());
        watch.watch();
    }

    /** Who a stream counts for: the user, or the address where there are no users. */
    static String name(RoutingContext request, Identity who) {
        return who.name().isEmpty() ? Gate.credentials(request).sender() : who.name();
    }

    /** Looks after a stream while it is open. */
    private final class Watch extends CheckedStream<Scope> {
        private final RoutingContext request;
        private final JobStream stream;
        private final String reader;
        private int stuck;

        private Watch(RoutingContext request, JobStream stream, String reader) {
            super(turn, time);
            this.request = request;
            this.stream = stream;
            this.reader = reader;
        }

        @Override
        Uni<Optional<Scope>> look() {
            stuck = stream.isStuck() ? stuck + 1 : 0;
            if (stuck >= MAX_STUCK) {
                request.response().reset();
            }
            stream.ping();
            return gate.user(Gate.credentials(request))
                    .emitOn(turn::run)
                    .chain(who -> who.isEmpty()
                            ? Uni.createFrom().item(Optional.<Scope>empty())
                            : scope(who.get()).map(Optional::of));
        }

        @Override
        void allowed(Scope scope) {
            stream.rescope(scope);
        }

        @Override
        void refused() {
            stream.end("expired");
        }

        @Override
        void unknown() {
            request.response().reset();
        }

        @Override
        void release() {
            stream.close();
            open.closed(reader);
        }
    }
}
