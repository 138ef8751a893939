package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes all calls in a group of threads of their own, which a thread that is started there belongs to. */
final class ThreadProbe implements Probe {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    @Override
    public List<String> problems(Subject subject) {
        ThreadGroup group = new ThreadGroup("tck");
        List<RuntimeException> failures = new ArrayList<>();
        Thread caller = new Thread(group, () -> call(subject, failures), "tck-caller");
        caller.start();
        try {
            caller.join();
            for (long waited = 0; group.activeCount() > 0 && waited < TIMEOUT.toMillis(); waited += PAUSE.toMillis()) {
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        Thread[] left = new Thread[group.activeCount() + 1];
        int count = group.enumerate(left);
        return count == 0
                ? List.of()
                : List.of("threads are left behind: "
                        + Stream.of(left).limit(count).map(Thread::getName).toList());
    }

    private static void call(Subject subject, List<RuntimeException> failures) {
        try {
            Plugin plugin = subject.start();
            subject.samples().forEach(sample -> Trial.of(plugin, sample));
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }
}
