package io.trainyard.core.plugin;

import java.util.List;

/**
 * The packages whose classes a plugin shares with the host; everything else in a plugin's jars is private to it.
 *
 * <p>Every type in a signature of the SPI is here, of the foundation only what plugins may rely on, and a library is shared wholly or not at all. Jackson is here although no signature
 * needs more than its annotations: the fabric8 model carries annotations of databind, and a second copy of databind would not see them and
 * quietly write quantities and int-or-strings in a wrong form. A plugin that brings databind all the same gets its own, wholly: then it must not
 * write or read objects of the Kubernetes model with it.
 */
final class SharedPackages {
    /** Whole packages with all packages below them; each ends in a dot. */
    static final List<String> PREFIXES = List.of(
            "io.trainyard.spi.",
            "io.trainyard.foundation.field.",
            "io.trainyard.foundation.quantity.",
            "io.trainyard.foundation.stability.",
            "io.trainyard.foundation.tree.",
            "io.fabric8.kubernetes.api.",
            "io.fabric8.kubernetes.internal.",
            "io.fabric8.kubernetes.model.",
            "io.smallrye.common.annotation.",
            "io.smallrye.mutiny.",
            "com.fasterxml.jackson.annotation.",
            "com.fasterxml.jackson.core.",
            "com.fasterxml.jackson.databind.",
            "org.slf4j.",
            "org.jspecify.annotations.");

    /** Who has this class has a Jackson of his own. */
    static final String JACKSON_MAPPER = "com.fasterxml.jackson.databind.ObjectMapper";

    private static final List<String> JACKSON =
            List.of("com.fasterxml.jackson.core.", "com.fasterxml.jackson.databind.");
    private static final String SERVICES = "META-INF/services/";

    private SharedPackages() {}

    static boolean containsClass(String name) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The part of the shared packages that a plugin may replace; annotations are always shared. */
    static boolean isOfJackson(String name) {
        return JACKSON.stream().anyMatch(name::startsWith);
    }

    /** True for files that lie in a shared package. Lists of services never do: each plugin has its own. */
    static boolean containsResource(String path) {
        return !isServiceList(path) && containsClass(path.replace('/', '.'));
    }

    static boolean isServiceList(String path) {
        return path.startsWith(SERVICES);
    }
}
