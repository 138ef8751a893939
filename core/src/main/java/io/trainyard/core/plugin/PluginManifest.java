package io.trainyard.core.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What a jar says of itself.
 *
 * @param version Implementation-Version; empty when the jar does not say
 * @param builtIn {@code Trainyard-Built-In: true}: one of Trainyard's own plugins, or a deliberate replacement of one, so that it may have
 *     a reserved name; guards against mistakes, not against malice, for a plugin runs inside our process anyway
 * @param spiVersion {@code Trainyard-Spi-Version}, the version that the plugin was built for; empty when the jar does not say
 */
record PluginManifest(String version, boolean builtIn, String spiVersion) {
    private static final Attributes.Name BUILT_IN = new Attributes.Name("Trainyard-Built-In");
    private static final Attributes.Name SPI_VERSION = new Attributes.Name("Trainyard-Spi-Version");

    /** For plugins that are part of the core. */
    static PluginManifest ofTheCore(Class<?> type) {
        return new PluginManifest(text(type.getPackage().getImplementationVersion()), true, "");
    }

    /** Reads the manifest of a jar. */
    static PluginManifest read(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            return new PluginManifest(
                    text(attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION)),
                    Boolean.parseBoolean(attributes.getValue(BUILT_IN)),
                    text(attributes.getValue(SPI_VERSION)));
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
