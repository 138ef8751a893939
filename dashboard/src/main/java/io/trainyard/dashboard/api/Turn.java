package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Brings results back to the event loop on which requests arrive. */
final class Turn {
    private final Context context;

    Turn(Context context) {
        this.context = context;
    }

    /** Runs a task there: at once where that is possible. */
    void run(Runnable task) {
        if (Vertx.currentContext() == context) {
            task.run();
        } else {
            context.runOnContext(ignored -> task.run());
        }
    }

    /** A handler that answers with a tree. */
    Handler<RoutingContext> json(Function<RoutingContext, Uni<Map<String, Object>>> answer) {
        return request -> then(request, () -> answer.apply(request), tree -> Responses.json(request, tree));
    }

    /** Works something out, then goes on here; a failure is answered. */
    <T> void then(RoutingContext request, Supplier<Uni<T>> work, Consumer<T> next) {
        Uni.createFrom()
                .deferred(() -> work.get())
                .emitOn(this::run)
                .invoke(next)
                .subscribe()
                .with(done -> {}, failure -> run(() -> Responses.error(request, failure)));
    }
}
