package io.trainyard.core.plugin.sample;

/** Stands for a library that the host uses and plugins may bring in another version. */
public final class Library {
    private Library() {}

    public static String version() {
        return "of-the-host";
    }
}
