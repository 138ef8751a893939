package io.trainyard.local.kubelet.options;

import io.trainyard.local.kubelet.files.FileNames;
import io.trainyard.local.kubelet.logs.PodFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where things are on this machine. Immutable; begin with {@link #in}.
 *
 * @param run folder of this run; pods have theirs in its folder {@code pods}
 * @param claims folder of all persistent volume claims
 * @param work where programs start that ask for nothing else
 * @param workApart whether they start in a folder of their pod instead, as in a container: programs of different pods write the same names
 * @param bindings folders that stand for a claim or a volume, by its name
 * @param open folders below which a hostPath may lie
 * @param anyHostPath whether a hostPath may lie anywhere
 * @param makesClaims whether a claim that does not exist gets a folder all the same, with a warning
 * @param linksMounts whether mount paths that do not exist on this machine become links while a container uses them
 */
public record FolderOptions(
        Path run,
        Path claims,
        Path work,
        boolean workApart,
        Map<String, Path> bindings,
        List<Path> open,
        boolean anyHostPath,
        boolean makesClaims,
        boolean linksMounts) {
    public FolderOptions {
        bindings = Map.copyOf(bindings);
        open = List.copyOf(open);
    }

    /** Everything in the folder of a run; the home folder and the work folder are open to hostPath. */
    public static FolderOptions in(Path run, Path work) {
        Path absolute = run.toAbsolutePath().normalize();
        Path start = work.toAbsolutePath().normalize();
        Path home = Path.of(System.getProperty("user.home")).toAbsolutePath().normalize();
        return new FolderOptions(
                absolute,
                absolute.resolve("pvc"),
                start,
                false,
                Map.of(),
                List.of(home, start, absolute),
                false,
                true,
                false);
    }

    public FolderOptions withClaims(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return new FolderOptions(run, absolute, work, workApart, bindings, open, anyHostPath, makesClaims, linksMounts);
    }

    public FolderOptions withBindings(Map<String, Path> folders) {
        return new FolderOptions(run, claims, work, workApart, folders, open, anyHostPath, makesClaims, linksMounts);
    }

    /** A hostPath may lie anywhere. */
    public FolderOptions withAnyHostPath() {
        return new FolderOptions(run, claims, work, workApart, bindings, open, true, makesClaims, linksMounts);
    }

    /** A pod waits for a claim that does not exist. */
    public FolderOptions withoutMadeClaims() {
        return new FolderOptions(run, claims, work, workApart, bindings, open, anyHostPath, false, linksMounts);
    }

    public FolderOptions withLinkedMounts() {
        return new FolderOptions(run, claims, work, workApart, bindings, open, anyHostPath, makesClaims, true);
    }

    /** Programs start in a folder of their pod. */
    public FolderOptions withWorkApart() {
        return new FolderOptions(run, claims, work, true, bindings, open, anyHostPath, makesClaims, linksMounts);
    }

    /**
     * Folders below which a hostPath may lie. A process sees what its user sees; the program of an image is a stranger's, so it sees no more of this
     * machine than the folder that the user works in.
     */
    public List<Path> openTo(ExecutorKind executor) {
        return executor.usesImages() ? List.of(work) : open;
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

    /** Where programs of a pod start that ask for nothing else. */
    public Path workOf(PodFolder pod) {
        return workApart ? pod.root().resolve("work") : work;
    }
}
