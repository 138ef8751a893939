package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.image.InitializerImage;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.MountSpec;
import java.util.List;
import java.util.Optional;

/** A program that failed may have a mount path written into its code, which is not there when containers are processes. Pure. */
public final class MountHint {
    private MountHint() {}

    /** What to tell the user; empty when all mount paths are where the program expects them. */
    public static Optional<String> of(ContainerSpec container, ContainerLaunch launch, KubeletOptions options) {
        if (launch.asIs() || options.folders().linksMounts() || InitializerImage.isProgram(launch.command())) {
            return Optional.empty();
        }
        List<String> mapped = container.mounts().stream()
                .map(MountSpec::mountPath)
                .filter(launch.rewritten()::contains)
                .filter(path -> !path.equals(String.valueOf(launch.mounts().get(path))))
                .toList();
        return mapped.isEmpty()
                ? Optional.empty()
                : Optional.of("container " + container.name() + " failed. Its mount paths " + mapped
                        + " are other folders on this machine; command, args and env were adapted, but a program with such a path in"
                        + " its code does not find it. If that is why: use the variables TRAINYARD_MOUNT_…, or --link-mounts, or"
                        + " --executor docker");
    }
}
