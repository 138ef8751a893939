package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.options.KubeletOptions;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What programs need of this machine when they are no containers. Pure.
 *
 * @param needed paths that no mount may hide
 */
record MachinePaths(List<Path> needed) {
    private static final List<Path> OF_THE_SYSTEM = Stream.of(
                    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev/null")
            .map(Path::of)
            .toList();

    /**
     * The paths.
     *
     * @param host variables of the user's shell
     */
    static MachinePaths of(KubeletOptions options, Map<String, String> host) {
        List<Path> needed = new ArrayList<>(OF_THE_SYSTEM);
        needed.addAll(options.folders().workFolders());
        needed.add(options.folders().run());
        needed.add(options.folders().claims());
        needed.addAll(options.folders().bindings().values());
        options.programs().python().ifPresent(needed::add);
        for (String variable : List.of("PATH", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX")) {
            for (String folder : host.getOrDefault(variable, "").split(File.pathSeparator)) {
                if (folder.startsWith("/")) {
                    needed.add(Path.of(folder));
                }
            }
        }
        return new MachinePaths(List.copyOf(needed));
    }

    /**
     * The entries of a folder that programs need, or that are asked for, as mounts of themselves; the folder itself when it is needed as a whole.
     *
     * @param folder absolute path
     */
    Map<String, Path> entriesOf(String folder, List<Path> asked) {
        Path top = Path.of(folder);
        Map<String, Path> entries = new TreeMap<>();
        Stream.concat(needed.stream(), asked.stream())
                .map(Path::normalize)
                .filter(path -> path.startsWith(top))
                .map(path -> path.equals(top)
                        ? top
                        : top.resolve(top.relativize(path).getName(0)))
                .forEach(path -> entries.put(path.toString(), path));
        return entries;
    }

    /** Whether something else may be shown at a path without hiding what is needed. */
    boolean mayBeHidden(String path) {
        return needed.stream().noneMatch(each -> each.startsWith(path));
    }
}
