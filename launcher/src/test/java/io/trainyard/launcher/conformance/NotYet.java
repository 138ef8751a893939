package io.trainyard.launcher.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cases that do not pass yet, each with the reason: one a line, the name, a blank, the reason. Lines that begin with {@code #} are
 * comments.
 *
 * @param reasons reason by name of the case
 */
record NotYet(Map<String, String> reasons) {
    /** The list of that name; an empty one where there is none, so that every case must pass. */
    static NotYet read(String resource) {
        Map<String, String> reasons = new LinkedHashMap<>();
        try (InputStream stream = NotYet.class.getResourceAsStream("/conformance/" + resource)) {
            if (stream == null) {
                return new NotYet(reasons);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] parts = line.strip().split("\\s+", 2);
                        reasons.put(parts[0], parts.length > 1 ? parts[1] : "");
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new NotYet(reasons);
    }
}
