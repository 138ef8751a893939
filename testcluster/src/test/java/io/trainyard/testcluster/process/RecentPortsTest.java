package io.trainyard.testcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecentPortsTest {
    @TempDir
    Path folder;

    @Test
    void whatSomebodyChoseIsToldToTheNextUntilItIsOld() {
        at("2026-01-01T00:00:00Z").choose(recent -> List.of(20_001, 20_002));
        at("2026-01-01T00:01:00Z").choose(recent -> List.of(20_003));

        assertThat(recent(at("2026-01-01T00:01:59Z"))).containsExactly(20_001, 20_002, 20_003);
        assertThat(recent(at("2026-01-01T00:02:00Z"))).containsExactly(20_003);
        assertThat(recent(at("2026-01-01T00:03:00Z"))).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadOrWrittenIsNoObstacle() throws Exception {
        Path nowhere = folder.resolve("missing").resolve("ports");
        assertThat(new RecentPorts(nowhere, Clock.systemUTC()).choose(recent -> List.of(20_001)))
                .containsExactly(20_001);

        Files.writeString(folder.resolve("ports"), "nonsense\n20007 never\n\n7");
        assertThat(recent(at("2026-01-01T00:00:00Z"))).isEmpty();
    }

    private RecentPorts at(String instant) {
        return new RecentPorts(folder.resolve("ports"), Clock.fixed(Instant.parse(instant), ZoneOffset.UTC));
    }

    private static Set<Integer> recent(RecentPorts ports) {
        Set<Integer> found = new TreeSet<>();
        ports.choose(recent -> {
            found.addAll(recent);
            return List.of();
        });
        return found;
    }
}
