package io.trainyard.bench.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.AuditRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Figures of two controllers")
final class FiguresTest {
    @Test
    void standBesideEachOther() {
        Figures one = new Figures("One");
        one.add("memory", "1 MiB");
        one.add("only here", "2 s");
        Figures other = new Figures("Other");
        other.add("memory", "3 MiB");

        assertThat(Figures.table(List.of(one, other)))
                .isEqualTo(
                        """
                        | Figure | One | Other |
                        |---|---|---|
                        | memory | 1 MiB | 3 MiB |
                        | only here | 2 s | – |
                        """);
    }

    @Test
    void writesAreCountedByKindAndThoseOfTheLeaseApart() {
        Writes writes = Writes.of(List.of(
                request("create", "jobsets", "", 201),
                request("patch", "trainjobs", "status", 200),
                request("patch", "trainjobs", "status", 409),
                request("update", "leases", "", 200),
                request("watch", "jobsets", "", 200)));

        assertThat(writes.inWords()).isEqualTo("3: create jobsets 1, patch trainjobs/status 2; refused: 1");
        assertThat(writes.lease()).isEqualTo(1);
    }

    private static AuditRecord request(String verb, String resource, String subresource, int code) {
        return new AuditRecord(verb, "", resource, subresource, "any", "any", code, "");
    }
}
