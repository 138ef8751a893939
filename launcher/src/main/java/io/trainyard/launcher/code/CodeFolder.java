package io.trainyard.launcher.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The code in a folder.
 *
 * @param entries what travels, in the order of the paths
 * @param secrets paths that were left out because their names tell of secrets
 * @param ignored paths of the outermost folder that were left out as data or by a file such as .gitignore
 */
public record CodeFolder(List<CodeEntry> entries, List<String> secrets, List<String> ignored) {
    private static final List<String> IGNORE_FILES = List.of(".gitignore", ".trainyardignore");

    public CodeFolder {
        entries = List.copyOf(entries);
        secrets = List.copyOf(secrets);
        ignored = List.copyOf(ignored);
    }

    /**
     * Looks through a folder. Blocks; reads no files but those that say what is ignored.
     *
     * @param include patterns of what is taken along although it would be left out, as in .gitignore
     * @throws CodeException for a link that leads out of the folder
     */
    public static CodeFolder at(Path folder, List<String> include) {
        try {
            Walk walk = new Walk(folder.toRealPath(), new CodeRules(include));
            walk.folder(walk.root, "", false);
            return new CodeFolder(walk.entries, walk.secrets, walk.ignored);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + folder, failure);
        }
    }

    private static final class Walk {
        /** What Java reads where bytes of a name are no letters. */
        private static final char UNREADABLE = '\uFFFD';

        private final Path root;
        private final CodeRules rules;
        private final List<CodeEntry> entries = new ArrayList<>();
        private final List<String> secrets = new ArrayList<>();
        private final List<String> ignored = new ArrayList<>();

        Walk(Path root, CodeRules rules) {
            this.root = root;
            this.rules = rules;
        }

        /**
         * @param onlyNamed whether the folder itself is left out, and only what was named in it is taken
         */
        private void folder(Path folder, String prefix, boolean onlyNamed) throws IOException {
            for (String name : IGNORE_FILES) {
                Path file = folder.resolve(name);
                if (Files.isRegularFile(file)) {
                    rules.learn(prefix, IgnoreFile.lines(file));
                }
            }
            List<Path> children;
            try (Stream<Path> found = Files.list(folder)) {
                children = found.sorted((a, b) -> name(a).compareTo(name(b))).toList();
            }
            for (Path child : children) {
                child(child, prefix + name(child), onlyNamed);
            }
        }

        private static String name(Path path) {
            return String.valueOf(path.getFileName());
        }

        private void child(Path file, String path, boolean onlyNamed) throws IOException {
            boolean isFolder = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
            boolean isPackage = isFolder && Files.isRegularFile(file.resolve("__init__.py"));
            CodeRules.Verdict verdict = onlyNamed && !rules.isNamed(path, isFolder)
                    ? CodeRules.Verdict.IGNORED
                    : rules.of(path, isFolder, isPackage);
            if (verdict == CodeRules.Verdict.TAKEN) {
                take(file, path, isFolder, false);
            } else if (isFolder && rules.isNamedBelow(path)) {
                take(file, path, true, true);
            } else if (verdict == CodeRules.Verdict.SECRET) {
                secrets.add(isFolder ? path + "/" : path);
            } else if (path.indexOf('/') < 0) {
                ignored.add(isFolder ? path + "/" : path);
            }
        }

        private void take(Path file, String path, boolean isFolder, boolean onlyNamed) throws IOException {
            if (path.indexOf(UNREADABLE) >= 0) {
                throw new CodeException(
                        "the name of " + path
                                + " is not in the encoding of this terminal, so it would arrive as another one; set LC_ALL=C.UTF-8, rename it, or leave its folder out in .trainyardignore");
            }
            if (Files.isSymbolicLink(file)) {
                entries.add(new CodeEntry(path, file, CodeEntry.Kind.LINK, 0777, 0, Optional.of(target(file, path))));
            } else if (isFolder) {
                entries.add(new CodeEntry(path, file, CodeEntry.Kind.FOLDER, mode(file, 0755), 0, Optional.empty()));
                folder(file, path + "/", onlyNamed);
            } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                entries.add(new CodeEntry(
                        path, file, CodeEntry.Kind.FILE, mode(file, 0644), Files.size(file), Optional.empty()));
            }
        }

        /** As a way from the link's own folder, so that it leads to the same place wherever all of it is unpacked. */
        private String target(Path link, String path) throws IOException {
            Path folder = link.resolveSibling("").toRealPath();
            Path target = Files.readSymbolicLink(link);
            Path meant = folder.resolve(target).normalize();
            Path real = Files.exists(link) ? link.toRealPath() : meant;
            if (!meant.startsWith(root) || !real.startsWith(root)) {
                throw new CodeException(path + " is a link that leads out of the folder, to " + target
                        + "; leave it out in .trainyardignore, or put what it leads to in its place");
            }
            return folder.relativize(meant).toString();
        }

        private static int mode(Path file, int usual) throws IOException {
            try {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
                int mode = 0;
                for (PosixFilePermission permission : permissions) {
                    mode |= bit(permission);
                }
                return mode;
            } catch (UnsupportedOperationException elsewhere) {
                return usual;
            }
        }

        private static int bit(PosixFilePermission permission) {
            return switch (permission) {
                case OWNER_READ -> 0400;
                case OWNER_WRITE -> 0200;
                case OWNER_EXECUTE -> 0100;
                case GROUP_READ -> 0040;
                case GROUP_WRITE -> 0020;
                case GROUP_EXECUTE -> 0010;
                case OTHERS_READ -> 0004;
                case OTHERS_WRITE -> 0002;
                case OTHERS_EXECUTE -> 0001;
            };
        }
    }
}
