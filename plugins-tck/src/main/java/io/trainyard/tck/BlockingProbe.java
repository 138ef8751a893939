package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures calls up to the moment when they return; what a {@code Uni} does afterwards is nobody's wait. */
final class BlockingProbe implements Probe {
    private static final Duration LIMIT = Duration.ofMillis(100);
    private static final int ATTEMPTS = 5;

    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.start();
        if (plugin.isSlow()) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            calls(plugin, sample).forEach((point, call) -> look(point, call).ifPresent(problems::add));
        }
        return problems;
    }

    private static Map<String, Runnable> calls(Plugin plugin, Sample sample) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        TrainJob trainJob = sample.trainJob();
        calls.put("enforcing", () -> {
            try {
                Trial.enforced(plugin, trainJob, sample.runtime());
            } catch (InvalidTrainJobException refused) {
                // A sample may be one that cannot be built.
            }
        });
        if (plugin instanceof ComponentBuilder) {
            calls.put(
                    "building",
                    () -> Trial.build(plugin, sample, trainJob).subscribe().with(built -> {}, failure -> {}));
        }
        if (plugin instanceof CustomValidation) {
            calls.put(
                    "validating",
                    () -> Trial.validate(plugin, trainJob, sample).subscribe().with(findings -> {}, failure -> {}));
        }
        if (plugin instanceof TerminalCondition terminal) {
            calls.put("reading the terminal condition", () -> terminal.terminalCondition(trainJob));
        }
        if (plugin instanceof JobNotes notes) {
            calls.put("telling", () -> notes.notes(new JobNotes.Request(trainJob, List.of())));
        }
        return calls;
    }

    /** The best of several attempts: the first one loads classes, and any may be disturbed. */
    private static Optional<String> look(String point, Runnable call) {
        long waits = Long.MAX_VALUE;
        Duration shortest = Duration.ofDays(1);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ThreadCost cost = ThreadCost.of(call);
            waits = Math.min(waits, cost.waits());
            shortest = cost.duration().compareTo(shortest) < 0 ? cost.duration() : shortest;
        }
        if (waits > 0) {
            return Optional.of(point + " waits for something; answer with a Uni, or say isSlow()");
        }
        return shortest.compareTo(LIMIT) > 0
                ? Optional.of(point + " takes " + shortest.toMillis() + " ms; say isSlow()")
                : Optional.empty();
    }
}
