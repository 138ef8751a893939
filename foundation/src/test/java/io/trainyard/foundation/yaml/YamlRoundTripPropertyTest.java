package io.trainyard.foundation.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What is written reads back equal: with our reader, and with one that we did not write. */
final class YamlRoundTripPropertyTest {
    @Property(tries = 1500, seed = "20260101")
    void ourReaderGetsBackWhatWasWritten(@ForAll("trees") Object tree) {
        Documents read = YamlDocuments.read("f.yaml", YamlWriter.write(tree));

        assertThat(read.problems()).isEmpty();
        assertThat(read.documents()).extracting(Document::tree).containsExactly(tree);
    }

    @Property(tries = 1500, seed = "20260101")
    void anotherReaderGetsBackWhatWasWritten(@ForAll("trees") Object tree) {
        Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(YamlWriter.write(tree));

        assertThat(read).isEqualTo(tree);
    }

    @Provide
    Arbitrary<Object> trees() {
        Arbitrary<String> text = Arbitraries.oneOf(
                Arbitraries.strings()
                        .withChars("ab1-:# \n\t'\"{}[]&*!|>%@.,?\\")
                        .ofMaxLength(12),
                Arbitraries.strings()
                        .all()
                        .excludeChars('\uFFFE', '\uFFFF')
                        .ofMaxLength(6)
                        .filter(YamlRoundTripPropertyTest::isWellFormed),
                Arbitraries.of(
                        "yes", "null", "0644", "1e3", "x\n", "x\n\n", "\n", " x\ny", "x\n ", "a\n\nb", "~", "...",
                        "--- a"));
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                text.map(Object.class::cast),
                Arbitraries.integers().map(Object.class::cast),
                Arbitraries.of(true, false),
                Arbitraries.of(0.5, -1.25, 1.0e-10).map(Object.class::cast));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> scalars,
                () -> trees().list().ofMinSize(1).ofMaxSize(3).map(Object.class::cast),
                () -> Arbitraries.maps(text, trees()).ofMinSize(1).ofMaxSize(3).map(Object.class::cast),
                () -> Arbitraries.of(List.of(), Map.of()));
    }

    private static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
