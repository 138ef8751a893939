package io.trainyard.core.plugin;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;

/**
 * The version of the contract between host and plugins. Within a major version things are only added.
 *
 * @param major changes when plugins have to be changed
 * @param minor grows when something is added
 */
record SpiVersion(int major, int minor) {
    /** The one that this host offers. */
    static final SpiVersion CURRENT = new SpiVersion(1, 0);

    private static final LinearPattern FORM = LinearPattern.of("(\\d{1,4})\\.(\\d{1,4})(?:\\..*)?");

    /** Why this host cannot serve a plugin built for that version; empty when it can, or when the plugin does not say. */
    static Optional<String> problem(String wanted) {
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Matcher parts = FORM.matcher(wanted);
        if (!parts.matches()) {
            return Optional.of(
                    "Trainyard-Spi-Version in its manifest is \"" + wanted + "\", but must look like " + CURRENT);
        }
        int major = Integer.parseInt(parts.group(1));
        int minor = Integer.parseInt(parts.group(2));
        return major == CURRENT.major && minor <= CURRENT.minor
                ? Optional.empty()
                : Optional.of("it was built for version " + wanted + " of the plugin interface; this Trainyard has "
                        + CURRENT + (major < CURRENT.major ? ": update the plugin" : ": update Trainyard"));
    }

    /** What a manifest should say that does not name a version; a part of a sentence. */
    static String missing() {
        return "the manifest has no Trainyard-Spi-Version; add \"Trainyard-Spi-Version: " + CURRENT + "\"";
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
