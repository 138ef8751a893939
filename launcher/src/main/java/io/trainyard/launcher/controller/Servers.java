package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.health.HealthCheck;
import io.trainyard.core.health.HealthServer;
import io.trainyard.core.kube.Informers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ports of the controller; they are open on every replica, leader or not (OPS-02). Lives on the event loop. */
final class Servers {
    private final EventLoop loop;
    private final Configuration configuration;
    private final Readiness readiness = new Readiness();
    private @Nullable HealthServer health;

    Servers(EventLoop loop, Configuration configuration) {
        this.loop = loop;
        this.configuration = configuration;
    }

    /** Opens the ports; fails when one cannot be opened. */
    Uni<Void> start() {
        HealthServer.Checks checks = new HealthServer.Checks(
                List.of(HealthCheck.passing("healthz")), List.of(HealthCheck.of("readyz", readiness::problem)));
        return HealthServer.open(loop.context().owner(), configuration.health(), checks)
                .emitOn(loop)
                .invoke(opened -> health = opened.orElse(null))
                .replaceWithVoid();
    }

    /** From now on these caches decide about readiness. */
    void watch(Informers caches) {
        readiness.watch(caches);
    }

    /** Readiness fails from now on. */
    void end() {
        readiness.end();
    }

    /** Closes the ports. */
    Uni<Void> stop() {
        return health == null ? Uni.createFrom().voidItem() : health.close();
    }
}
