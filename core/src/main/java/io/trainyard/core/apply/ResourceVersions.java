package io.trainyard.core.apply;

import org.jspecify.annotations.Nullable;

/** Compares resource versions of one kind: they are decimal numbers that grow with every write. Pure. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /** True when the first is at least as new as the second; a missing version is older than all others. */
    public static boolean isAtLeast(@Nullable String version, @Nullable String other) {
        if (version == null || other == null) {
            return other == null;
        }
        return version.length() != other.length() ? version.length() > other.length() : version.compareTo(other) >= 0;
    }
}
