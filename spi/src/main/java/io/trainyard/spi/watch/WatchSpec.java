package io.trainyard.spi.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind to watch in all namespaces, and how its changes map to TrainJobs.
 *
 * @param type the class of the kind, with the fabric8 annotations for group, version and plural
 * @param labels labels that an object must carry to be watched; empty for all objects
 * @param mapper from a changed object to TrainJobs
 * @param <T> the watched kind
 */
public record WatchSpec<T extends HasMetadata>(Class<T> type, Map<String, String> labels, KeyMapper<T> mapper) {
    public WatchSpec {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Watches every object of a kind and maps it to the TrainJob that controls it. */
    public static <T extends HasMetadata> WatchSpec<T> ownedBy(Class<T> type) {
        return new WatchSpec<>(type, Map.of(), KeyMapper.controllerOwner());
    }
}
