package io.trainyard.local.kubelet.options;

import io.trainyard.local.files.HomeFolder;
import io.trainyard.local.kubelet.files.FileNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where things are on this machine. Immutable; begin with {@link #in}.
 *
 * @param run folder of this run; pods have theirs in its folder {@code pods}
 * @param claims folder of all persistent volume claims
 * @param work the folder that the user works in
 * @param atWork the folder of the user's in which programs of a TrainJob start if they ask for nothing else, by namespace/name; those of all other pods start in a
 *     folder of their pod, as in a container. Empty when all programs start in {@code work}
 * @param bindings folders that stand for a claim or a volume, by its name
 * @param open folders below which a hostPath may lie
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
        List<Path> open,
        boolean anyHostPath,
        boolean makesClaims,
        boolean linksMounts,
        boolean ownTmp) {
    public FolderOptions {
        atWork = atWork.map(Map::copyOf);
        bindings = Map.copyOf(bindings);
        open = List.copyOf(open);
    }

    /** Everything in the folder of a run; the home folder and the work folder are open to hostPath. */
    public static FolderOptions in(Path run, Path work) {
        Path absolute = run.toAbsolutePath().normalize();
        Path start = work.toAbsolutePath().normalize();
        Path home = HomeFolder.of(System.getenv());
        return new FolderOptions(
                absolute,
                absolute.resolve("pvc"),
                start,
                Optional.empty(),
                Map.of(),
                List.of(home, start, absolute),
                false,
                true,
                false,
                false);
    }

    /** Claims outlive the run, and containers do not see the {@code /tmp} of this machine. */
    public FolderOptions ofRun(Path keptClaims) {
        Path kept = keptClaims.toAbsolutePath().normalize();
        return new FolderOptions(run, kept, work, atWork, bindings, open, anyHostPath, makesClaims, linksMounts, true);
    }

    /** What the user says of mounts. */
    public FolderOptions with(Map<String, Path> folders, boolean anyPath, boolean links) {
        return new FolderOptions(run, claims, work, atWork, folders, open, anyPath, makesClaims, links, ownTmp);
    }

    /** A pod waits for a claim that does not exist. */
    public FolderOptions withoutMadeClaims() {
        return new FolderOptions(run, claims, work, atWork, bindings, open, anyHostPath, false, linksMounts, ownTmp);
    }

    /** Programs start in a folder of their pod. */
    public FolderOptions withWorkApart() {
        return withWorkOf(Map.of());
    }

    /**
     * Only programs of these TrainJobs start in folders of the user's, which are open to hostPath.
     *
     * @param starts the folder of each, by namespace/name
     */
    public FolderOptions withWorkOf(Map<String, Path> starts) {
        return new FolderOptions(
                run,
                claims,
                work,
                Optional.of(starts),
                bindings,
                Stream.concat(open.stream(), starts.values().stream())
                        .distinct()
                        .toList(),
                anyHostPath,
                makesClaims,
                linksMounts,
                ownTmp);
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
        return executor.usesImages() ? workFolders() : open;
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
