package io.trainyard.core.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.trainyard.core.plugin.ContractViolation;
import io.trainyard.core.plugin.ExtensionPoint;
import io.trainyard.core.plugin.PluginCallListener;
import io.trainyard.core.plugin.PluginInventory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls of plugins: {@code kubeflow_trainer_plugin_*}. */
public final class PluginMetrics implements PluginCallListener {
    private record Callee(String plugin, ExtensionPoint point) {}

    private record Series(Timer duration, Counter errors) {}

    private record Breach(String plugin, ContractViolation violation) {}

    private final Map<Breach, Counter> violations = new ConcurrentHashMap<>();
    private final MeterRegistry registry;
    private final Map<Callee, Series> series = new ConcurrentHashMap<>();

    public PluginMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows what was found, and lets the series of all plugins in use begin at zero. */
    public void initialise(PluginInventory inventory) {
        inventory.entries().forEach(this::show);
        inventory.entries().stream().filter(entry -> entry.problem().isEmpty()).forEach(entry -> entry.points()
                .forEach(point -> seriesOf(entry.name(), point)));
    }

    @Override
    public void called(String plugin, ExtensionPoint point, Duration duration, boolean failed) {
        Series called = seriesOf(plugin, point);
        called.duration.record(duration);
        if (failed) {
            called.errors.increment();
        }
    }

    @Override
    public void contractViolated(String plugin, ContractViolation violation) {
        violations
                .computeIfAbsent(
                        new Breach(plugin, violation), breach -> Counter.builder("kubeflow.trainer.plugin.faults")
                                .description("Breaches of a plugin's contract, by what it did")
                                .tags("plugin", breach.plugin, "fault", breach.violation.toString())
                                .register(registry))
                .increment();
    }

    private void show(PluginInventory.Entry entry) {
        String state = entry.problem().isEmpty() ? "used" : "unusable";
        Gauge.builder("kubeflow.trainer.plugin.info", () -> 1)
                .description("The plugins that were found at start")
                .tags("plugin", entry.name(), "version", entry.version(), "state", state)
                .register(registry);
    }

    private Series seriesOf(String plugin, ExtensionPoint point) {
        return series.computeIfAbsent(new Callee(plugin, point), this::register);
    }

    private Series register(Callee callee) {
        Tags tags = Tags.of("plugin", callee.plugin, "extension_point", callee.point.toString());
        return new Series(
                Buckets.CALL
                        .timer("kubeflow.trainer.plugin.duration", "Time until a plugin's answer was there")
                        .tags(tags)
                        .register(registry),
                Counter.builder("kubeflow.trainer.plugin.errors")
                        .description("Calls in which a plugin failed")
                        .tags(tags)
                        .register(registry));
    }
}
