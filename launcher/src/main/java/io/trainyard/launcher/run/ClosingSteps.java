package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done at the end of a run, one step after the other: one that fails, as on a full disk, keeps none behind it from being done. */
final class ClosingSteps {
    private static final Logger LOG = LoggerFactory.getLogger(ClosingSteps.class);

    private ClosingSteps() {}

    /**
     * One step.
     *
     * @param failure what a user reads when it fails, before the reason
     */
    record Step(String failure, Supplier<Future<Void>> work) {}

    /**
     * Does them all.
     *
     * @param complaints told of each that fails
     * @return always succeeds
     */
    static Future<Void> run(List<Step> steps, Consumer<String> complaints) {
        Future<Void> done = Future.succeededFuture();
        for (Step step : steps) {
            // Also what a step throws becomes a failed future.
            done = done.compose(before -> step.work.get()).recover(cause -> {
                complaints.accept(step.failure + ": " + reason(cause));
                LOG.warn("{}", step.failure, cause);
                return Future.succeededFuture();
            });
        }
        return done;
    }

    private static String reason(Throwable cause) {
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        return EnvironmentFault.of(cause).map(Throwable::getMessage).orElse(root.toString());
    }
}
