package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AuditLogTest {

    @Test
    void aLineBecomesARecord() {
        assertThat(
                        AuditLog.parse(
                                """
                        {"kind":"Event","stage":"ResponseComplete","verb":"patch","userAgent":"test",
                         "objectRef":{"resource":"jobsets","namespace":"n","name":"a","apiGroup":"jobset.x-k8s.io",
                         "subresource":"status"},"responseStatus":{"code":409}}
                        """))
                .contains(new AuditRecord("patch", "jobset.x-k8s.io", "jobsets", "status", "n", "a", 409, "test"));
    }

    @Test
    void aRequestAboutNoResourceHasAnEmptyOne() {
        assertThat(AuditLog.parse(
                        "{\"stage\":\"ResponseComplete\",\"verb\":\"get\",\"responseStatus\":{\"code\":200}}"))
                .contains(new AuditRecord("get", "", "", "", "", "", 200, ""));
    }

    @Test
    void aWatchCountsWhenItBeginsAndNotAgainWhenItEnds() {
        assertThat(AuditLog.parse("{\"stage\":\"ResponseStarted\",\"verb\":\"watch\"}"))
                .isPresent();
        assertThat(AuditLog.parse("{\"stage\":\"ResponseComplete\",\"verb\":\"watch\"}"))
                .isEmpty();
    }

    @Test
    void onlyVerbsThatChangeSomethingAreWrites() {
        assertThat(record("create").isWrite()).isTrue();
        assertThat(record("deletecollection").isWrite()).isTrue();
        assertThat(record("watch").isWrite()).isFalse();
        assertThat(record("get").isWrite()).isFalse();
    }

    private static AuditRecord record(String verb) {
        return new AuditRecord(verb, "", "pods", "", "", "", 200, "");
    }
}
