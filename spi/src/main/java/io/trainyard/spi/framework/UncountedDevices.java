package io.trainyard.spi.framework;

import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.ResourceCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Devices that may be accelerators, and are not counted where nobody says how many processes a node has. Pure. */
public final class UncountedDevices {
    /** Reason of the events about them. */
    public static final String REASON = "DevicesNotCounted";

    private UncountedDevices() {}

    /**
     * Resource claims, and extended resources of unknown names, by which the container gets devices; empty where it asks for accelerators that count.
     *
     * @param furtherNames as in {@link ResourceCounts#accelerators}
     */
    public static List<String> of(ContainerView container, Set<String> furtherNames) {
        if (ResourceCounts.accelerators(container, furtherNames) > 0) {
            return List.of();
        }
        List<String> devices = new ArrayList<>();
        container.claims().forEach(claim -> devices.add("claim " + claim));
        devices.addAll(ResourceCounts.uncountedDevices(container, furtherNames));
        return devices;
    }

    /**
     * What {@code auto} comes to without them; empty when there are none.
     *
     * @param count what it comes to, such as {@code 1 worker on each node}
     */
    public static Optional<String> warning(ContainerView container, Set<String> furtherNames, String count) {
        List<String> devices = of(container, furtherNames);
        return devices.isEmpty()
                ? Optional.empty()
                : Optional.of(TrainJobFields.PROCESSES + ": auto comes to " + count + "; not counted: "
                        + String.join(", ", devices)
                        + "; if these bring accelerators, set numProcPerNode to their number");
    }
}
