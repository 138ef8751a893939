package io.trainyard.local.kubelet.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Scripts that come with classes. */
public final class Script {
    private Script() {}

    /** The text of a file beside a class. */
    public static String beside(Class<?> user, String name) {
        try (InputStream resource = user.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("this build was made without " + name);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
