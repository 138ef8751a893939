package io.trainyard.local.kubelet.spec;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a container asks for.
 *
 * @param command replaces the entrypoint of the image; empty when not given
 * @param workingDir empty when not given
 * @param ports numbers by name; ports without a name have their number as name
 * @param tree the container as the API server gave it
 */
public record ContainerSpec(
        String name,
        Role role,
        String image,
        List<String> command,
        List<String> args,
        String workingDir,
        List<MountSpec> mounts,
        Map<String, Integer> ports,
        Optional<ProbeSpec> startupProbe,
        Optional<ProbeSpec> readinessProbe,
        Optional<ProbeSpec> livenessProbe,
        Optional<ActionSpec> postStart,
        Optional<ActionSpec> preStop,
        Map<String, Object> tree) {
    private static final String DEFAULT_MESSAGE_PATH = "/dev/termination-log";
    private static final ResourceQuantity BYTE = ResourceQuantity.parse("1");
    private static final BigInteger MAX_BYTES = BigInteger.valueOf(Long.MAX_VALUE);

    /** When a container runs. */
    public enum Role {
        /** Before the main containers, until it ends. */
        INIT,
        /** From its turn among the init containers until the main containers have ended. */
        SIDECAR,
        MAIN
    }

    public ContainerSpec {
        command = List.copyOf(command);
        args = List.copyOf(args);
        mounts = List.copyOf(mounts);
        ports = Map.copyOf(ports);
    }

    static ContainerSpec of(Map<String, Object> container, boolean init) {
        boolean sidecar = init && Tree.text(container, "restartPolicy").equals("Always");
        return new ContainerSpec(
                Tree.text(container, "name"),
                sidecar ? Role.SIDECAR : init ? Role.INIT : Role.MAIN,
                Tree.text(container, "image"),
                texts(container, "command"),
                texts(container, "args"),
                Tree.text(container, "workingDir"),
                MountSpec.listOf(container),
                portsOf(container),
                ProbeSpec.of(container, "startupProbe"),
                ProbeSpec.of(container, "readinessProbe"),
                ProbeSpec.of(container, "livenessProbe"),
                ActionSpec.of(Tree.child(container, "lifecycle", "postStart")),
                ActionSpec.of(Tree.child(container, "lifecycle", "preStop")),
                container);
    }

    static List<String> texts(Object tree, String... path) {
        List<String> texts = new ArrayList<>();
        for (Object item : Tree.list(tree, path)) {
            texts.add(String.valueOf(item));
        }
        return texts;
    }

    private static Map<String, Integer> portsOf(Map<String, Object> container) {
        Map<String, Integer> ports = new java.util.LinkedHashMap<>();
        for (Map<String, Object> port : Tree.objects(container, "ports")) {
            int number = (int) Tree.integer(0, port, "containerPort");
            String name = Tree.text(port, "name");
            if (number > 0) {
                ports.put(name.isEmpty() ? Integer.toString(number) : name, number);
            }
        }
        return ports;
    }

    /** Where the program may leave a message for those who look at the status. */
    public String terminationMessagePath() {
        String path = Tree.text(tree, "terminationMessagePath");
        return path.isEmpty() ? DEFAULT_MESSAGE_PATH : path;
    }

    /** Whether the end of the log stands in for a message that is missing. */
    public boolean fallsBackToLog() {
        return Tree.text(tree, "terminationMessagePolicy").equals("FallbackToLogsOnError");
    }

    /** How much memory it may take, in whole bytes, and no more than anybody counts; empty without a limit. */
    public Optional<Long> memoryLimit() {
        return Optional.ofNullable(Tree.at(tree, "resources", "limits", "memory"))
                .map(amount -> ResourceQuantity.parse(String.valueOf(amount)).dividedBy(BYTE))
                .filter(bytes -> bytes.signum() > 0)
                .map(bytes -> bytes.min(MAX_BYTES).longValue());
    }
}
