package io.trainyard.launcher.supply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions of a library that are known to be dangerous.
 *
 * @param library group and name
 * @param introduced the first version that is; empty for the very first
 * @param fixed the first one that is not any more
 */
record Advisory(String id, String library, String introduced, String fixed, String about) {
    private static final Path LIST = Path.of("src/test/resources/supply/advisories.csv");
    private static final Pattern DATE = Pattern.compile("as of (\\d{4}-\\d{2}-\\d{2})");

    /** Those that are stored. */
    static List<Advisory> stored() {
        return text().lines()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> line.split(",", 5))
                .map(cells -> new Advisory(cells[0], cells[1], cells[2], cells[3], cells[4]))
                .toList();
    }

    /** When they were collected. */
    static LocalDate collected() {
        Matcher date = DATE.matcher(text());
        if (!date.find()) {
            throw new IllegalStateException(LIST + " does not say of when it is");
        }
        return LocalDate.parse(date.group(1));
    }

    private static String text() {
        try {
            return Files.readString(LIST);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    boolean affects(String otherLibrary, String version) {
        return library.equals(otherLibrary)
                && (introduced.isEmpty() || compare(version, introduced) >= 0)
                && compare(version, fixed) < 0;
    }

    static int compare(String one, String other) {
        return Version.parse(one).compareTo(Version.parse(other));
    }
}
