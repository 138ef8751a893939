package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Class loaders of plugins (LOCAL-217)")
final class PluginClassLoadersTest {
    private static final PluginDirectory.Source SOURCE =
            new PluginDirectory.Source("one", Path.of("one.jar"), List.of(Path.of("one.jar")));
    private static final PluginDirectory.Source OTHER =
            new PluginDirectory.Source("other", Path.of("other.jar"), List.of(Path.of("other.jar")));

    private final ClassLoader host = getClass().getClassLoader();

    @Test
    @DisplayName("hosts that share them load a plugin's classes once, also when one of them has been closed meanwhile")
    void sharedOnesAreOneForEachSource() {
        PluginClassLoaders shared = PluginClassLoaders.shared();
        PluginClassLoader first = shared.open(SOURCE, host);
        shared.close(first);

        assertThat(shared.open(SOURCE, host)).isSameAs(first);
        assertThat(shared.open(OTHER, host)).isNotSameAs(first);
    }

    @Test
    @DisplayName("all other hosts have their own")
    void separateOnesAreNew() {
        PluginClassLoaders separate = PluginClassLoaders.separate();
        PluginClassLoader first = separate.open(SOURCE, host);
        separate.close(first);

        assertThat(separate.open(SOURCE, host)).isNotSameAs(first);
    }
}
