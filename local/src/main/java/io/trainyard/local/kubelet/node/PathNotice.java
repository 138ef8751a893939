package io.trainyard.local.kubelet.node;

import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.kubelet.image.InitializerImage;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.spec.MountSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.List;

/** Tells users, once, that the paths of their containers are other folders on this machine although they did not ask for that. On the event loop. */
public final class PathNotice {
    private final String problem;
    private final EventRecorder events;
    private final OwnerFinder owners;
    private boolean told;

    PathNotice(String problem, EventRecorder events, OwnerFinder owners) {
        this.problem = problem;
        this.events = events;
        this.owners = owners;
    }

    /** A container starts. */
    public void starting(PodSpec pod, ContainerLaunch launch) {
        if (told || launch.asIs() || (problem.isEmpty() && InitializerImage.isProgram(launch.command()))) {
            return;
        }
        // What nobody has asked for is not worth a warning.
        List<String> paths = launch.container().mounts().stream()
                .map(MountSpec::mountPath)
                .filter(launch.rewritten()::contains)
                .sorted()
                .toList();
        if (paths.isEmpty()) {
            return;
        }
        told = true;
        String message = "paths of containers are other folders on this machine: "
                + (problem.isEmpty() ? "what this machine needs lies there" : problem) + ". " + String.join(", ", paths)
                + " are replaced in command, args and env; a program with such a path in its code neither finds nor keeps"
                + " its data there: read it from an argument or a variable (TRAINYARD_MOUNT_…), run as a user who may have namespaces,"
                + " or use --link-mounts or --executor docker";
        owners.of(pod).onSuccess(owner -> events.warning(owner, "PathsRewritten", message));
    }
}
