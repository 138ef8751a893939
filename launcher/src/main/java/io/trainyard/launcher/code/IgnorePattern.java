package io.trainyard.launcher.code;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;

/**
 * A line of a file such as {@code .gitignore}, with git's meaning. Pure.
 *
 * @param folder of the file that it stands in, with a slash at its end; empty for the outermost
 * @param path what a path below that folder must look like
 * @param included whether it takes back what earlier lines leave out
 * @param foldersOnly whether it is about folders only
 */
public record IgnorePattern(String folder, LinearPattern path, boolean included, boolean foldersOnly) {
    /** The pattern of a line; empty for comments and blank lines. */
    public static Optional<IgnorePattern> of(String folder, String line) {
        String text = line.stripTrailing();
        if (text.isEmpty() || text.startsWith("#")) {
            return Optional.empty();
        }
        boolean included = text.startsWith("!");
        text = included ? text.substring(1) : text;
        boolean foldersOnly = text.endsWith("/");
        text = foldersOnly ? text.substring(0, text.length() - 1) : text;
        if (text.isEmpty()) {
            return Optional.empty();
        }
        // Without a slash in it, a name counts in every folder below.
        boolean anywhere = text.indexOf('/') < 0;
        String rest = text.startsWith("/") ? text.substring(1) : text;
        try {
            LinearPattern path = LinearPattern.compile("^(?:" + (anywhere ? "(?:.*/)?" : "") + expression(rest) + ")$");
            return Optional.of(new IgnorePattern(folder, path, included, foldersOnly));
        } catch (IllegalArgumentException malformed) {
            // Git takes no notice of such a line either.
            return Optional.empty();
        }
    }

    /** What stands for any text in git's patterns, as a regular expression. */
    private static String expression(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
                int end = glob.indexOf(']', i + 2);
                String set = glob.substring(i + 1, end).replace("\\", "\\\\").replace("[", "\\[");
                regex.append('[')
                        .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                        .append(']');
                i = end;
            } else {
                char literal = c == '\\' && i + 1 < glob.length() ? glob.charAt(++i) : c;
                boolean word = Character.isLetterOrDigit(literal) || literal == '_' || literal == '/' || literal > 127;
                regex.append(word ? "" : "\\").append(literal);
            }
        }
        return regex.toString();
    }

    /** Whether it is about this path, counted from the outermost folder. */
    public boolean matches(String whole, boolean isFolder) {
        return (isFolder || !foldersOnly)
                && whole.startsWith(folder)
                && path.isFoundIn(whole.substring(folder.length()));
    }
}
