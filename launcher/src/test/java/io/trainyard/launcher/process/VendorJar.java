package io.trainyard.launcher.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A plugin jar as a vendor would make it: compiled against the SPI alone. */
final class VendorJar {
    private static final String SOURCE =
            """
            package com.example.greeting;

            import io.trainyard.spi.extension.EnforceMLPolicy;
            import io.trainyard.spi.model.TrainJob;
            import io.trainyard.spi.runtime.Environment;
            import io.trainyard.spi.runtime.RuntimeInfo;

            public final class GreetingPlugin implements EnforceMLPolicy {
                @Override
                public String name() {
                    return "greeting";
                }

                @Override
                public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                    info.trainerContainer().ifPresent(container -> container.environment()
                            .declare("GREETING", "hello", Environment.Precedence.SET_IF_ABSENT));
                }
            }
            """;

    private VendorJar() {}

    /** Compiles the plugin and puts its jar into a folder. */
    static void writeTo(Path plugins, Path work) {
        try {
            Path source = work.resolve("GreetingPlugin.java");
            Files.writeString(source, SOURCE);
            Path classes = Files.createDirectories(work.resolve("classes"));
            int result = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-proc:none",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-d",
                            classes.toString(),
                            source.toString());
            if (result != 0) {
                throw new IllegalStateException("the vendor's plugin does not compile");
            }
            try (OutputStream file = Files.newOutputStream(plugins.resolve("greeting.jar"));
                    JarOutputStream jar = new JarOutputStream(file);
                    Stream<Path> files = Files.walk(classes)) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    jar.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                    jar.write(Files.readAllBytes(each));
                }
                jar.putNextEntry(new JarEntry("META-INF/services/io.trainyard.spi.Plugin"));
                jar.write("com.example.greeting.GreetingPlugin\n".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
