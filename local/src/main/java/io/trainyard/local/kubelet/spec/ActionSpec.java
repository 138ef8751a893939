package io.trainyard.local.kubelet.spec;

import io.trainyard.foundation.tree.Tree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a probe or a hook does. */
public sealed interface ActionSpec {

    /** Runs a program in the environment of the container. */
    record Exec(List<String> command) implements ActionSpec {
        public Exec {
            command = List.copyOf(command);
        }
    }

    /**
     * Sends a request.
     *
     * @param host empty for the address of the pod
     * @param port number, or name of a port of the container
     * @param secure whether by HTTPS, without verifying the certificate
     */
    record HttpGet(String host, String port, String path, boolean secure, Map<String, String> headers)
            implements ActionSpec {
        public HttpGet {
            headers = Map.copyOf(headers);
        }
    }

    /** Opens a connection; {@code host} is empty for the address of the pod. */
    record Connect(String host, String port) implements ActionSpec {}

    /** Waits. */
    record Sleep(Duration time) implements ActionSpec {}

    /** Reads an action; empty when there is none. */
    static Optional<ActionSpec> of(Map<String, Object> tree) {
        if (tree.containsKey("exec")) {
            return Optional.of(new Exec(ContainerSpec.texts(tree, "exec", "command")));
        }
        if (tree.containsKey("httpGet")) {
            return Optional.of(httpGet(Tree.child(tree, "httpGet")));
        }
        if (tree.containsKey("tcpSocket")) {
            return Optional.of(connect(Tree.child(tree, "tcpSocket")));
        }
        if (tree.containsKey("grpc")) {
            return Optional.of(connect(Tree.child(tree, "grpc")));
        }
        if (tree.containsKey("sleep")) {
            return Optional.of(new Sleep(Duration.ofSeconds(Tree.integer(0, tree, "sleep", "seconds"))));
        }
        return Optional.empty();
    }

    private static ActionSpec httpGet(Map<String, Object> get) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map<String, Object> header : Tree.objects(get, "httpHeaders")) {
            headers.put(Tree.text(header, "name"), Tree.text(header, "value"));
        }
        String path = Tree.text(get, "path");
        return new HttpGet(
                Tree.text(get, "host"),
                port(get),
                path.startsWith("/") ? path : "/" + path,
                Tree.text(get, "scheme").equals("HTTPS"),
                headers);
    }

    private static ActionSpec connect(Map<String, Object> socket) {
        return new Connect(Tree.text(socket, "host"), port(socket));
    }

    private static String port(Map<String, Object> tree) {
        return String.valueOf(tree.getOrDefault("port", ""));
    }
}
