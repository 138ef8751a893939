package io.trainyard.launcher.seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The documents themselves, where they lie beside the conformance cases ({@code -Dconformance.cases}): each manifest that is tested stands there word by word,
 * and no other one does.
 */
@DisplayName("Documents that users come with")
final class SeedDocumentsTest {
    private static final Set<String> BEGINNINGS =
            Set.of("spec:", "initializer:", "mlPolicy:", "replicatedJobs:", "command:", "labels:", "template:");

    private static Map<String, List<String>> documents = Map.of();

    @BeforeAll
    static void readDocuments() throws IOException {
        String cases = System.getProperty("conformance.cases", "");
        Path folder = cases.isEmpty() ? Path.of("none") : Path.of(cases).resolveSibling("seeds");
        boolean there = Files.isDirectory(folder);
        assertThat(there || !Boolean.getBoolean("conformance.required"))
                .as(folder + " has the documents")
                .isTrue();
        assumeTrue(there, "no documents beside the conformance cases");
        Map<String, List<String>> read = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                // One of them has broken characters.
                String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                read.put(file.getFileName().toString().substring(0, 3), lines(text));
            }
        }
        documents = read;
    }

    static Stream<SeedManifest> manifests() {
        return SeedManifest.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manifests")
    void eachManifestIsInItsDocuments(SeedManifest manifest) {
        List<String> wanted = lines(manifest.text());
        for (String document : manifest.documents()) {
            assertThat(places(documents.get(document), wanted))
                    .as(manifest + " in " + document)
                    .isNotEmpty();
        }
    }

    @Test
    @DisplayName("nothing in the documents that looks like a manifest, or like a part of one, is left out")
    void noManifestIsLeftOut() {
        documents.forEach((document, lines) -> {
            BitSet known = new BitSet();
            for (SeedManifest manifest : SeedManifest.all()) {
                if (manifest.documents().contains(document)) {
                    List<String> wanted = lines(manifest.text());
                    places(lines, wanted).forEach(place -> known.set(place, place + wanted.size()));
                }
            }
            assertThat(IntStream.range(0, lines.size())
                            .filter(i -> !known.get(i))
                            .mapToObj(lines::get)
                            .filter(line -> line.startsWith("apiVersion:") || BEGINNINGS.contains(line)))
                    .as(document)
                    .isEmpty();
        });
    }

    /** Lines without indentation, which some documents lost, comments and what separates documents. */
    private static List<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.equals("---"))
                .map(line -> line.replaceFirst("\\s+#.*$", ""))
                .toList();
    }

    private static List<Integer> places(List<String> document, List<String> wanted) {
        return IntStream.rangeClosed(0, document.size() - wanted.size())
                .filter(place -> document.subList(place, place + wanted.size()).equals(wanted))
                .boxed()
                .toList();
    }
}
