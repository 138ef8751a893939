package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.feed.JobStream;
import io.trainyard.dashboard.feed.LiveFeed;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * The stream of all changes. What its reader may see is checked again and again; a reader who is not known any more is sent nothing further.
 */
final class StreamRoutes {
    private static final int MAX_STUCK = 4;

    private final LiveFeed feed;
    private final CheckedStream.Setup setup;

    StreamRoutes(LiveFeed feed, CheckedStream.Setup setup) {
        this.feed = feed;
        this.setup = setup;
    }

    void addTo(Router router) {
        router.get("/stream").handler(request -> setup.turn()
                .then(
                        request,
                        () -> setup.gate()
                                .user(request)
                                .emitOn(setup.turn()::run)
                                .chain(who -> scope(who).map(scope -> new Reader(who, scope))),
                        reader -> start(request, reader)));
    }

    private record Reader(Identity who, Scope scope) {}

    private Uni<Scope> scope(Identity who) {
        return setup.gate()
                .asking(access ->
                        Scope.of(access, who, Right.LIST_JOBS, feed.feed().namespaces()));
    }

    private void start(RoutingContext request, Reader reader) {
        HttpServerResponse response = request.response();
        if (response.closed()) {
            return;
        }
        String name = name(request, reader.who());
        if (!setup.open().open(name)) {
            throw ApiException.tooMany("you have too many pages open");
        }
        String seen = Optional.ofNullable(request.request().getHeader("Last-Event-ID"))
                .or(() -> Optional.ofNullable(request.request().getParam("seen")))
                .orElse("");
        JobStream stream = feed.open(ResponseSink.open(response), reader.scope(), seen);
        new Watch(request, stream, name).watch();
    }

    /** Who a stream counts for: the user, or the address where there are no users. */
    static String name(RoutingContext request, Identity who) {
        return who.name().isEmpty() ? Gate.credentials(request).sender() : who.name();
    }

    /** Looks after a stream while it is open. */
    private final class Watch extends CheckedStream {
        private final JobStream stream;
        private int stuck;

        private Watch(RoutingContext request, JobStream stream, String reader) {
            super(setup, request, reader);
            this.stream = stream;
        }

        @Override
        void ping() {
            stuck = stream.isStuck() ? stuck + 1 : 0;
            if (stuck >= MAX_STUCK) {
                request.response().reset();
            }
            stream.ping();
        }

        @Override
        Uni<Boolean> mayRead(Identity who) {
            return scope(who)
                    .emitOn(setup.turn()::run)
                    .invoke(scope -> {
                        if (!isStopped()) {
                            stream.rescope(scope);
                        }
                    })
                    .replaceWith(true);
        }

        @Override
        void refused() {
            stream.end("expired");
        }

        @Override
        void close() {
            stream.close();
        }
    }
}
