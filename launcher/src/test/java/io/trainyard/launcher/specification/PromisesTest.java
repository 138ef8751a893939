package io.trainyard.launcher.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.documents.Documents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Promises of the pages")
final class PromisesTest {
    private static final Pattern ROW = Pattern.compile("^\\| (.+) \\| (.+) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    private static final Pattern PROMISE =
            Pattern.compile("\\b(?:refuse[sd]?|warn(?:s|ed|ings?)?|alerts?)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern NO_PROMISE = Pattern.compile("`[^`]*`|<!--.*?-->|\\]\\([^)]*\\)", Pattern.DOTALL);
    private static final Pattern TESTED = Pattern.compile("<!-- tested: (.*?) -->", Pattern.DOTALL);
    private static final Pattern BEGINNING = Pattern.compile("\\s*(?:[-*] |\\d+\\. |\\|)|#");

    private final List<String> lines =
            Repository.read("docs/operate/security.md").lines().toList();

    @Test
    @DisplayName("each of docs/operate/security.md names its tests, and all of them exist (OPS-90)")
    void eachHasATest() throws IOException {
        Set<String> tests = tests();
        int promises = 0;
        boolean inTable = false;
        for (String line : lines) {
            if (!line.startsWith("|") || line.endsWith("| Test |")) {
                inTable = line.startsWith("|");
                continue;
            }
            Matcher row = ROW.matcher(line);
            if (inTable && row.matches()) {
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
    @DisplayName("those of docs/operate/security.md are about everybody who could do harm")
    void everybodyIsThere() {
        assertThat(lines)
                .contains(
                        "## Users of a namespace",
                        "## Plugins",
                        "## Strangers on the network",
                        "## Nodes",
                        "## Other controllers");
    }

    @Test
    @DisplayName("what says that something is refused, warned of or an alert names its test in a comment")
    void refusalsWarningsAndAlertsHaveTests() throws IOException {
        Set<String> tests = tests();
        List<String> without = new ArrayList<>();
        int promises = 0;
        for (String page : Documents.all()) {
            if (page.startsWith("docs/reference/") || page.startsWith("docs/contribute/")) {
                continue;
            }
            for (String block : blocks(Repository.read(page))) {
                if (!PROMISE.matcher(NO_PROMISE.matcher(block).replaceAll("")).find()) {
                    continue;
                }
                promises++;
                Matcher comment = TESTED.matcher(block);
                boolean named = comment.find()
                        ? comment.group(1).startsWith("nothing: ")
                                || tests.containsAll(List.of(comment.group(1).split(", ")))
                        : TEST.matcher(block).find();
                if (!named) {
                    without.add(page + ": " + block);
                }
            }
        }

        assertThat(without)
                .as("<!-- tested: SomeTest, OtherIT --> at the end, or <!-- tested: nothing: why -->")
                .isEmpty();
        assertThat(promises).isGreaterThan(50);
    }

    /** Paragraphs, items of lists and rows of tables; neither headings nor what stands in fences. */
    private static List<String> blocks(String page) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        boolean inFence = false;
        for (String line : (page + "\n\n").split("\n", -1)) {
            boolean fence = line.strip().startsWith("```");
            inFence ^= fence;
            if (fence || inFence || line.isBlank() || BEGINNING.matcher(line).lookingAt()) {
                blocks.add(block.toString());
                block.setLength(0);
            }
            if (!fence && !inFence && !line.startsWith("#")) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }

    private static Set<String> tests() throws IOException {
        return new Repository()
                .paths(path -> path.contains("/src/test/java/")).stream()
                        .map(path -> path.substring(path.lastIndexOf('/') + 1).replace(".java", ""))
                        .collect(Collectors.toSet());
    }
}
