package io.trainyard.spi.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainerApi;
import java.util.Collection;
import java.util.List;

/**
 * Says which TrainJobs a changed object concerns. Called on the thread that read the event, several at a time: pure, fast, no requests.
 *
 * @param <T> the watched kind
 */
@FunctionalInterface
public interface KeyMapper<T extends HasMetadata> {
    /**
     * The TrainJobs to look at again; empty for none, never null, as nothing in it is. An exception counts as a fault of the plugin, and the event is passed over for it.
     *
     * @param changed as it is now, or as it was when it was deleted; never null, and not to be changed
     * @param trainJobs never null; may be asked on this thread
     */
    Collection<ResourceKey> trainJobsOf(T changed, TrainJobIndex trainJobs);

    /** Maps to the TrainJob that controls the object, and ignores plain owners. */
    static <T extends HasMetadata> KeyMapper<T> controllerOwner() {
        return (changed, trainJobs) -> {
            for (OwnerReference owner : changed.getMetadata().getOwnerReferences()) {
                if (Boolean.TRUE.equals(owner.getController())
                        && TrainerApi.TRAIN_JOB.equals(owner.getKind())
                        && owner.getApiVersion().startsWith(TrainerApi.GROUP + "/")) {
                    return List.of(new ResourceKey(changed.getMetadata().getNamespace(), owner.getName()));
                }
            }
            return List.of();
        };
    }
}
