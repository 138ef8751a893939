package io.trainyard.launcher.node;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.ContainerReference;
import io.trainyard.local.streaming.portforward.ForwardedPod;
import io.trainyard.local.streaming.remotecommand.CommandOptions;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Optional;

/** What the API server asks a kubelet for on behalf of somebody who wants to get into a pod. Pure. */
sealed interface StreamRequest {
    /**
     * A program in a container: {@code /exec/NAMESPACE/POD/CONTAINER?command=…}.
     *
     * @param command not empty
     */
    record Exec(ContainerReference container, List<String> command, CommandOptions options) implements StreamRequest {
        public Exec {
            command = List.copyOf(command);
        }
    }

    /** The main program of a container: {@code /attach/NAMESPACE/POD/CONTAINER}. */
    record Attach(ContainerReference container, CommandOptions options) implements StreamRequest {}

    /**
     * Ports of a pod: {@code /portForward/NAMESPACE/POD}.
     *
     * @param ports as the query names them; some clients name none there
     */
    record PortForward(ForwardedPod pod, List<String> ports) implements StreamRequest {
        public PortForward {
            ports = List.copyOf(ports);
        }
    }

    /** Whether a path leads into a pod, be it there or not. */
    static boolean isAbout(String path) {
        return path.startsWith("/exec/") || path.startsWith("/attach/") || path.startsWith("/portForward/");
    }

    /**
     * Reads a request.
     *
     * @return empty when the path leads nowhere
     * @throws ApiException when parameters make no sense; the message says why
     */
    static Optional<StreamRequest> parse(String path, MultiMap parameters) {
        String[] parts = path.split("/", -1);
        for (int i = 2; i < parts.length; i++) {
            if (!ContainerLogsRequest.isName(parts[i])) {
                return Optional.empty();
            }
        }
        if (parts.length == 4 && parts[1].equals("portForward")) {
            return Optional.of(new PortForward(new ForwardedPod(parts[2], parts[3], ""), parameters.getAll("port")));
        }
        if (parts.length != 5 || parts[1].equals("portForward")) {
            return Optional.empty();
        }
        ContainerReference container = new ContainerReference(parts[2], parts[3], parts[4]);
        CommandOptions options = new CommandOptions(
                flag(parameters, "input"),
                flag(parameters, "output"),
                flag(parameters, "error"),
                flag(parameters, "tty"));
        if (parts[1].equals("attach")) {
            return Optional.of(new Attach(container, options));
        }
        List<String> command = parameters.getAll("command");
        if (command.isEmpty()) {
            throw ApiException.badRequest("you must specify at least 1 command");
        }
        return Optional.of(new Exec(container, command, options));
    }

    private static boolean flag(MultiMap parameters, String name) {
        String value = parameters.get(name);
        return "1".equals(value) || "true".equals(value);
    }
}
