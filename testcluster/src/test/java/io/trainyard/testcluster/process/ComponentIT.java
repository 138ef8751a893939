package io.trainyard.testcluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComponentIT {

    private static final Readiness READINESS = new Readiness(Duration.ofSeconds(20));

    @TempDir
    private Path folder;

    @Test
    void aComponentThatEndsIsNamedTogetherWithItsLogAndItsLastWords() {
        Component component = start("echo first; echo 'listen: Address already in use'; exit 3");

        assertThatExceptionOfType(ComponentFailedException.class)
                .isThrownBy(() -> READINESS.await(component, List.of(component), () -> false))
                .withMessageContainingAll(
                        "broken", "code 3", folder.resolve("broken.log").toString(), "first")
                .satisfies(e -> assertThat(e.isAddressInUse()).isTrue());
    }

    @Test
    void aComponentThatIsNotReadyInTimeIsNamedWithTheLastAnswer() {
        Component component = start("sleep 60");
        try {
            assertThatExceptionOfType(ComponentFailedException.class)
                    .isThrownBy(() -> new Readiness(Duration.ofMillis(100)).await(component, List.of(component), () -> {
                        throw new IOException("not yet");
                    }))
                    .withMessageContainingAll("broken", "not ready", "not yet", "log is empty");
        } finally {
            component.kill();
        }
        assertThat(component.handle().isAlive()).isFalse();
    }

    @Test
    void aProgramThatDoesNotExistIsAnErrorThatNamesIt() {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Component.start("broken", List.of("/does/not/exist"), Map.of(), folder))
                .withMessageContainingAll("broken", "/does/not/exist");
    }

    @Test
    void aClosedGroupHasNoRunningComponentAndStartsNoOther() {
        ComponentGroup group = ComponentGroup.open(folder);
        Component first = group.start("first", List.of("sleep", "60"));
        Component second = group.start("second", List.of("sleep", "60"));

        group.close();

        assertThat(first.handle().isAlive()).isFalse();
        assertThat(second.handle().isAlive()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> group.start("third", List.of("sleep", "60")));
    }

    @Test
    void aKilledComponentCanBeStartedAgain() {
        try (ComponentGroup group = ComponentGroup.open(folder)) {
            Component first = group.start("same", List.of("sleep", "60"));
            group.kill("same");
            Component second = group.start("same", List.of("sleep", "60"));

            assertThat(first.handle().isAlive()).isFalse();
            assertThat(group.running()).containsExactly(second);
        }
    }

    private Component start(String script) {
        return Component.start("broken", List.of("bash", "-c", script), Map.of(), folder);
    }
}
