package io.trainyard.local.kubelet.launch;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.EnvironmentBuilder;
import io.trainyard.local.kubelet.environment.Expansion;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.PodTextRewriter;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.MountSpec;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the mounts of a container are on this machine. Pure.
 *
 * @param byPath folder or file by mount path; the termination message among them, and the folder in which data sets and models are expected
 */
record MountTable(Map<String, Path> byPath) {
    private static final LinearPattern OTHERS = LinearPattern.of("[^A-Z0-9]");

    static final String WORKSPACE = "/workspace";
    static final String TMP = "/tmp";

    /**
     * The mounts of a container.
     *
     * @param volumes where the volumes of the pod are, by name
     * @throws ConfigurationException when a mount makes no sense
     */
    static MountTable of(
            ContainerSpec container,
            ReferencedData sources,
            DownwardApi downwardApi,
            PodFolder folder,
            Map<String, Path> volumes) {
        Map<String, Path> mounts = new LinkedHashMap<>();
        Map<String, String> variables = container.mounts().stream()
                        .allMatch(mount -> mount.subPathExpression().isEmpty())
                ? Map.of()
                : EnvironmentBuilder.build(container, downwardApi, sources, PodTextRewriter.NONE)
                        .variables();
        for (MountSpec mount : container.mounts()) {
            Path volume = volumes.get(mount.volume());
            if (volume == null) {
                throw new ConfigurationException(
                        "volumeMounts: the pod has no volume named \"" + mount.volume() + "\"");
            }
            mounts.put(mount.mountPath(), inside(volume, mount, variables));
        }
        mounts.put(container.terminationMessagePath(), folder.terminationMessage(container.name()));
        return new MountTable(mounts);
    }

    /** With a folder of the container's own where programs expect data and leave results, unless a volume is mounted there. */
    MountTable withWorkspace(Path workspace) {
        if (byPath.containsKey(WORKSPACE) || byPath.containsKey(WORKSPACE + "/")) {
            return this;
        }
        Map<String, Path> mounts = new LinkedHashMap<>(byPath);
        mounts.put(WORKSPACE, workspace);
        return new MountTable(mounts);
    }

    /** With more, unless a volume is mounted there. */
    MountTable with(Map<String, Path> more) {
        Map<String, Path> mounts = new LinkedHashMap<>(more);
        mounts.putAll(byPath);
        return new MountTable(mounts);
    }

    private static Path inside(Path volume, MountSpec mount, Map<String, String> variables) {
        String part = mount.subPath();
        if (!mount.subPathExpression().isEmpty()) {
            part = Expansion.expand(mount.subPathExpression(), variables::get);
            if (part.contains("$(")) {
                throw new ConfigurationException(
                        "volumeMounts: subPathExpr " + mount.subPathExpression() + " names a variable that is not set");
            }
        }
        Path inside = volume.resolve(part).normalize();
        if (Path.of(part).isAbsolute() || !inside.startsWith(volume)) {
            throw new ConfigurationException("volumeMounts: subPath " + part + " leaves its volume");
        }
        return inside;
    }

    /**
     * A variable for each volume of the container, so that programs can find it without knowing our folders.
     *
     * @param rewritten the paths that the program does not see
     */
    Map<String, String> variables(ContainerSpec container, Set<String> rewritten) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (MountSpec mount : container.mounts()) {
            String name = OTHERS.replaceAll(mount.volume().toUpperCase(Locale.ROOT), "_");
            @Nullable Path place = byPath.get(mount.mountPath());
            if (place != null) {
                boolean seen = !rewritten.contains(mount.mountPath());
                variables.put("TRAINYARD_MOUNT_" + name, seen ? mount.mountPath() : place.toString());
            }
        }
        return variables;
    }
}
