package io.trainyard.launcher.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The specification")
final class SpecificationTest {
    private static Repository repository;
    private static Specification specification;

    @BeforeAll
    static void read() throws IOException {
        repository = new Repository();
        specification = new Specification(repository);
        assertThat(specification.rules()).hasSizeGreaterThan(1000);
    }

    @Test
    @DisplayName(
            "is cited by tests and design records only: whoever reads code, manifests or a page for users needs no other document")
    void onlyTestsCiteRules() {
        List<String> files = repository.paths(path -> !Repository.isTest(path)
                && !path.startsWith(Specification.FOLDER)
                && !path.startsWith("docs/contribute/design/"));
        List<String> citations = new ArrayList<>();
        for (String file : files) {
            String text = Repository.read(file);
            List<String> lines = specification.idsIn(text).isEmpty()
                    ? List.of()
                    : text.lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                for (String id : specification.idsIn(lines.get(i))) {
                    citations.add(file + ":" + (i + 1) + ": " + id);
                }
            }
        }

        assertThat(files).hasSizeGreaterThan(900);
        assertThat(citations).isEmpty();
    }

    @Test
    @DisplayName("has every rule that is cited")
    void everyCitedRuleExists() {
        Map<String, Set<String>> unknown = new TreeMap<>();
        for (String file : repository.paths(path -> isCiting(path) || path.startsWith("docs/"))) {
            for (String id : specification.idsIn(Repository.read(file))) {
                if (!specification.rules().containsKey(id)) {
                    unknown.computeIfAbsent(id, key -> new TreeSet<>()).add(file);
                }
            }
        }

        assertThat(unknown).isEmpty();
    }

    @Test
    @DisplayName("has rules that no test cites: they are listed in target/uncited-rules.txt")
    void uncitedRulesAreListed() throws IOException {
        Set<String> cited = new TreeSet<>();
        for (String file : repository.paths(SpecificationTest::isCiting)) {
            cited.addAll(specification.citedIn(Repository.read(file)));
        }
        Map<String, List<Specification.Rule>> uncited = specification.rules().values().stream()
                .filter(rule -> !cited.contains(rule.id()))
                .filter(rule -> !specification.untested("prose").contains(rule.id()))
                .filter(rule -> !specification.untested("planned").contains(rule.id()))
                .collect(Collectors.groupingBy(Specification.Rule::file, TreeMap::new, Collectors.toList()));

        Path list = Files.createDirectories(Path.of("target")).resolve("uncited-rules.txt");
        Files.writeString(list, describe(uncited));
        System.out.println(summary(cited, uncited));

        assertThat(cited).hasSizeGreaterThan(800);
    }

    /** Tests, but for those of citing itself. */
    private static boolean isCiting(String path) {
        return Repository.isTest(path) && !path.contains("/launcher/specification/");
    }

    private static String describe(Map<String, List<Specification.Rule>> uncited) {
        return uncited.entrySet().stream()
                .map(file -> file.getKey() + "\n"
                        + file.getValue().stream()
                                .map(rule -> "  "
                                        + rule.text()
                                                .substring(
                                                        0,
                                                        Math.min(
                                                                150, rule.text().length())) + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private static String summary(Set<String> cited, Map<String, List<Specification.Rule>> uncited) {
        String groups = uncited.entrySet().stream()
                .map(file -> file.getKey() + " " + file.getValue().size() + " "
                        + file.getValue().stream()
                                .collect(Collectors.groupingBy(
                                        Specification.Rule::group, TreeMap::new, Collectors.counting())))
                .collect(Collectors.joining("\n  "));
        return "Rules: " + specification.rules().size() + ", cited by tests " + cited.size() + ", prose "
                + specification.untested("prose").size() + ", planned "
                + specification.untested("planned").size() + ", cited by none:\n  " + groups;
    }
}
