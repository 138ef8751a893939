package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryUsage;
import org.junit.jupiter.api.Test;

final class MemoryTest {
    private static final long MIB = 1 << 20;

    @Test
    void aHeapThatIsFullAfterACollectionIsAProblem() {
        assertThat(Memory.problem(new MemoryUsage(0, 98 * MIB, 100 * MIB, 100 * MIB)))
                .hasValue("memory is used up: 98 MiB of 100 MiB are left in use after a collection");
        assertThat(Memory.problem(new MemoryUsage(0, 90 * MIB, 100 * MIB, 100 * MIB)))
                .isEmpty();
    }

    @Test
    void thisProcessHasMemoryLeft() {
        assertThat(Memory.problem()).isEmpty();
    }
}
