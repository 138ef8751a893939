package io.trainyard.spi.framework;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.spi.Permission;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;

/**
 * What a plugin needs that keeps files of each TrainJob in a ConfigMap, and keys in a Secret. The ConfigMap has the label
 * {@link TrainerApi#TRAIN_JOB_NAME_LABEL}. Pure; for any thread.
 */
public final class JobFiles {
    private JobFiles() {}

    /** All that is needed to keep the ConfigMap as it should be. */
    public static Permission configMaps() {
        return new Permission("", List.of("configmaps"), List.of("create", "get", "list", "watch", "patch"));
    }

    /**
     * All that is needed for a Secret that is made once and never changed or deleted. A right to list Secrets, or to watch them, is one to read them all, so it is not
     * part of this.
     */
    public static Permission secrets() {
        return new Permission("", List.of("secrets"), List.of("create", "get"));
    }

    /** Wakes the TrainJob that controls the ConfigMap. Anybody may store ConfigMaps with this label: no more than their metadata is kept in memory. */
    public static WatchSpec<ConfigMap> watch() {
        return WatchSpec.ownedByWithLabel(ConfigMap.class, TrainerApi.TRAIN_JOB_NAME_LABEL)
                .keeping(WatchSpec.Content.METADATA_ONLY);
    }
}
