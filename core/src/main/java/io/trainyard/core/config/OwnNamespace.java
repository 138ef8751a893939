package io.trainyard.core.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The namespace that the controller runs in. */
public final class OwnNamespace {
    /** Where Kubernetes tells a pod its namespace. */
    public static final Path FILE = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

    /** What holds outside a cluster. */
    public static final String DEFAULT = "kubeflow-system";

    private OwnNamespace() {}

    /**
     * Reads the namespace; the default when the file is missing or empty. Blocks.
     *
     * @throws UncheckedIOException when the file exists and cannot be read
     */
    public static String read(Path file) {
        try {
            String namespace = Files.readString(file).strip();
            return namespace.isEmpty() ? DEFAULT : namespace;
        } catch (NoSuchFileException outside) {
            return DEFAULT;
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the own namespace from " + file, unreadable);
        }
    }
}
