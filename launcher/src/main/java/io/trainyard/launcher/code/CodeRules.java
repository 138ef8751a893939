package io.trainyard.launcher.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Which files of a folder are code that travels. Pure. */
final class CodeRules {
    /** Made by tools, and made again when needed. */
    private static final Set<String> NEVER = Set.of(
            ".git",
            ".hg",
            ".svn",
            "__pycache__",
            ".venv",
            "venv",
            "node_modules",
            ".trainyard",
            ".mypy_cache",
            ".pytest_cache",
            ".ruff_cache",
            ".ipynb_checkpoints",
            ".tox",
            ".idea",
            ".vscode",
            ".DS_Store");

    /** Folders beside the code that hold what is no code, unless they are packages. */
    private static final Set<String> DATA = Set.of("data", "checkpoints", "wandb", "mlruns");

    private static final Pattern SECRET = Pattern.compile(
            "\\.env(?:\\..*)?|id_(?:rsa|dsa|ecdsa|ed25519)|.*\\.pem|.*\\.key"
                    + "|.*\\.p12|.*\\.pfx|.*\\.jks|.*\\.keystore|\\.?credentials(?:\\..*)?|.*credentials.*\\.json|\\.git-credentials"
                    + "|service[-_]?account.*\\.json|secrets?\\.(?:ya?ml|json|toml|ini|env)|\\.netrc|_netrc|\\.pgpass|\\.pypirc|\\.npmrc"
                    + "|\\.htpasswd|kubeconfig|.*\\.kubeconfig|\\.(?:ssh|aws|kube|docker|gnupg|azure)|\\.huggingface|\\.kaggle|kaggle\\.json");

    /** Show how such a file looks, and hold nothing. */
    private static final Pattern EXAMPLE = Pattern.compile(".*\\.(?:example|sample|template|dist)");

    private final List<IgnorePattern> ignored = new ArrayList<>();
    private final List<IgnorePattern> named = new ArrayList<>();
    private final List<String> include;

    /** Why something is left out, or that it is not. */
    enum Verdict {
        TAKEN,
        IGNORED,
        SECRET
    }

    /**
     * @param include patterns of what is taken along whatever else is said
     */
    CodeRules(List<String> include) {
        this.include = List.copyOf(include);
        include.forEach(line -> IgnorePattern.of("", line).ifPresent(named::add));
    }

    /**
     * Learns a file such as {@code .gitignore}. What is learnt later wins.
     *
     * @param folder that it lies in, with a slash at its end; empty for the outermost
     */
    void learn(String folder, List<String> lines) {
        lines.forEach(line -> IgnorePattern.of(folder, line).ifPresent(ignored::add));
    }

    /**
     * Whether a file or folder is taken along.
     *
     * @param path from the outermost folder, with slashes
     * @param isFolder whether it is a folder
     * @param isPackage whether it is a folder with Python in it
     */
    Verdict of(String path, boolean isFolder, boolean isPackage) {
        if (isNamed(path, isFolder)) {
            return Verdict.TAKEN;
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (NEVER.contains(name) || name.endsWith(".pyc")) {
            return Verdict.IGNORED;
        }
        Verdict verdict = Verdict.TAKEN;
        if (isFolder && DATA.contains(path) && !isPackage) {
            verdict = Verdict.IGNORED;
        }
        for (IgnorePattern pattern : ignored) {
            if (pattern.matches(path, isFolder)) {
                verdict = pattern.included() ? Verdict.TAKEN : Verdict.IGNORED;
            }
        }
        return verdict == Verdict.TAKEN && isSecret(name) ? Verdict.SECRET : verdict;
    }

    private static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SECRET.matcher(lower).matches() && !EXAMPLE.matcher(lower).matches();
    }

    /** Whether something below a folder was named, so that it has to be looked into although it is left out. */
    boolean isNamedBelow(String folder) {
        return include.stream().anyMatch(line -> line.startsWith(folder + "/"));
    }

    /** Whether a file or folder itself was named. */
    boolean isNamed(String path, boolean isFolder) {
        return named.stream().anyMatch(pattern -> pattern.matches(path, isFolder));
    }
}
