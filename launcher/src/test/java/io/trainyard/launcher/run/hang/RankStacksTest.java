package io.trainyard.launcher.run.hang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What py-spy tells of a rank (LOCAL-371)")
final class RankStacksTest {
    @Test
    @DisplayName("are the innermost frames of its main thread")
    void mainThread() {
        String dump =
                """
                Process 17: python3 train.py
                Python v3.11.2 (/usr/bin/python3.11)

                Thread 18 (idle): "Thread-1"
                    wait (threading.py:320)
                Thread 17 (idle): "MainThread"
                    wait (train.py:3)
                    step (train.py:9)
                    <module> (train.py:20)
                Thread 19 (idle): "Thread-2"
                    wait (threading.py:320)
                """;

        assertThat(RankStacks.stack(dump)).isEqualTo("wait (train.py:3), step (train.py:9), <module> (train.py:20)");
    }

    @Test
    @DisplayName("are none where it may not look")
    void refused() {
        assertThat(RankStacks.stack("")).isEmpty();
    }
}
