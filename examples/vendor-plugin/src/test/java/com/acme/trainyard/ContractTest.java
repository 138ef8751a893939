package com.acme.trainyard;

import io.trainyard.spi.Plugin;
import io.trainyard.tck.PluginTck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ContractTest {
    @TestFactory
    Stream<DynamicTest> collectives() throws IOException {
        return kit(AcmeCollectives::new).mistake(read("runtime.yaml"), read("alone.yaml")).tests();
    }

    @TestFactory
    Stream<DynamicTest> scheduler() throws IOException {
        return kit(AcmeScheduler::new).tests();
    }

    private static PluginTck kit(Supplier<Plugin> plugin) throws IOException {
        return PluginTck.of(plugin).sample(read("runtime.yaml"), read("trainjob.yaml"));
    }

    private static String read(String file) throws IOException {
        try (InputStream content = ContractTest.class.getResourceAsStream("/" + file)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
