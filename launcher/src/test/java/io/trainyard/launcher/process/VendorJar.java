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

/** A plugin jar as a vendor would make it: compiled against the SPI alone. Its plugin asks for the right to patch fabrics. */
public final class VendorJar {
    private static final String SOURCE =
            """
            package com.example.greeting;

            import io.trainyard.spi.Permission;
            import io.trainyard.spi.extension.EnforceMLPolicy;
            import io.trainyard.spi.model.TrainJob;
            import io.trainyard.spi.runtime.Environment;
            import io.trainyard.spi.runtime.RuntimeInfo;
            import java.util.List;

            public final class GreetingPlugin implements EnforceMLPolicy {
                @Override
                public String name() {
                    return "greeting";
                }

                @Override
                public List<Permission> permissions() {
                    return List.of(new Permission("acme.example", List.of("fabrics"), List.of("patch")));
                }

                @Override
                public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                    info.trainerContainer().ifPresent(container -> container.environment()
                            .declare("GREETING", "hello", Environment.Precedence.SET_IF_ABSENT));
                }
            }
            """;

    private VendorJar() {}

    /** A folder with the plugins of the distribution and this one. */
    public static Path besideOurs(Path work) {
        try {
            Path plugins = Files.createDirectories(work.resolve("plugins"));
            Path own = Distribution.program().getParent().resolveSibling("plugins");
            try (Stream<Path> jars = Files.list(own)) {
                for (Path jar : jars.toList()) {
                    Files.copy(jar, plugins.resolve(jar.getFileName().toString()));
                }
            }
            writeTo(plugins, work);
            return plugins;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles the plugin and puts its jar into a folder. */
    private static void writeTo(Path plugins, Path work) {
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
