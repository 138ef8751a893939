package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.core.plugin.ExtensionPoint;
import io.trainyard.core.plugin.PluginInventory;
import io.trainyard.dashboard.view.ControllerView;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How the controller is, for its page; from any thread. */
final class ControllerFacts {
    private final String version;
    private final MeterRegistry registry;
    private final BooleanSupplier working;
    private final Certificates certificates;
    private final Supplier<Optional<String>> problem;

    /**
     * @param working whether this replica is the one that reconciles
     * @param problem what keeps it from being ready; empty when nothing does
     */
    ControllerFacts(
            String version,
            MeterRegistry registry,
            BooleanSupplier working,
            Certificates certificates,
            Supplier<Optional<String>> problem) {
        this.version = version;
        this.registry = registry;
        this.working = working;
        this.certificates = certificates;
        this.problem = problem;
    }

    /**
     * The facts at this moment.
     *
     * @param plugins what was found of them
     */
    ControllerView view(PluginInventory plugins) {
        Optional<String> wrong = problem.get();
        return new ControllerView(
                version,
                working.getAsBoolean() ? "this replica" : "another replica, or none",
                queue(),
                failures(),
                certificates.end(),
                plugins(plugins),
                List.of(new ControllerView.Check("ready", wrong.isEmpty(), wrong.orElse(""))));
    }

    private long queue() {
        return registry.find("workqueue.depth").tag("name", ReconcileMetrics.TRAIN_JOB_CONTROLLER).gauges().stream()
                .mapToLong((Gauge gauge) -> (long) gauge.value())
                .sum();
    }

    private long failures() {
        return registry.find("controller.runtime.reconcile.errors").counters().stream()
                .mapToLong((Counter counter) -> (long) counter.count())
                .sum();
    }

    static List<ControllerView.Plugin> plugins(PluginInventory found) {
        return found.entries().stream()
                .map(entry -> new ControllerView.Plugin(
                        entry.name(),
                        entry.version(),
                        entry.points().stream().map(ExtensionPoint::toString).toList(),
                        entry.problem().orElse("")))
                .toList();
    }
}
