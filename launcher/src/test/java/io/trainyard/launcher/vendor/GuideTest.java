package io.trainyard.launcher.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Deletes the sample, follows its guide, and gets it back. */
final class GuideTest {
    private static final Path SAMPLE =
            Path.of("..", "examples", "vendor-plugin").toAbsolutePath().normalize();
    private static final Pattern FILE = Pattern.compile("(?ms)^`([^`\\n]+)`:\\n\\n```\\w*\\n(.*?)^```$");

    @Test
    void theGuideHoldsTheWholeSampleAndNothingElse() throws IOException {
        Map<String, String> written = new TreeMap<>();
        Matcher blocks = FILE.matcher(Files.readString(SAMPLE.resolve("README.md")));
        while (blocks.find()) {
            written.put(blocks.group(1), blocks.group(2));
        }

        assertThat(written).hasSizeGreaterThan(8).isEqualTo(sample());
    }

    private static Map<String, String> sample() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(SAMPLE)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                String name = SAMPLE.relativize(file).toString();
                if (!name.equals("README.md") && !name.startsWith("target")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        return files;
    }
}
