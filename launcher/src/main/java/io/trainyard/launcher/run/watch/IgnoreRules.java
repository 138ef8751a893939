package io.trainyard.launcher.run.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The lines of a {@code .gitignore}, as far as they can be told without Git. Pure. */
final class IgnoreRules {
    private final List<Rule> rules;

    private record Rule(Pattern pattern, boolean ignores, boolean foldersOnly) {}

    private IgnoreRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    static IgnoreRules of(List<String> lines) {
        List<Rule> rules = new ArrayList<>();
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            boolean ignores = !text.startsWith("!");
            String path = ignores ? text : text.substring(1);
            boolean foldersOnly = path.endsWith("/");
            String trimmed = foldersOnly ? path.substring(0, path.length() - 1) : path;
            // With a slash in it, a rule is about a path from here on, else about a name anywhere.
            boolean anchored = trimmed.contains("/");
            String glob = trimmed.startsWith("/") ? trimmed.substring(1) : trimmed;
            if (!glob.isEmpty()) {
                rules.add(new Rule(
                        Pattern.compile((anchored ? "" : "(?:.*/)?") + expression(glob)), ignores, foldersOnly));
            }
        }
        return new IgnoreRules(rules);
    }

    private static String expression(String glob) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < glob.length(); at++) {
            char letter = glob.charAt(at);
            if (glob.startsWith("**/", at)) {
                text.append("(?:.*/)?");
                at += 2;
            } else if (glob.startsWith("**", at)) {
                text.append(".*");
                at++;
            } else if (letter == '*') {
                text.append("[^/]*");
            } else if (letter == '?') {
                text.append("[^/]");
            } else if (letter == '[' && glob.indexOf(']', at + 2) > 0) {
                int end = glob.indexOf(']', at + 2);
                String letters =
                        glob.substring(at + 1, end).replace("\\", "\\\\").replace("[", "\\[");
                text.append('[')
                        .append(letters.startsWith("!") ? "^" + letters.substring(1) : letters)
                        .append(']');
                at = end;
            } else {
                text.append(Pattern.quote(String.valueOf(letter)));
            }
        }
        return text.toString();
    }

    /**
     * Whether a file or folder is left out; of several rules the last one counts. Whoever asks has asked for the folders above it.
     *
     * @param path from the folder of the rules on, with slashes
     */
    boolean ignores(String path, boolean folder) {
        boolean ignored = false;
        for (Rule rule : rules) {
            if ((folder || !rule.foldersOnly) && rule.pattern.matcher(path).matches()) {
                ignored = rule.ignores;
            }
        }
        return ignored;
    }
}
