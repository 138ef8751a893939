package io.trainyard.spi.runtime;

/** Shared by all parts of one {@link RuntimeInfo}: once frozen, every change throws. */
final class Freezable {
    private boolean frozen;

    void freeze() {
        frozen = true;
    }

    void requireMutable() {
        if (frozen) {
            throw new IllegalStateException(
                    "RuntimeInfo is frozen: it may only be changed in enforceMLPolicy and enforcePodGroupPolicy");
        }
    }
}
