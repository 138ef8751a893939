package io.trainyard.local.kubelet.probe;

import io.trainyard.foundation.regex.PlainText;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Where a container is reached.
 *
 * @param address of its pod
 * @param ports that it declares, by name
 * @param mapped the port in use in place of an asked-for one
 */
public record Endpoint(String address, Map<String, Integer> ports, IntUnaryOperator mapped) {
    public Endpoint {
        ports = Map.copyOf(ports);
    }

    /**
     * The port that a number or a name stands for.
     *
     * @throws IllegalArgumentException when it is neither a number nor the name of a port of the container
     */
    int port(String nameOrNumber) {
        Integer named = ports.get(nameOrNumber);
        if (named == null && !PlainText.isNumber(nameOrNumber, 5)) {
            throw new IllegalArgumentException("port \"" + nameOrNumber
                    + "\" is neither a number nor one of the ports of the container, " + ports.keySet());
        }
        return mapped.applyAsInt(named != null ? named : Integer.parseInt(nameOrNumber));
    }
}
