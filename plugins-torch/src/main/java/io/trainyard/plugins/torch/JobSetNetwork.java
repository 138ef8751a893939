package io.trainyard.plugins.torch;

import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * How the pods of the JobSet find each other.
 *
 * @param dnsHostnames whether pods have host names; only an explicit false switches them off
 * @param publishesNotReady whether names resolve before pods are ready; only an explicit false switches that off
 */
record JobSetNetwork(boolean dnsHostnames, boolean publishesNotReady) {
    private static final String LOOPBACK = "127.0.0.1";

    static JobSetNetwork of(RuntimeInfo info) {
        JsonTree network = new JsonTree(info.template()).at("network");
        return new JobSetNetwork(!network.isFalse("enableDNSHostnames"), !network.isFalse("publishNotReadyAddresses"));
    }

    /** Where rank 0 of these pods is to be found. Without host names only a single pod can find itself. */
    String rankZeroHost(PodSet podSet) {
        return dnsHostnames ? podSet.host(0, 0) : LOOPBACK;
    }
}
