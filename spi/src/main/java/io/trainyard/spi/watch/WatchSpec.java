package io.trainyard.spi.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind to watch in all namespaces, and how its changes map to TrainJobs.
 *
 * @param type the class of the kind, with the fabric8 annotations for group, version and plural
 * @param labels labels that an object must carry to be watched, with {@link #ANY_VALUE} where only the name matters; empty for all objects
 * @param content how much of the objects is kept in memory
 * @param mapper from a changed object to TrainJobs
 * @param <T> the watched kind
 */
public record WatchSpec<T extends HasMetadata>(
        Class<T> type, Map<String, String> labels, Content content, KeyMapper<T> mapper) {
    /** Stands for any value of a label; no real value is like it. */
    public static final String ANY_VALUE = "*";

    /** How much of an object is kept in memory. */
    public enum Content {
        /** All of it, so that readers need no request. */
        FULL,
        /** Name, labels and owners only, for what is secret or large. */
        METADATA_ONLY
    }

    public WatchSpec {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Keeps all of the objects. */
    public WatchSpec(Class<T> type, Map<String, String> labels, KeyMapper<T> mapper) {
        this(type, labels, Content.FULL, mapper);
    }

    /** The same, keeping only as much of each object. */
    public WatchSpec<T> keeping(Content kept) {
        return new WatchSpec<>(type, labels, kept, mapper);
    }

    /** Watches the objects with a label of that name, whatever its value, and maps each to the TrainJob that controls it. */
    public static <T extends HasMetadata> WatchSpec<T> ownedByWithLabel(Class<T> type, String label) {
        return new WatchSpec<>(type, Map.of(label, ANY_VALUE), KeyMapper.controllerOwner());
    }

    /** Watches every object of a kind and maps it to the TrainJob that controls it. */
    public static <T extends HasMetadata> WatchSpec<T> ownedBy(Class<T> type) {
        return new WatchSpec<>(type, Map.of(), KeyMapper.controllerOwner());
    }
}
