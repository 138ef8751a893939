package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where programs of a pod start that ask for nothing else. Asks the options, and reads nothing else. */
public final class WorkFolder {
    /** How the Python SDK puts the code of a function into a file of the folder that it finds itself in. */
    private static final String WRITES_SCRIPT = "read -r -d '' SCRIPT";

    private WorkFolder() {}

    /** A folder that the user works in, or one of the pod's own: nothing of the user's may be overwritten by what did not come from there. */
    public static Path of(FolderOptions folders, PodSpec pod, PodFolder folder) {
        boolean mayWork = folders.atWork().isEmpty() || !writesScript(pod);
        return (mayWork ? folders.workOf(pod.trainJob()) : Optional.<Path>empty()).orElseGet(folder::work);
    }

    private static boolean writesScript(PodSpec pod) {
        return pod.allContainers().stream().flatMap(WorkFolder::words).anyMatch(word -> word.contains(WRITES_SCRIPT));
    }

    private static Stream<String> words(ContainerSpec container) {
        return Stream.of(container.command(), container.args()).flatMap(List::stream);
    }
}
