package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SpareHeap (FAB-87)")
final class SpareHeapTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final PlayedHeap played = new PlayedHeap();
    private final SpareHeap heap = new SpareHeap(played, time);

    /** Half of it is in use, whenever it is asked. */
    private static final class PlayedHeap implements SpareHeap.Heap {
        private long committed = 100;
        private long collections;
        private int whole;

        @Override
        public long committed() {
            return committed;
        }

        @Override
        public long collections() {
            return collections;
        }

        @Override
        public void collect(Runnable done) {
            whole++;
            collections++;
            committed = 50;
            done.run();
        }
    }

    @Test
    @DisplayName("what the start has needed is given back once, and a program at rest is left alone then")
    void theStartsMemoryIsGivenBackOnce() {
        heap.start();
        time.advance(Duration.ofMinutes(1));
        assertThat(played.committed).isEqualTo(50);

        for (int minute = 0; minute < 600; minute++) {
            played.collections++;
            time.advance(Duration.ofMinutes(1));
        }

        assertThat(played.whole).isEqualTo(1);
    }

    @Test
    @DisplayName("while there is work nothing is stopped for it; afterwards its memory is given back")
    void workIsNotStopped() {
        heap.start();
        time.advance(Duration.ofMinutes(1));
        played.committed = 400;
        for (int second = 0; second < 300; second++) {
            played.collections++;
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(played.whole).isEqualTo(1);

        time.advance(Duration.ofMinutes(2));

        assertThat(played.whole).isEqualTo(2);
        assertThat(played.committed).isEqualTo(50);
    }

    @Test
    @DisplayName("a heap that has hardly grown is not worth a pause, nor is one after the end")
    void littleIsNotWorthIt() {
        heap.start();
        time.advance(Duration.ofMinutes(1));
        played.committed = 59;
        time.advance(Duration.ofHours(1));
        assertThat(played.whole).isEqualTo(1);

        heap.stop();
        played.committed = 400;
        time.advance(Duration.ofHours(1));
        assertThat(played.whole).isEqualTo(1);
        assertThat(time.waiting()).isZero();
    }
}
