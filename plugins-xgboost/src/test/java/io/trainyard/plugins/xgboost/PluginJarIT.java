package io.trainyard.plugins.xgboost;

import io.trainyard.tck.PluginTck;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The finished jar, loaded as the plugin host does. */
final class PluginJarIT {
    @TestFactory
    Stream<DynamicTest> theJarKeepsTheContractInTheHostsClassLoader() {
        return XgboostTckTest.kit(PluginTck.ofJar(Path.of(System.getProperty("plugin.jar"))))
                .tests();
    }
}
