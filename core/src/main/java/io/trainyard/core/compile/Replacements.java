package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Volumes and mounts of the author that a plugin replaces, because its own have the same name or path. At the plugin's path its volume shows, as with the
 * stock controller, and the author is warned. Where a container would see it at another path instead of the author's, the TrainJob is refused. Pure.
 */
final class Replacements {
    /** Reason of the events about volumes and mounts that a plugin replaces by its own. */
    private static final String REPLACED = "VolumeReplaced";

    private final String job;
    private final Map<String, Object> podSpec;
    private final PodSet podSet;
    private final List<CompiledJob.Warning> warnings;

    private Replacements(Map<String, Object> replicatedJob, PodSet podSet, List<CompiledJob.Warning> warnings) {
        this.job = podSet.name();
        this.podSpec = PodTrees.podSpec(replicatedJob);
        this.podSet = podSet;
        this.warnings = warnings;
    }

    /**
     * What was replaced.
     *
     * @param info the view after all plugins
     * @throws InvalidTrainJobException when a container would see a plugin's volume where its author mounted another
     */
    static List<CompiledJob.Warning> of(RuntimeInfo info) {
        List<CompiledJob.Warning> found = new ArrayList<>();
        List<Map<String, Object>> jobs = Tree.objects(info.template(), "replicatedJobs");
        for (int i = 0; i < jobs.size(); i++) {
            Replacements replacements =
                    new Replacements(jobs.get(i), info.podSets().get(i), found);
            replacements.volumes();
            replacements.mounts();
        }
        return List.copyOf(found);
    }

    private void volumes() {
        Set<String> mounted = Stream.of(podSet.initContainers(), podSet.containers())
                .flatMap(List::stream)
                .flatMap(container -> container.changes().volumeMounts().stream())
                .map(VolumeMount::getName)
                .collect(Collectors.toSet());
        for (Volume volume : podSet.changedVolumes()) {
            String name = volume.getName();
            if (!mounted.contains(name)) {
                // The plugin mounts it nowhere; containers of the runtime do.
                continue;
            }
            Tree.objects(podSpec, "volumes").stream()
                    .filter(written -> name.equals(written.get("name")))
                    .filter(written -> !source(written).equals(source(ModelTrees.toTree(volume))))
                    .findFirst()
                    .ifPresent(written -> {
                        containers().forEach(container -> requireNoMountElsewhere(name, container));
                        warn("replicated job " + job + ": its volume " + name + " is replaced by one that a plugin adds"
                                + " under the same name; give it another name to keep it");
                    });
        }
    }

    private void requireNoMountElsewhere(String volume, Map<String, Object> container) {
        String name = Tree.text(container, "name");
        Set<String> ours = changedMounts(name)
                .filter(mount -> volume.equals(mount.getName()))
                .map(mount -> Containers.MountPath.of(mount.getMountPath()))
                .collect(Collectors.toSet());
        for (Map<String, Object> mount : Tree.objects(container, "volumeMounts")) {
            if (volume.equals(mount.get("name")) && !ours.contains(Containers.MountPath.of(mount))) {
                throw new InvalidTrainJobException("spec.runtimeRef: volume " + volume + " of replicated job " + job
                        + " has the name of one that a plugin adds, which container " + name + " would see at "
                        + Tree.text(mount, "mountPath") + " in its place; give the volume of the runtime another name");
            }
        }
    }

    private void mounts() {
        containers().forEach(container -> {
            String name = Tree.text(container, "name");
            changedMounts(name).forEach(ours -> Tree.objects(container, "volumeMounts").stream()
                    .filter(mount ->
                            Containers.MountPath.of(mount).equals(Containers.MountPath.of(ours.getMountPath())))
                    .filter(mount -> !ours.getName().equals(mount.get("name")))
                    .forEach(mount -> warn("container " + name + " of " + job + ": volume " + ours.getName()
                            + " is mounted at " + ours.getMountPath() + " in place of volume "
                            + Tree.text(mount, "name") + "; mount that elsewhere to keep it")));
        });
    }

    private Stream<Map<String, Object>> containers() {
        return Stream.of("initContainers", "containers").flatMap(list -> Tree.objects(podSpec, list).stream());
    }

    private Stream<VolumeMount> changedMounts(String container) {
        return podSet.containerOrInitContainer(container).map(ContainerView::changes).stream()
                .flatMap(changes -> changes.volumeMounts().stream());
    }

    /** What a volume shows, whatever the modes of its files. */
    private static Object source(Map<String, Object> volume) {
        String secret = Tree.text(volume, "secret", "secretName");
        String configMap = Tree.text(volume, "configMap", "name");
        return secret.isEmpty() && configMap.isEmpty() ? volume : List.of(secret, configMap);
    }

    private void warn(String message) {
        warnings.add(new CompiledJob.Warning(REPLACED, message));
    }
}
