package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@DisplayName("The companion that ends everything when its virtual machine is gone (LOCAL-82)")
final class ProcessGuardTest {
    private static final String MARK = "TRAINYARD_NOBODY_HAS_THIS=x";

    private Process first;
    private Process second;

    @BeforeEach
    void start() throws IOException {
        first = group();
        second = group();
    }

    /** Its first process; the group is there. */
    private static Process group() throws IOException {
        Process leader = new ProcessBuilder("setsid", "sh", "-c", "echo there; exec sleep 600").start();
        assertThat(leader.inputReader(StandardCharsets.US_ASCII).readLine()).isEqualTo("there");
        return leader;
    }

    @AfterEach
    void stop() {
        first.destroyForcibly();
        second.destroyForcibly();
    }

    /** Gives it these orders, and then the virtual machine is gone. */
    private static void guard(String orders) throws IOException, InterruptedException {
        Process companion = new ProcessBuilder(List.of("sh", "-c", ProcessGuard.SCRIPT, "trainyard-guard", MARK))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (Writer pipe = companion.outputWriter(StandardCharsets.US_ASCII)) {
            pipe.write(orders);
        }
        assertThat(companion.waitFor(1, TimeUnit.MINUTES)).as("it ends").isTrue();
    }

    @Test
    @DisplayName("a group whose number has become that of a stranger is left alone")
    void aStrangerWithTheNumberLivesOn() throws Exception {
        guard("add %d:%s\nadd %d:1\n".formatted(first.pid(), StartTime.of(first.pid()), second.pid()));

        assertThat(first.waitFor()).isEqualTo(128 + 15);
        assertThat(second.isAlive()).isTrue();
    }

    @Test
    @DisplayName("a group that has ended before is forgotten, and no other with it")
    void onlyWhatWasTakenOutIsForgotten() throws Exception {
        String one = first.pid() + ":" + StartTime.of(first.pid());
        String other = second.pid() + ":" + StartTime.of(second.pid());

        guard("add %1$s\nadd %2$s\nremove %1$s\n".formatted(one, other));

        assertThat(second.waitFor()).isEqualTo(128 + 15);
        assertThat(first.isAlive()).isTrue();
    }
}
