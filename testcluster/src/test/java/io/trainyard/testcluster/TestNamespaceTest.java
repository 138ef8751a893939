package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestNamespaceTest {

    @ParameterizedTest
    @CsvSource({
        "aJobRuns, a-job-runs-",
        "'with spaces (and more)', with-spaces-and-more-",
        "___, test-",
        "'', test-",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz, abcdefghijklmnopqrstuvwxyzabcdefghijklmn-"
    })
    void anyTextCanBeTheBeginningOfAName(String text, String prefix) {
        assertThat(TestNamespace.prefixOf(text)).isEqualTo(prefix);
    }
}
