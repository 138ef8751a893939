package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.plugin.sample.Library;
import io.trainyard.spi.Plugin;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginClassLoaderTest {
    private static final String SERVICES = "META-INF/services/io.trainyard.spi.Plugin";

    @TempDir
    Path directory;

    private PluginClassLoader loader;

    @BeforeEach
    void makeLoader() {
        Path jar = new PluginJar()
                .source("vendor.Own", "package vendor; public class Own {}")
                .source(
                        Library.class.getName(),
                        "package io.trainyard.core.plugin.sample; public class Library {"
                                + " public static String version() { return \"of-the-plugin\"; } }")
                .source(Plugin.class.getName(), "package io.trainyard.spi; public interface Plugin {}")
                .resource("io/trainyard/spi/Plugin.txt", "not visible: the package is shared")
                .resource("vendor/own.txt", "visible")
                .listing("vendor.Own")
                .write(directory.resolve("plugin/plugin.jar"));
        loader = new PluginClassLoader("test", List.of(jar), getClass().getClassLoader());
    }

    @AfterEach
    void closeLoader() throws IOException {
        loader.close();
    }

    @Test
    void sharedPackagesComeFromTheHostEvenWhenThePluginHasACopy() throws Exception {
        assertThat(loader.loadClass(Plugin.class.getName())).isSameAs(Plugin.class);
        assertThat(loader.loadClass(PodSpec.class.getName())).isSameAs(PodSpec.class);
        assertThat(loader.loadClass(Uni.class.getName())).isSameAs(Uni.class);
    }

    @Test
    void everythingElseComesFromThePlugin() throws Exception {
        assertThat(loader.loadClass("vendor.Own").getClassLoader()).isSameAs(loader);
        Class<?> library = loader.loadClass(Library.class.getName());
        assertThat(library).isNotSameAs(Library.class);
        assertThat(library.getMethod("version").invoke(null)).isEqualTo("of-the-plugin");
    }

    @Test
    void theRestOfTheHostIsNotVisible() {
        assertThatThrownBy(() -> loader.loadClass("io.vertx.core.Vertx")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> loader.loadClass(PluginHost.class.getName()))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(loader.getResource("io/vertx/core/Vertx.class")).isNull();
    }

    @Test
    void theJdkIsVisible() throws Exception {
        assertThat(loader.loadClass("java.sql.Connection")).isNotNull();
    }

    @Test
    void resourcesFollowTheSameRule() throws IOException {
        assertThat(loader.getResource("vendor/own.txt")).isNotNull();
        assertThat(loader.getResource("io/trainyard/spi/Plugin.txt")).isNull();
        assertThat(loader.getResource("io/trainyard/spi/Plugin.class"))
                .isEqualTo(getClass().getClassLoader().getResource("io/trainyard/spi/Plugin.class"));
        assertThat(Collections.list(loader.getResources("io/trainyard/spi/Plugin.class")))
                .hasSize(1);
    }

    @Test
    void listsOfServicesAreThePluginsOwn() throws IOException {
        List<URL> lists = Collections.list(loader.getResources(SERVICES));
        assertThat(lists).singleElement().asString().contains("plugin.jar");
        assertThat(loader.getResource(SERVICES)).asString().contains("plugin.jar");
        assertThat(loader.getResource("META-INF/services/io.fabric8.kubernetes.api.model.KubernetesResource"))
                .isNull();
    }

    @Test
    void knowsWhoHasAClass() {
        assertThat(loader.hasOwn(Plugin.class.getName())).isTrue();
        assertThat(loader.hostHas(Plugin.class.getName())).isTrue();
        assertThat(loader.hostHas("vendor.Own")).isFalse();
        assertThat(loader.hasOwn("vendor.Nothing")).isFalse();
    }
}
