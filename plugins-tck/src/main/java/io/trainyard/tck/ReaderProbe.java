package io.trainyard.tck;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

final class ReaderProbe implements Probe {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** What the API server is made to say. */
    static final class NoAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoAnswerException() {
            super("the API server does not answer");
        }
    }

    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin;
        try {
            plugin = subject.start(new Objects(List.of(), new NoAnswerException()));
        } catch (RuntimeException failure) {
            throw new CaughtException("start() fails when the API server does not answer", failure);
        }
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            if (plugin instanceof ComponentBuilder) {
                look("building", () -> Trial.build(plugin, sample, sample.trainJob()), problems);
            }
            if (plugin instanceof CustomValidation) {
                look("validating", () -> Trial.validate(plugin, sample.trainJob(), sample), problems);
            }
        }
        return problems;
    }

    private static void look(String point, Supplier<Uni<?>> call, List<String> problems) {
        Uni<?> answer;
        try {
            answer = call.get();
        } catch (InvalidTrainJobException refused) {
            return;
        } catch (RuntimeException thrown) {
            throw new CaughtException(
                    point
                            + " throws when the API server does not answer, where a Uni that fails has the host try again",
                    thrown);
        }
        try {
            Object unused =
                    answer.onItem().transform(item -> (Object) item).await().atMost(LIMIT);
        } catch (TimeoutException never) {
            problems.add(point + " gives no answer when the API server does not answer");
        } catch (RuntimeException failed) {
            // Right: the host tries again.
        }
    }
}
