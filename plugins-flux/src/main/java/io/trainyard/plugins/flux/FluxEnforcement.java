package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.trainyard.spi.runtime.ContainerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes brokers out of the pods: count, volumes, installer and the wrapped command. Doing it twice changes nothing more. */
final class FluxEnforcement {
    /** Name of the init container that brings Flux. */
    static final String INSTALLER = "flux-installer";

    private static final String SHELL = "/bin/bash";
    private static final String INSTALLED = "flux-install";
    private static final String SOFTWARE = "spack-install";
    private static final String CERTIFICATE = "flux-curve";
    private static final String SHARED_MEMORY = "shared-memory";
    private static final int MAX_VOLUME_NAME = 63;
    private static final int EXECUTABLE = 0755;
    private static final int OWNER_READS = 0400;

    /** Where the container that trains has what belongs to Flux, and of which volume; nothing else may be mounted there. */
    static Map<String, String> mountPaths(FluxJob job) {
        return Map.of(
                FluxPaths.ROOT, INSTALLED,
                FluxPaths.SOFTWARE, SOFTWARE,
                FluxPaths.SCRIPTS, scriptsVolume(job),
                FluxPaths.CERTIFICATE, CERTIFICATE);
    }

    private final FluxJob job;

    FluxEnforcement(FluxJob job) {
        this.job = job;
    }

    /** True when this is a view on which it has been done. */
    static boolean isDone(FluxJob job) {
        List<String> command = job.container().command();
        List<String> wrapper = wrapper(List.of());
        return command.size() >= wrapper.size()
                && command.subList(0, wrapper.size()).equals(wrapper);
    }

    void run() {
        job.podSet().setCount(job.nodes());
        boolean ownSharedMemory = hasOtherSharedMemory();
        volumes(ownSharedMemory).forEach(job.podSet()::upsertVolume);
        ContainerView installer = job.podSet().addInitContainer(INSTALLER);
        installer.setImage(job.settings().viewImage());
        installer.setCommand(List.of(SHELL, FluxPaths.SCRIPTS + "/" + FluxPaths.INSTALLER));
        installer.upsertVolumeMount(mount(INSTALLED, FluxPaths.ROOT, false));
        installer.upsertVolumeMount(mount(scriptsVolume(job), FluxPaths.SCRIPTS, true));

        ContainerView container = job.container();
        container.upsertVolumeMount(mount(INSTALLED, FluxPaths.ROOT, false));
        container.upsertVolumeMount(mount(SOFTWARE, FluxPaths.SOFTWARE, false));
        container.upsertVolumeMount(mount(scriptsVolume(job), FluxPaths.SCRIPTS, true));
        container.upsertVolumeMount(mount(CERTIFICATE, FluxPaths.CERTIFICATE, true));
        if (!ownSharedMemory) {
            container.upsertVolumeMount(mount(SHARED_MEMORY, FluxPaths.SHARED_MEMORY, false));
        }
        container.setCommand(wrapper(job.command()));
        if (!container.args().isEmpty()) {
            container.setArgs(List.of());
        }
    }

    /** Each word stays a word of its own. */
    private static List<String> wrapper(List<String> command) {
        List<String> words = new ArrayList<>(List.of(SHELL, FluxPaths.SCRIPTS + "/" + FluxPaths.ENTRYPOINT));
        words.addAll(command);
        return words;
    }

    /** A runtime that has its own knows better how large it must be. */
    private boolean hasOtherSharedMemory() {
        return job.container().volumeMounts().stream()
                .anyMatch(mount ->
                        FluxPaths.SHARED_MEMORY.equals(mount.getMountPath()) && !SHARED_MEMORY.equals(mount.getName()));
    }

    private List<Volume> volumes(boolean ownSharedMemory) {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(folder(SOFTWARE, ""));
        volumes.add(folder(INSTALLED, ""));
        volumes.add(new VolumeBuilder()
                .withName(scriptsVolume(job))
                .withNewConfigMap()
                .withName(job.scriptsName())
                .withDefaultMode(EXECUTABLE)
                .endConfigMap()
                .build());
        if (!ownSharedMemory) {
            volumes.add(folder(SHARED_MEMORY, "Memory"));
        }
        volumes.add(new VolumeBuilder()
                .withName(CERTIFICATE)
                .withNewSecret()
                .withSecretName(job.certificateName())
                .withDefaultMode(OWNER_READS)
                .endSecret()
                .build());
        return volumes;
    }

    /** That of the ConfigMap, unless that is too long for a volume. */
    private static String scriptsVolume(FluxJob job) {
        return job.scriptsName().length() > MAX_VOLUME_NAME ? "flux-entrypoint" : job.scriptsName();
    }

    private static Volume folder(String name, String medium) {
        EmptyDirVolumeSource source = new EmptyDirVolumeSource();
        if (!medium.isEmpty()) {
            source.setMedium(medium);
        }
        return new VolumeBuilder().withName(name).withEmptyDir(source).build();
    }

    private static VolumeMount mount(String volume, String path, boolean readOnly) {
        VolumeMountBuilder mount = new VolumeMountBuilder().withName(volume).withMountPath(path);
        if (readOnly) {
            mount.withReadOnly(true);
        }
        return mount.build();
    }
}
