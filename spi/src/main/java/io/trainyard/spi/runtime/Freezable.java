package io.trainyard.spi.runtime;

/** Shared by all parts of one {@link RuntimeInfo}: once counts are frozen, changes of counts throw, and once all is, every change. */
final class Freezable {
    private boolean countsFrozen;
    private boolean frozen;

    void freezeCounts() {
        countsFrozen = true;
    }

    void freeze() {
        frozen = true;
    }

    void requireMutableCounts() {
        requireMutable();
        if (countsFrozen) {
            throw new IllegalStateException(
                    "counts of pod sets are frozen: they may only be changed in enforceMLPolicy");
        }
    }

    void requireMutable() {
        if (frozen) {
            throw new IllegalStateException(
                    "RuntimeInfo is frozen: it may only be changed in enforceMLPolicy and enforcePodGroupPolicy");
        }
    }
}
