package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class ConcurrencyProbe implements Probe {
    private static final int CALLERS = 8;
    private static final int ROUNDS = 25;

    @Override
    public List<String> problems(Subject subject) {
        for (Sample sample : subject.samples()) {
            if (!subject.isStable(sample)) {
                return List.of();
            }
        }
        Plugin shared = subject.start();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Callable<List<String>>> calls = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                int number = caller;
                calls.add(() -> differences(subject, shared, number));
            }
            List<String> problems = new ArrayList<>();
            for (Future<List<String>> call : callers.invokeAll(calls)) {
                problems.addAll(call.get());
            }
            return problems.stream().limit(1).toList();
        } catch (ExecutionException failure) {
            throw new CaughtException(
                    "a call failed while others were under way",
                    failure.getCause() == null ? failure : failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of("interrupted");
        } finally {
            callers.shutdownNow();
        }
    }

    private static List<String> differences(Subject subject, Plugin shared, int caller) {
        for (Sample sample : subject.samples()) {
            Sample own = sample.named(sample.name() + "-" + caller);
            String alone = Trial.of(subject.start(), own);
            for (int round = 0; round < ROUNDS; round++) {
                String together = Trial.of(shared, own);
                if (!together.equals(alone)) {
                    return List.of(own.name() + " gives something else while others are asked about; "
                            + Difference.of(alone, together) + " Keep nothing about a TrainJob in fields.");
                }
            }
        }
        return List.of();
    }
}
