package io.trainyard.local.kubelet.options;

import io.trainyard.local.files.HomeFolder;
import io.trainyard.local.kubelet.files.FileNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where things are on this machine. Immutable; paths are absolute.
 *
 * @param run folder of this run; pods have theirs in its folder {@code pods}
 * @param claims folder of all persistent volume claims
 * @param work the folder that the user works in
 * @param atWork the folder of the user's in which programs of a TrainJob start if they ask for nothing else, by namespace/name; those of all other pods start in a
 *     folder of their pod, as in a container. Empty when all programs start in {@code work}
 * @param bindings folders that stand for a claim or a volume, by its name
 * @param anyHostPath whether a hostPath may lie anywhere
 * @param makesClaims whether a claim that does not exist gets a folder all the same, with a warning
 * @param linksMounts whether mount paths that do not exist on this machine become links while a container uses them
 * @param ownTmp whether each container has a {@code /tmp} of its own
 */
public record FolderOptions(
        Path run,
        Path claims,
        Path work,
        Optional<Map<String, Path>> atWork,
        Map<String, Path> bindings,
        boolean anyHostPath,
        boolean makesClaims,
        boolean linksMounts,
        boolean ownTmp) {
    public FolderOptions {
        run = absolute(run);
        claims = absolute(claims);
        work = absolute(work);
        atWork = atWork.map(Map::copyOf);
        bindings = Map.copyOf(bindings);
    }

    /** The same in the folder of a run: claims outlive it, and containers do not see the {@code /tmp} of this machine. */
    public FolderOptions ofRun(Path folder, Path keptClaims) {
        return new FolderOptions(
                folder, keptClaims, work, atWork, bindings, anyHostPath, makesClaims, linksMounts, true);
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** The folder of the user's in which programs of a TrainJob start; empty where they start in one of their pod. */
    public Optional<Path> workOf(String trainJob) {
        if (atWork.isEmpty()) {
            return Optional.of(work);
        }
        return Optional.ofNullable(atWork.get().get(trainJob));
    }

    /** All folders of the user's in which programs may start. */
    public List<Path> workFolders() {
        return Stream.concat(Stream.of(work), atWork.orElse(Map.of()).values().stream())
                .distinct()
                .toList();
    }

    /**
     * Folders below which a hostPath may lie. A process sees what its user sees; the program of an image is a stranger's, so it sees no more of this
     * machine than the folders that the user works in.
     */
    public List<Path> openTo(ExecutorKind executor) {
        return executor.usesImages()
                ? workFolders()
                : Stream.concat(Stream.of(HomeFolder.of(System.getenv()), run), workFolders().stream())
                        .distinct()
                        .toList();
    }

    /**
     * Where a claim lies that goes with the run.
     *
     * @param namespace a name of the API
     * @param name of the folder
     */
    public Path ownClaim(String namespace, String name) {
        return FileNames.resolve(FileNames.resolve(run.resolve("claims"), namespace), name);
    }
}
