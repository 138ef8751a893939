package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import io.trainyard.spi.runtime.PodSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds mounts and volumes of others where MPI has its own: they would silently be replaced. */
final class MountConflicts {
    private static final String NAME = "name";
    private static final String VOLUMES = "volumes";

    private final MpiJob job;
    private final List<FieldError> found = new ArrayList<>();

    private MountConflicts(MpiJob job) {
        this.job = job;
    }

    static List<FieldError> problems(MpiJob job) {
        MountConflicts mounts = new MountConflicts(job);
        TrainJobSpec spec = job.trainJob().getSpec();
        if (spec != null) {
            PodOverride.of(spec).stream()
                    .filter(override -> job.topology().podSets().stream()
                            .anyMatch(podSet -> podSet.name().equals(override.job())))
                    .forEach(mounts::override);
        }
        job.topology().podSets().forEach(mounts::template);
        return mounts.found;
    }

    /** Where MPI mounts something in a pod set: volume by path. */
    private Map<String, String> ours(String podSet) {
        String keys = KeyMountPath.normalized(job.keyFiles().mountPath());
        return podSet.equals(TrainerApi.LAUNCHER)
                ? Map.of(keys, KeyFiles.VOLUME, Hostfile.MOUNT_PATH, MpiEnforcement.HOSTFILE_VOLUME)
                : Map.of(keys, KeyFiles.VOLUME);
    }

    private void override(PodOverride override) {
        List<Object> volumes = Tree.list(override.podSpec().tree(), VOLUMES);
        for (int i = 0; i < volumes.size(); i++) {
            String name = Tree.text(volumes.get(i), NAME);
            if (ours(TrainerApi.LAUNCHER).containsValue(name)) {
                found.add(FieldError.invalid(
                        override.podSpec().path() + "." + VOLUMES + "[" + i + "]." + NAME,
                        name,
                        "is the name of a volume that MPI jobs have already; choose another"));
            }
        }
        for (ContainerOverride container : override.containers()) {
            List<Object> mounts = Tree.list(container.tree(), "volumeMounts");
            for (int i = 0; i < mounts.size(); i++) {
                check(
                        override.job(),
                        Tree.text(mounts.get(i), NAME),
                        Tree.text(mounts.get(i), "mountPath"),
                        container.path() + ".volumeMounts[" + i + "].mountPath",
                        "");
            }
        }
    }

    private void template(PodSet podSet) {
        podSet.trainerContainer().ifPresent(container -> {
            for (VolumeMount mount : container.volumeMounts()) {
                if (found.isEmpty()) {
                    check(
                            podSet.name(),
                            mount.getName(),
                            mount.getMountPath(),
                            MpiPreconditions.RUNTIME,
                            "container " + container.name() + " of " + podSet.name() + ": ");
                }
            }
        });
    }

    private void check(String podSet, String volume, String path, String field, String where) {
        Map<String, String> ours = ours(podSet);
        String owner = ours.get(KeyMountPath.normalized(path));
        if (owner != null && !owner.equals(volume)) {
            found.add(FieldError.invalid(
                    field,
                    path,
                    where + "volume " + volume + " is mounted where MPI jobs have "
                            + (owner.equals(KeyFiles.VOLUME) ? "their SSH keys" : "their hostfile")
                            + "; choose another path"));
        } else if (owner == null && ours.containsValue(volume)) {
            found.add(FieldError.invalid(
                    field,
                    path,
                    where + "volume " + volume
                            + " belongs to MPI and is mounted elsewhere already; remove this mount"));
        }
    }
}
