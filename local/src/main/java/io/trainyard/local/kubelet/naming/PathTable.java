package io.trainyard.local.kubelet.naming;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where on this machine the paths are that a container sees. Immutable. */
public final class PathTable {
    private static final String BEFORE = "=:,;\"'@/[(|<>&{`";
    private static final String AFTER = ":,;\"'/])|?<>&}`";

    private final Map<String, Path> folders;
    private final List<String> longestFirst;

    /**
     * A table.
     *
     * @param folders by absolute path of the container; the root cannot be mapped and is left out
     */
    public PathTable(Map<String, Path> folders) {
        Map<String, Path> cleaned = new LinkedHashMap<>();
        folders.forEach((path, folder) -> {
            String clean = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            if (clean.length() > 1 && clean.startsWith("/")) {
                cleaned.put(clean, folder);
            }
        });
        this.folders = Map.copyOf(cleaned);
        this.longestFirst = new ArrayList<>(cleaned.keySet());
        longestFirst.sort(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
    }

    /** Where a path of the container is; empty when it is in none of its mounts. */
    public Optional<Path> locate(String path) {
        for (String mount : longestFirst) {
            if (path.equals(mount)) {
                return Optional.ofNullable(folders.get(mount));
            }
            if (path.startsWith(mount + "/")) {
                return Optional.ofNullable(folders.get(mount))
                        .map(folder -> folder.resolve(path.substring(mount.length() + 1)));
            }
        }
        return Optional.empty();
    }

    /** Puts folders of this machine in place of paths of the container; only whole components are replaced, the longest path first. */
    public String rewrite(String text) {
        if (longestFirst.isEmpty() || text.indexOf('/') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 64);
        int at = 0;
        while (at < text.length()) {
            String mount = text.charAt(at) == '/' && isBoundary(text, at - 1, BEFORE) ? mountAt(text, at) : "";
            if (mount.isEmpty()) {
                out.append(text.charAt(at));
                at++;
            } else {
                out.append(folders.get(mount));
                at += mount.length();
            }
        }
        return out.toString();
    }

    private String mountAt(String text, int at) {
        for (String mount : longestFirst) {
            if (text.startsWith(mount, at) && isBoundary(text, at + mount.length(), AFTER)) {
                return mount;
            }
        }
        return "";
    }

    static boolean isBoundary(String text, int at, String boundaries) {
        if (at < 0 || at >= text.length()) {
            return true;
        }
        char c = text.charAt(at);
        return Character.isWhitespace(c) || boundaries.indexOf(c) >= 0;
    }
}
