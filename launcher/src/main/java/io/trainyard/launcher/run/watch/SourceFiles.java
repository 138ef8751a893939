package io.trainyard.launcher.run.watch;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.code.IgnorePattern;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which files of a folder a user writes, and which the training or the tools do: what a program writes must not start it again. Pure.
 */
public final class SourceFiles {
    private static final Set<String> SUFFIXES = Set.of(
            "py", "pyi", "pyx", "sh", "yaml", "yml", "toml", "cfg", "ini", "env", "c", "cc", "cpp", "cu", "cuh", "h",
            "hpp", "rs", "jinja");
    private static final Set<String> OUTPUTS = Set.of(
            "checkpoints",
            "wandb",
            "mlruns",
            "lightning_logs",
            "runs",
            "outputs",
            "node_modules",
            "venv",
            "build",
            "dist",
            "site-packages");
    private static final LinearPattern SCRATCH = LinearPattern.of("\\..*|.*~|#.*#|.*\\.(?:sw[a-z]|tmp|bak|orig)|4913");

    private final Path root;
    private final List<IgnorePattern> rules;
    private final Set<Path> named;

    /**
     * @param root absolute folder
     * @param ignored lines of its {@code .gitignore}
     * @param named absolute files that count whatever they are called
     */
    public SourceFiles(Path root, List<String> ignored, Set<Path> named) {
        this.root = root;
        this.rules = ignored.stream()
                .flatMap(line -> IgnorePattern.of("", line).stream())
                .toList();
        this.named = new HashSet<>(named);
    }

    /** The folder. */
    public Path root() {
        return root;
    }

    /** Whether files in a folder below the root may count. Hidden folders and those of results are left out, unless a named file lies there. */
    boolean entersFolder(Path folder) {
        String name = String.valueOf(folder.getFileName());
        boolean left = name.startsWith(".")
                || name.startsWith("__")
                || name.endsWith(".egg-info")
                || OUTPUTS.contains(name)
                || isIgnored(folder, true);
        return folder.equals(root) || !left || named.stream().anyMatch(file -> file.startsWith(folder));
    }

    /** Whether a file in a folder that is entered counts. */
    boolean counts(Path file) {
        if (named.contains(file)) {
            return true;
        }
        String name = String.valueOf(file.getFileName());
        return SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1))
                && !SCRATCH.matches(name)
                && !isIgnored(file, false);
    }

    /** Of several rules the last one counts. Whoever asks has asked for the folders above it. */
    private boolean isIgnored(Path path, boolean isFolder) {
        String name = relative(path);
        boolean ignored = false;
        for (IgnorePattern rule : rules) {
            if (rule.matches(name, isFolder)) {
                ignored = !rule.included();
            }
        }
        return ignored;
    }

    private String relative(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }
}
