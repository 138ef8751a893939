package io.trainyard.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DocumentationTool;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Makes the pages for authors of plugins, in {@code target/javadoc}, with every warning an error. */
@DisplayName("The Javadoc of the contract")
final class JavadocTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path SITE = Path.of("target/javadoc");

    @Test
    void isMadeWithoutAnyWarning() throws IOException {
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        StringWriter messages = new StringWriter();
        List<Path> sources;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            sources = new ArrayList<>(
                    files.filter(file -> file.toString().endsWith(".java")).toList());
        }
        sources.addAll(SharedFoundation.allSources());
        boolean made;
        try (StandardJavaFileManager files = tool.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of(
                    "-d",
                    SITE.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-encoding",
                    "UTF-8",
                    "-quiet",
                    "-notimestamp",
                    "-Werror",
                    "-Xdoclint:all,-missing",
                    "-windowtitle",
                    "Trainyard plugins");
            made = tool.getTask(messages, files, null, null, options, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }

        assertThat(made).as(messages.toString()).isTrue();
        assertThat(SITE.resolve("io/trainyard/spi/Plugin.html")).exists();
    }
}
