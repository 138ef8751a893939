package io.trainyard.local.kubelet.naming;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Ports of TensorFlow's servers, which listen on all addresses of the machine: where pods of a cluster share a machine, those that have the same port in
 * {@code TF_CONFIG} need different ones. Each gets one that its address tells, so that all pods agree.
 */
public final class ServerPorts {
    private static final String VARIABLE = "TF_CONFIG";
    private static final LinearPattern SERVER = LinearPattern.of("\"([A-Za-z0-9][-A-Za-z0-9.]*):([0-9]{1,5})\"");
    private static final LinearPattern ADDRESS = LinearPattern.of("127\\.[0-9]+\\.([0-9]+)\\.([0-9]+)");
    private static final int LAST = 65_535;
    private static final int FIRST_AGAIN = 20_000;
    private static final int PORTS = 12_000;

    private final Function<String, Optional<String>> addressOf;

    /**
     * Ports of servers.
     *
     * @param addressOf the address of a name; empty when it is no name of a pod
     */
    public ServerPorts(Function<String, Optional<String>> addressOf) {
        this.addressOf = addressOf;
    }

    /** Whether what this variable names are such servers. */
    static boolean areIn(String variable) {
        return VARIABLE.equals(variable);
    }

    /** The ports that the pod and those that it knows will wish for. */
    public Set<Integer> in(PodSpec pod) {
        Set<Integer> ports = new TreeSet<>();
        for (ContainerSpec container : pod.allContainers()) {
            for (Map<String, Object> variable : Tree.objects(container.tree(), "env")) {
                if (areIn(Tree.text(variable, "name"))) {
                    Matcher server = SERVER.matcher(Tree.text(variable, "value"));
                    while (server.find()) {
                        ports.add(wish(server.group(1), Integer.parseInt(server.group(2))));
                    }
                }
            }
        }
        return ports;
    }

    /** The port that a server is to wish for in place of this one; the same where it is no pod. */
    int wish(String host, int port) {
        Matcher address = ADDRESS.matcher(addressOf.apply(host).orElse(host));
        if (!address.matches()) {
            return port;
        }
        int wish = port + Integer.parseInt(address.group(1)) * 256 + Integer.parseInt(address.group(2));
        return wish <= LAST ? wish : FIRST_AGAIN + wish % PORTS;
    }
}
