package io.trainyard.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SnapshotKey (PIPE-94)")
final class SnapshotKeyTest {
    private static final byte[] BYTES =
            "0123456789abcdef0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    private final SnapshotKey key = new SnapshotKey(BYTES);
    private final String signature = key.sign("job", "runtime", "text");

    @Test
    @DisplayName("the same bytes sign alike, in every replica and after an upgrade; others do not")
    void sameBytes() {
        // Of openssl dgst -sha256 -hmac, over each part after its length as four bytes.
        assertThat(signature).isEqualTo("runtime/90647a1863850ac235d7e3efa014791ac881a147c961077b081c5f11aca68f64");
        assertThat(new SnapshotKey(BYTES).hasSigned(signature, "job", "text")).isTrue();
        assertThat(SnapshotKey.random().hasSigned(signature, "job", "text")).isFalse();
    }

    @Test
    @DisplayName("a signature is that of one TrainJob, one runtime and one text")
    void everyPartCounts() {
        assertThat(key.hasSigned(signature, "other", "text")).isFalse();
        assertThat(key.hasSigned(signature, "job", "texT")).isFalse();
        assertThat(key.hasSigned(signature.replace("runtime", "other"), "job", "text"))
                .isFalse();
        assertThat(key.hasSigned("", "job", "text")).isFalse();
        assertThat(key.hasSigned("runtime/", "job", "text")).isFalse();
    }

    @Test
    @DisplayName("no part can end where the next one begins")
    void framing() {
        assertThat(key.sign("a", "b", "c").substring(1)).isNotEqualTo(key.sign("ab", "", "c"));
        assertThat(key.sign("job", "r/x", "text")).doesNotEndWith(signature.substring("runtime".length()));
        String moved = key.sign("jobr", "untime", "text");
        assertThat(moved.substring(moved.indexOf('/'))).isNotEqualTo(signature.substring(signature.indexOf('/')));
    }

    @Test
    void hasThirtyTwoBytesAndShowsNone() {
        assertThatThrownBy(() -> new SnapshotKey(new byte[31]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bytes, not 31");
        assertThat(key).hasToString("a key for snapshots");
    }
}
