package io.trainyard.launcher.controller;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells when memory is used up for good. A single allocation that fails is no sign of it: a plugin that asks for too much fails alone.
 */
final class Memory {
    /** After a collection hardly anything was free. */
    private static final double USED_UP = 0.97;

    private Memory() {}

    /** What is wrong; empty when there is memory left. */
    static Optional<String> problem() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(Memory::keepsWhatSurvives)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .flatMap(usage -> problem(usage).stream())
                .findFirst();
    }

    private static boolean keepsWhatSurvives(MemoryPoolMXBean pool) {
        return pool.getName().contains("Tenured") || pool.getName().contains("Old");
    }

    static Optional<String> problem(@Nullable MemoryUsage afterCollection) {
        return afterCollection != null
                        && afterCollection.getMax() > 0
                        && afterCollection.getUsed() > USED_UP * afterCollection.getMax()
                ? Optional.of("memory is used up: " + (afterCollection.getUsed() >> 20) + " MiB of "
                        + (afterCollection.getMax() >> 20) + " MiB are left in use after a collection")
                : Optional.empty();
    }
}
