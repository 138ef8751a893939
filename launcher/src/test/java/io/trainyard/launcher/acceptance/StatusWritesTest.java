package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StatusWritesTest {
    private static final Map<String, String> REPLICAS = Map.of("id-a", "a", "id-b", "b");

    @Test
    void oneAfterTheOtherIsNoConflict() {
        StatusWrites writes = StatusWrites.of(
                Stream.of(
                        lease("a", 0, 1, 200),
                        status("a", 2, 3),
                        lease("b", 4, 5, 409),
                        lease("a", 4, 5, 200),
                        status("somebody else", 6, 7),
                        lease("b", 6, 7, 200),
                        status("b", 8, 9)),
                REPLICAS);

        assertThat(writes.conflicts()).isEmpty();
        assertThat(writes.byWriter()).isEqualTo(Map.of("a", 1, "b", 1));
    }

    @Test
    void aWriteThatBeginsBeforeAnothersEndIsOne() {
        assertThat(StatusWrites.of(Stream.of(status("a", 1, 5), status("a", 2, 3), status("b", 4, 6)), REPLICAS)
                        .conflicts())
                .singleElement()
                .asString()
                .contains("writer=b", "before this has ended", "writer=a");
    }

    @Test
    void aWriteAfterAnotherOneTookTheLeaseIsOne() {
        assertThat(StatusWrites.of(Stream.of(lease("a", 0, 1, 201), lease("b", 2, 3, 200), status("a", 4, 5)), REPLICAS)
                        .conflicts())
                .singleElement()
                .asString()
                .contains("holds the Lease");
    }

    private static String status(String replica, int received, int answered) {
        return line(replica, "patch", "trainjobs", "status", received, answered, 200);
    }

    private static String lease(String replica, int received, int answered, int code) {
        return line(replica, "update", "leases", "", received, answered, code);
    }

    private static String line(
            String replica, String verb, String resource, String subresource, int received, int answered, int code) {
        return """
                {"verb":"%s","objectRef":{"resource":"%s","subresource":"%s"},"responseStatus":{"code":%d},\
                "user":{"extra":{"authentication.kubernetes.io/credential-id":["JTI=id-%s"]}},\
                "requestReceivedTimestamp":"2026-01-01T00:00:0%d.000000Z","stageTimestamp":"2026-01-01T00:00:0%d.000000Z"}"""
                .formatted(verb, resource, subresource, code, replica, received, answered);
    }
}
