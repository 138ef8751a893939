package io.trainyard.spi.framework;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * How the pods of the JobSet find each other.
 *
 * @param dnsHostnames whether pods have host names; only an explicit false switches them off
 * @param publishesNotReady whether names resolve before pods are ready; only an explicit false switches that off
 */
public record JobSetNetwork(boolean dnsHostnames, boolean publishesNotReady) {
    private static final String LOOPBACK = "127.0.0.1";

    /** What the merged template says. */
    public static JobSetNetwork of(RuntimeInfo info) {
        return new JobSetNetwork(!isOff(info, "enableDNSHostnames"), !isOff(info, "publishNotReadyAddresses"));
    }

    private static boolean isOff(RuntimeInfo info, String field) {
        return Boolean.FALSE.equals(Tree.at(info.template(), "network", field));
    }

    /** Where rank 0 of these pods is to be found. Without host names only a single pod can find itself. */
    public String rankZeroHost(PodSet podSet) {
        return dnsHostnames ? podSet.host(0, 0) : LOOPBACK;
    }
}
