package io.trainyard.local.kubelet;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where things are on this machine. Immutable; begin with {@link #in}.
 *
 * @param run folder of this run; pods have theirs in its folder {@code pods} (LOCAL-95)
 * @param claims folder of all persistent volume claims
 * @param work where programs start that ask for nothing else (LOCAL-66)
 * @param bindings folders that stand for a claim or a volume, by its name
 * @param open folders below which a hostPath may lie
 * @param anyHostPath whether a hostPath may lie anywhere
 */
public record FolderOptions(
        Path run, Path claims, Path work, Map<String, Path> bindings, List<Path> open, boolean anyHostPath) {
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
                absolute, absolute.resolve("pvc"), start, Map.of(), List.of(home, start, absolute), false);
    }

    public FolderOptions withClaims(Path folder) {
        return new FolderOptions(run, folder.toAbsolutePath().normalize(), work, bindings, open, anyHostPath);
    }

    public FolderOptions withBindings(Map<String, Path> folders) {
        return new FolderOptions(run, claims, work, folders, open, anyHostPath);
    }

    /** A hostPath may lie anywhere. */
    public FolderOptions withAnyHostPath() {
        return new FolderOptions(run, claims, work, bindings, open, true);
    }
}
