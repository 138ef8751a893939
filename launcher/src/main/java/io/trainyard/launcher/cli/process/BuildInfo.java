package io.trainyard.launcher.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is.
 *
 * @param version version of the project
 * @param commit git commit that it was built from; {@code unknown} outside of a checkout
 * @param java version of the Java that runs it
 */
public record BuildInfo(String version, String commit, String java) {
    private static final String RESOURCE = "/io/trainyard/launcher/build.properties";

    /** This build. */
    public static BuildInfo current() {
        Properties properties = new Properties();
        try (InputStream resource = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (resource != null) {
                properties.load(resource);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + RESOURCE, unreadable);
        }
        return new BuildInfo(
                properties.getProperty("version", "unknown"),
                properties.getProperty("commit", "unknown"),
                Runtime.version().toString());
    }
}
