package io.trainyard.launcher.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Documents for developers")
final class DocumentedNamesTest {
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w{3,}");
    /** Two humps at least: a class, a reason of a condition, a kind. */
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]+)+(?!\\w)");
    /** {@code core/…/core/kube/KubeApi}: a module, left out folders, the end of a path. */
    private static final Pattern SHORTENED = Pattern.compile("([\\w-]+)/…/([\\w/.-]+)");

    /** Without the part of a page that it may name. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");

    private final Repository repository = new Repository();

    DocumentedNamesTest() throws IOException {}

    @Test
    @DisplayName("name only what there is: a class or a word that was renamed is renamed there, too")
    void namesExist() {
        Set<String> words = new HashSet<>();
        for (String file : repository.paths(path -> !path.endsWith(".md"))) {
            WORD.matcher(Repository.read(file)).results().forEach(found -> words.add(found.group()));
            words.add(file.substring(file.lastIndexOf('/') + 1).replaceAll("\\.\\w+$", ""));
        }
        List<String> gone = new ArrayList<>();
        for (String document : documents()) {
            Matcher code = CODE.matcher(Repository.read(document));
            while (code.find()) {
                NAME.matcher(code.group(1))
                        .results()
                        .map(found -> found.group())
                        .filter(name -> !words.contains(name) && !name.startsWith("My"))
                        .forEach(name -> gone.add(document + ": " + name));
            }
        }

        assertThat(gone).isEmpty();
    }

    @Test
    @DisplayName("give paths that exist")
    void pathsExist() {
        List<String> gone = new ArrayList<>();
        for (String document : documents()) {
            Matcher code = CODE.matcher(Repository.read(document));
            while (code.find()) {
                Matcher path = SHORTENED.matcher(code.group(1));
                if (path.matches() && !exists(path.group(1) + "/", "/" + path.group(2))) {
                    gone.add(document + ": " + code.group(1));
                }
            }
        }

        assertThat(gone).isEmpty();
    }

    @Test
    @DisplayName("and all others link to what there is")
    void linksLead() {
        List<String> gone = new ArrayList<>();
        for (String document : repository.paths(path -> path.endsWith(".md"))) {
            LINK.matcher(Repository.read(document))
                    .results()
                    .map(found -> found.group(1))
                    .filter(target -> !target.contains(":")
                            && !target.startsWith("[")
                            && !Repository.existsBeside(document, target))
                    .forEach(target -> gone.add(document + ": " + target));
        }

        assertThat(gone).isEmpty();
    }

    private boolean exists(String start, String end) {
        return repository
                .paths(path -> path.startsWith(start)
                        && (path.endsWith(end) || path.contains(end + "/") || path.contains(end + ".")))
                .stream()
                .findAny()
                .isPresent();
    }

    private List<String> documents() {
        return repository.paths(path -> path.endsWith(".md")
                && (path.startsWith("docs/contribute/design/")
                        || path.startsWith("docs/plugins/")
                        || path.equals("docs/reference/glossary.md")
                        || path.equals("docs/spec/README.md")));
    }
}
