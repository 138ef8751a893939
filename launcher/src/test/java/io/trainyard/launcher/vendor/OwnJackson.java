package io.trainyard.launcher.vendor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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
        new CompiledPlugin("com.example.reporting.ReportingPlugin", SOURCE)
                .writeTo(plugin.resolve("reporting.jar"), work, libraries);
    }
}
