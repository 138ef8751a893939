package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LOCAL-78. */
final class PathTableTest {
    private final PathTable table = new PathTable(
            Map.of("/data", Path.of("/v/data"), "/data/cache/", Path.of("/v/cache"), "/", Path.of("/v/root")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/data|/v/data",
                "/data/a.txt|/v/data/a.txt",
                "/data/cache/x|/v/cache/x",
                "--in=/data:/data/cache|--in=/v/data:/v/cache",
                "file:///data/x|file:///v/data/x",
                "cat /data/a>/data/b|cat /v/data/a>/v/data/b",
                "/database|/database",
                "/x/data|/x/data",
                "s3://bucket/data|s3://bucket/data"
            })
    void onlyWholePathsAreReplacedTheLongestFirst(String text, String expected) {
        assertThat(table.rewrite(text)).isEqualTo(expected);
    }

    @Test
    void aFolderIsFoundInTheDeepestMount() {
        assertThat(table.locate("/data/cache/deep")).contains(Path.of("/v/cache/deep"));
        assertThat(table.locate("/other")).isEmpty();
    }
}
