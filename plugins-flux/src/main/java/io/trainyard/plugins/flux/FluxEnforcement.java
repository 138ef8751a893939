package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.trainyard.spi.framework.FreeName;
import io.trainyard.spi.runtime.ContainerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        Optional<String> sharedMemory = sharedMemory();
        volumes(sharedMemory).forEach(job.podSet()::upsertVolume);
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
        sharedMemory.ifPresent(volume -> container.upsertVolumeMount(mount(volume, FluxPaths.SHARED_MEMORY, false)));
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

    /** Name of the volume of shared memory; empty where the runtime has its own, since it knows better how large that must be. */
    private Optional<String> sharedMemory() {
        if (job.container().volumeMounts().stream()
                .anyMatch(mount -> FluxPaths.SHARED_MEMORY.equals(mount.getMountPath()))) {
            return Optional.empty();
        }
        List<String> taken =
                job.podSet().volumes().stream().map(Volume::getName).toList();
        return Optional.of(FreeName.of(SHARED_MEMORY, taken::contains));
    }

    private List<Volume> volumes(Optional<String> sharedMemory) {
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
        sharedMemory.ifPresent(name -> volumes.add(folder(name, "Memory")));
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
