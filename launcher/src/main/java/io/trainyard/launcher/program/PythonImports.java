package io.trainyard.launcher.program;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which modules Python code imports. Comments and texts do not count, nor does what never runs ({@code if TYPE_CHECKING}, {@code if False}). Pure.
 *
 * @param always those of the outermost level, in the order of the code; first names only: {@code torch} for {@code torch.nn}
 * @param sometimes those within functions, conditions and {@code try}, if they are not among the former
 * @param paths where all that may lie, without the ending {@code .py}: {@code torch/nn}; with {@code ./} or {@code ../} what the code looks for beside itself
 */
public record PythonImports(Set<String> always, Set<String> sometimes, Set<String> paths) {
    private static final Set<String> BLOCKS = Set.of(
            "if", "elif", "else", "try", "except", "finally", "for", "while", "with", "def", "class", "async", "match",
            "case");
    private static final int NOTHING_SKIPPED = Integer.MAX_VALUE;

    /** Only a mark: what comes first in a file that a Windows editor has written. */
    private static final List<String> BYTE_ORDER_MARKS = List.of("\uFEFF", "\u00EF\u00BB\u00BF");

    /**
     * Those of a file.
     *
     * @param code may be of any encoding that has ASCII in it, and may be wrong
     */
    public static PythonImports of(String code) {
        Found found = new Found();
        PythonStatements.read(withoutMark(code), found::line);
        Set<String> sometimes = new LinkedHashSet<>(found.sometimes);
        sometimes.removeAll(found.always);
        return new PythonImports(found.always, sometimes, found.paths);
    }

    private static String withoutMark(String code) {
        return BYTE_ORDER_MARKS.stream()
                .filter(code::startsWith)
                .findFirst()
                .map(mark -> code.substring(mark.length()))
                .orElse(code);
    }

    /** What was found on the way. */
    private static final class Found {
        private final Set<String> always = new LinkedHashSet<>();
        private final Set<String> sometimes = new LinkedHashSet<>();
        private final Set<String> paths = new LinkedHashSet<>();
        private int skipped = NOTHING_SKIPPED;

        private void line(int indentation, List<String> words) {
            if (indentation > skipped) {
                return;
            }
            skipped = NOTHING_SKIPPED;
            List<String> rest = words;
            boolean nested = indentation > 0;
            if (BLOCKS.contains(words.get(0))) {
                nested = true;
                int colon = words.indexOf(":");
                List<String> head = words.subList(0, Math.max(colon, 0));
                if (neverRuns(head)) {
                    skipped = indentation;
                    return;
                }
                rest = colon < 0 ? List.of() : words.subList(colon + 1, words.size());
            }
            for (List<String> statement : split(rest)) {
                modules(statement).forEach((nested ? sometimes : always)::add);
                addPaths(statement, paths);
            }
        }

        private static boolean neverRuns(List<String> head) {
            return head.equals(List.of("if", "TYPE_CHECKING"))
                    || head.equals(List.of("if", "typing", ".", "TYPE_CHECKING"))
                    || head.equals(List.of("if", "False"))
                    || head.equals(List.of("if", "0"));
        }
    }

    private static List<List<String>> split(List<String> words) {
        List<List<String>> statements = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= words.size(); i++) {
            if (i == words.size() || words.get(i).equals(";")) {
                statements.add(words.subList(start, i));
                start = i + 1;
            }
        }
        return statements;
    }

    private static List<String> modules(List<String> statement) {
        if (statement.size() < 2) {
            return List.of();
        }
        if (statement.get(0).equals("from")) {
            // What begins with a dot lies beside the file.
            boolean imports = isName(statement.get(1)) && statement.contains("import");
            return imports ? List.of(statement.get(1)) : List.of();
        }
        if (!statement.get(0).equals("import")) {
            return List.of();
        }
        List<String> modules = new ArrayList<>();
        boolean first = true;
        for (String word : statement.subList(1, statement.size())) {
            if (first && isName(word)) {
                modules.add(word);
            }
            first = word.equals(",");
        }
        return modules;
    }

    private static void addPaths(List<String> statement, Set<String> paths) {
        int imports = statement.indexOf("import");
        boolean from = !statement.isEmpty() && statement.get(0).equals("from") && imports > 0;
        if (!from && imports != 0) {
            return;
        }
        int at = 1;
        while (from && at < imports && statement.get(at).equals(".")) {
            at++;
        }
        int dots = at - 1;
        String start = !from || dots == 0 ? "" : dots == 1 ? "./" : "../".repeat(dots - 1);
        String base = from ? addPath(start, statement.subList(at, imports), paths) : "";
        for (int i = imports + 1; i < statement.size(); i++) {
            String before = statement.get(i - 1);
            if (isName(statement.get(i)) && (before.equals("import") || before.equals(",") || before.equals("("))) {
                addPath(base, statement.subList(i, from ? i + 1 : statement.size()), paths);
            }
        }
    }

    /** That of a name with dots in it, and of each package that it lies in; returns where what lies in it begins. */
    private static String addPath(String start, List<String> words, Set<String> paths) {
        String path = start;
        for (int i = 0; i < words.size() && isName(words.get(i)); i += 2) {
            paths.add(path + words.get(i));
            path += words.get(i) + "/";
            if (i + 1 == words.size() || !words.get(i + 1).equals(".")) {
                break;
            }
        }
        return path;
    }

    private static boolean isName(String word) {
        return Character.isLetter(word.charAt(0)) || word.charAt(0) == '_';
    }
}
