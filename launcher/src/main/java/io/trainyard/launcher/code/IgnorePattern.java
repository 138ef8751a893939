package io.trainyard.launcher.code;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/**
 * A line of a file such as {@code .gitignore}, with git's meaning. Pure.
 *
 * @param folder of the file that it stands in, with a slash at its end; empty for the outermost
 * @param path what a path below that folder must look like
 * @param included whether it takes back what earlier lines leave out
 * @param foldersOnly whether it is about folders only
 */
public record IgnorePattern(String folder, PathMatcher path, boolean included, boolean foldersOnly) {
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
        // Braces mean nothing to git, and folders between may be none.
        String glob = rest.replaceAll("[{}]", "\\\\$0").replace("**/", "{,**/}");
        try {
            PathMatcher path = FileSystems.getDefault().getPathMatcher("glob:" + (anywhere ? "{,**/}" : "") + glob);
            return Optional.of(new IgnorePattern(folder, path, included, foldersOnly));
        } catch (PatternSyntaxException malformed) {
            // Git takes no notice of such a line either.
            return Optional.empty();
        }
    }

    /** Whether it is about this path, counted from the outermost folder. */
    public boolean matches(String whole, boolean isFolder) {
        try {
            return (isFolder || !foldersOnly)
                    && whole.startsWith(folder)
                    && path.matches(Path.of(whole.substring(folder.length())));
        } catch (InvalidPathException unreadable) {
            return false;
        }
    }
}
