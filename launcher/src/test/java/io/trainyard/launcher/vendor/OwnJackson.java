package io.trainyard.launcher.vendor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A plugin in a folder of its own with private libraries: an older Jackson than Trainyard's. */
final class OwnJackson {
    private static final Path LIBRARIES = Path.of("target", "older-jackson").toAbsolutePath();
    private static final String SOURCE =
            """
            package com.example.reporting;

            import com.fasterxml.jackson.core.JsonProcessingException;
            import com.fasterxml.jackson.databind.ObjectMapper;
            import io.trainyard.spi.extension.EnforceMLPolicy;
            import io.trainyard.spi.model.TrainJob;
            import io.trainyard.spi.runtime.Environment;
            import io.trainyard.spi.runtime.RuntimeInfo;
            import java.util.Map;

            public final class ReportingPlugin implements EnforceMLPolicy {
                @Override
                public String name() {
                    return "reporting";
                }

                @Override
                public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                    ObjectMapper mapper = new ObjectMapper();
                    try {
                        String report = mapper.version() + " written as "
                                + mapper.writeValueAsString(Map.of("nodes", info.trainer().numNodes()));
                        info.trainerContainer().ifPresent(container -> container.environment()
                                .declare("REPORT", report, Environment.Precedence.SET_IF_ABSENT));
                    } catch (JsonProcessingException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    private OwnJackson() {}

    static void writeTo(Path plugin, Path work) throws IOException {
        Files.createDirectories(plugin);
        List<Path> libraries;
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            libraries = jars.toList();
        }
        for (Path library : libraries) {
            Files.copy(library, plugin.resolve(library.getFileName()));
        }
        Path source = work.resolve("ReportingPlugin.java");
        Files.writeString(source, SOURCE);
        Path classes = Files.createDirectories(work.resolve("reporting-classes"));
        String classPath =
                libraries.stream().map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator))
                        + java.io.File.pathSeparator
                        + System.getProperty("java.class.path");
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", classes.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("the plugin with its own Jackson does not compile");
        }
        try (OutputStream file = Files.newOutputStream(plugin.resolve("reporting.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            String name = "com/example/reporting/ReportingPlugin.class";
            jar.putNextEntry(new JarEntry(name));
            jar.write(Files.readAllBytes(classes.resolve(name)));
            jar.putNextEntry(new JarEntry("META-INF/services/io.trainyard.spi.Plugin"));
            jar.write("com.example.reporting.ReportingPlugin\n".getBytes(StandardCharsets.UTF_8));
        }
    }
}
