package io.trainyard.launcher.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Promises of docs/security.md (OPS-90)")
final class PromisesTest {
    private static final Pattern ROW = Pattern.compile("^\\| (.+) \\| (.+) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    private final List<String> lines =
            Repository.read("docs/security.md").lines().toList();

    @Test
    @DisplayName("each names its tests, and all of them exist")
    void eachHasATest() throws IOException {
        Set<String> tests = new Repository()
                .paths(path -> path.contains("/src/test/java/")).stream()
                        .map(path -> path.substring(path.lastIndexOf('/') + 1).replace(".java", ""))
                        .collect(Collectors.toSet());
        int promises = 0;
        for (String line : lines) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(2).equals("Test")) {
                promises++;
                List<String> named = TEST.matcher(row.group(2))
                        .results()
                        .map(found -> found.group(1))
                        .toList();
                assertThat(named).as(line).isNotEmpty().allMatch(tests::contains);
            }
        }
        assertThat(promises).isGreaterThan(25);
    }

    @Test
    @DisplayName("they are about everybody who could do harm")
    void everybodyIsThere() {
        assertThat(lines)
                .contains(
                        "## Users of a namespace",
                        "## Plugins",
                        "## Strangers on the network",
                        "## Nodes",
                        "## Other controllers");
    }
}
