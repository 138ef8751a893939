package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ClosingStepsTest {
    private final List<String> told = new ArrayList<>();

    @Test
    @DisplayName(
            "a full disk loses neither the result nor the report: what cannot be written is told, all else is done (LOCAL-106)")
    void aFailedStepKeepsNoOtherFromBeingDone() {
        List<String> done = new ArrayList<>();
        IOException full = new IOException("No space left on device");

        Future<Void> end = ClosingSteps.run(
                List.of(
                        new ClosingSteps.Step("objects", () -> Future.failedFuture(full)),
                        new ClosingSteps.Step("status", () -> {
                            throw new UncheckedIOException("cannot write", full);
                        }),
                        new ClosingSteps.Step("report", () -> {
                            done.add("report");
                            return Future.succeededFuture();
                        })),
                told::add);

        assertThat(end.succeeded()).isTrue();
        assertThat(done).containsExactly("report");
        assertThat(told)
                .containsExactly(
                        "objects: no space is left on the disk", "status: cannot write: no space is left on the disk");
    }
}
