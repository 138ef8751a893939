package io.trainyard.local.definitions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The custom resource definitions of the project, as {@code deploy/crds} has them, in a form that is read fast: for
 * {@link io.trainyard.local.api.LocalApiOptions#withDefinitions}.
 */
public final class Definitions {
    /** Names of the files, in the order in which a server gets them. */
    static final List<String> NAMES = List.of(
            "trainer.kubeflow.org_trainjobs",
            "trainer.kubeflow.org_trainingruntimes",
            "trainer.kubeflow.org_clustertrainingruntimes");

    /** All of them. */
    static final String FILE = "definitions.json";

    private Definitions() {}

    /**
     * All definitions, from the class path; immutable, and equal parts of them are the same objects. The first call blocks for the time it takes to read a
     * small file.
     */
    public static List<Map<String, Object>> load() {
        return List.copyOf(ByName.READ.values());
    }

    /** The definition of one kind of the project; empty when it has no such kind. */
    public static Optional<Map<String, Object>> of(String kind) {
        String plural = kind.toLowerCase(Locale.ROOT) + "s";
        return NAMES.stream()
                .filter(name -> name.endsWith("_" + plural))
                .findFirst()
                .map(ByName.READ::get);
    }

    /** A class of its own, since the build makes the file with the class around it. */
    private static final class ByName {
        static final Map<String, Map<String, Object>> READ = read();

        private static Map<String, Map<String, Object>> read() {
            try (InputStream in = Definitions.class.getResourceAsStream(FILE)) {
                if (in == null) {
                    throw new IllegalStateException("this build was made without " + FILE);
                }
                return SharedTrees.read(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + FILE, e);
            }
        }
    }
}
