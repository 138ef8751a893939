package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("'trainyard render --check' of what people copy from: examples, runtimes and the pages")
final class CheckedFilesIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```ya?ml\\n(.*?)^ *```");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("nothing of it is refused")
    void nothingIsRefused() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Distribution.program().toString(), "render", "--check", folder.toString(), "../deploy"));
        try (Stream<Path> examples = Files.list(Path.of("../examples"))) {
            // Needs the plugin beside it, which a test of its own builds.
            examples.filter(path ->
                            !path.endsWith("vendor-plugin") && !path.toString().endsWith(".md"))
                    .sorted()
                    .forEach(path -> command.add(path.toString()));
        }
        int blocks = writeBlocks();
        Process check = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(lines).filteredOn(line -> line.contains(": refused: ")).isEmpty();
        assertThat(check.waitFor()).isZero();
        assertThat(lines).hasSizeGreaterThan(100);
        assertThat(blocks).isGreaterThan(10);
    }

    private int writeBlocks() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md"), Path.of("../examples/README.md")));
        try (Stream<Path> docs = Files.walk(Path.of("../docs"))) {
            // The specification shows what is refused, too; its examples have tests of their own.
            docs.filter(path -> path.toString().endsWith(".md") && !path.startsWith("../docs/spec"))
                    .sorted()
                    .forEach(pages::add);
        }
        int blocks = 0;
        for (Path page : pages) {
            for (MatchResult block :
                    BLOCK.matcher(Files.readString(page)).results().toList()) {
                if (block.group(1).contains("apiVersion:") && block.group(1).contains("kind:")) {
                    blocks++;
                    Files.writeString(folder.resolve(page.getFileName() + "-" + blocks + ".yaml"), block.group(1));
                }
            }
        }
        return blocks;
    }
}
