package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OpenStreams (OPS-78)")
final class OpenStreamsTest {
    @Test
    void oneReaderHasSoManyStreamsAndOthersStillHaveTheirs() {
        OpenStreams streams = new OpenStreams(3, 2);

        assertThat(streams.open("a")).isTrue();
        assertThat(streams.open("a")).isTrue();
        assertThat(streams.open("a")).isFalse();
        assertThat(streams.open("b")).isTrue();
        assertThat(streams.open("c")).as("all together").isFalse();

        streams.closed("a");
        assertThat(streams.open("a")).isTrue();
        assertThat(streams.count()).isEqualTo(3);
    }
}
