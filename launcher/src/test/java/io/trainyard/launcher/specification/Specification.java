package io.trainyard.launcher.specification;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of {@code docs/spec}, and how other texts cite them. */
final class Specification {
    static final String FOLDER = "docs/spec/";
    private static final String README = FOLDER + "README.md";
    private static final Pattern DEFINITION = Pattern.compile(
            "^(?:\\| |[-*] |#+ )?(?:\\*\\*)?([A-Z][A-Z0-9]*(?:-[A-Z]+)?)-(\\d{1,3}[a-z]?)(?:\\*\\*)?(?=[ .,:|(]|$)");
    private static final Pattern CITATION =
            Pattern.compile("(?<![\\w-])([A-Z][A-Z0-9]*(?:-[A-Z]+)?)-(\\d{1,3}[a-z]?)(?![\\w-])"
                    + "((?:(?:, | and |/)\\d{1,3}[a-z]?(?![\\w.%])| to (?:\\1-)?\\d{1,3}[a-z]?(?![\\w.%]))*)");
    private static final Pattern FURTHER = Pattern.compile("(, | and |/| to )(?:[A-Z-]+-)?(\\d+[a-z]?)");
    private static final Pattern UNTESTED = Pattern.compile("^\\| (prose|planned) \\| ([^|]*) \\|");
    private static final Pattern GROUP = Pattern.compile("`([A-Z0-9-]+)-\\*`");

    private final Map<String, Rule> rules = new TreeMap<>();
    private final Set<String> groups = new HashSet<>();
    private final Map<String, Set<String>> untested = new TreeMap<>();

    /**
     * A rule.
     *
     * @param id such as {@code GANG-46}
     * @param group what stands before the number
     * @param number without leading zeros or letter
     * @param file in which it is defined, without folder
     * @param text its line
     */
    record Rule(String id, String group, int number, String file, String text) {}

    Specification(Repository repository) {
        repository
                .paths(path -> path.startsWith(FOLDER) && !path.equals(README))
                .forEach(this::readRules);
        rules.values().forEach(rule -> groups.add(rule.group()));
        Repository.read(README).lines().forEach(this::readUntested);
    }

    private void readRules(String path) {
        boolean example = false;
        for (String line : Repository.read(path).lines().toList()) {
            example ^= line.startsWith("```");
            Matcher definition = DEFINITION.matcher(line);
            if (!example && definition.find()) {
                String group = definition.group(1);
                String id = group + "-" + definition.group(2);
                rules.putIfAbsent(
                        id,
                        new Rule(
                                id, group, number(definition.group(2)), path.substring(FOLDER.length()), line.strip()));
            }
        }
    }

    private void readUntested(String line) {
        Matcher row = UNTESTED.matcher(line);
        if (row.find()) {
            Set<String> ids = untested.computeIfAbsent(row.group(1), kind -> new TreeSet<>());
            Matcher whole = GROUP.matcher(row.group(2));
            while (whole.find()) {
                String group = whole.group(1);
                rules.values().stream()
                        .filter(rule -> rule.group().equals(group))
                        .forEach(rule -> ids.add(rule.id()));
            }
            ids.addAll(citedIn(row.group(2).replace("`", "")));
        }
    }

    Map<String, Rule> rules() {
        return rules;
    }

    /** Rules that the specification itself leaves without tests: those that are {@code prose}, and those that are {@code planned}. */
    Set<String> untested(String kind) {
        return untested.getOrDefault(kind, Set.of());
    }

    /** What looks like the id of a rule, whether there is such a rule or not. */
    List<String> idsIn(String text) {
        List<String> ids = new ArrayList<>();
        Matcher cited = CITATION.matcher(text);
        while (cited.find()) {
            if (groups.contains(cited.group(1))) {
                ids.add(cited.group(1) + "-" + cited.group(2));
            }
        }
        return ids;
    }

    /** Rules that a text cites: one by one, in lists ({@code API-21, 22}) and from one to another ({@code GANG-30 to GANG-39}). */
    Set<String> citedIn(String text) {
        Set<String> ids = new TreeSet<>();
        Matcher cited = CITATION.matcher(text);
        while (cited.find()) {
            String group = cited.group(1);
            int last = number(cited.group(2));
            addIfDefined(group + "-" + cited.group(2), ids);
            Matcher more = FURTHER.matcher(cited.group(3));
            while (more.find()) {
                int next = number(more.group(2));
                int from = more.group(1).equals(" to ") ? last : next;
                rules.values().stream()
                        .filter(rule -> rule.group().equals(group) && rule.number() >= from && rule.number() <= next)
                        .forEach(rule -> ids.add(rule.id()));
                last = next;
            }
        }
        return ids;
    }

    private void addIfDefined(String id, Set<String> ids) {
        if (rules.containsKey(id)) {
            ids.add(id);
        }
    }

    private static int number(String digits) {
        return Integer.parseInt(digits.replaceAll("[a-z]$", ""));
    }
}
