package io.trainyard.local.kubelet.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes mount paths that do not exist on this machine into links to where the mounts are, for programs with such a path in their code.
 * Blocks; safe for several threads.
 */
public final class MountLinks {
    private final Path run;
    private final Map<Path, Link> links = new HashMap<>();

    private static final class Link {
        private final Path target;
        private final Set<String> users = new HashSet<>();

        Link(Path target) {
            this.target = target;
        }
    }

    /**
     * No links yet.
     *
     * @param run folder of the run; links into it that an earlier kubelet has left are replaced
     */
    public MountLinks(Path run) {
        this.run = run;
    }

    /**
     * Makes links.
     *
     * @param user of the links, for {@link #release}
     * @param targets folders by mount path
     * @return what could not be linked, and why, for the user to read
     */
    public synchronized List<String> add(String user, Map<String, Path> targets) {
        List<String> problems = new ArrayList<>();
        targets.forEach((path, target) -> {
            try {
                add(user, Path.of(path), target);
            } catch (IOException e) {
                problems.add(path + " (" + e.getMessage() + ")");
            }
        });
        return problems;
    }

    private void add(String user, Path path, Path target) throws IOException {
        if (path.equals(target)) {
            return;
        }
        Link known = links.get(path);
        if (known == null) {
            if (isOldLink(path)) {
                Files.delete(path);
            }
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("exists already");
            }
            if (path.getParent() == null || !Files.isWritable(path.getParent())) {
                throw new IOException("the folder above is not writable for you, or does not exist");
            }
            Files.createSymbolicLink(path, target);
            known = new Link(target);
            links.put(path, known);
        } else if (!known.target.equals(target)) {
            throw new IOException("another pod has its own folder there");
        }
        known.users.add(user);
    }

    private boolean isOldLink(Path path) throws IOException {
        return Files.isSymbolicLink(path) && Files.readSymbolicLink(path).startsWith(run);
    }

    /** Takes away the links that nobody else uses. */
    public synchronized void release(String user) throws IOException {
        List<Path> unused = new ArrayList<>();
        links.forEach((path, link) -> {
            if (link.users.remove(user) && link.users.isEmpty()) {
                unused.add(path);
            }
        });
        for (Path path : unused) {
            links.remove(path);
            Files.deleteIfExists(path);
        }
    }
}
