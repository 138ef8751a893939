package io.trainyard.spi.component;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;

/**
 * The part of an object that is made only when the object is about to be created, because it is random or secret. What is
 * merely shown, as by {@code render}, never gets it.
 *
 * @param content makes that part
 * @param replacement told when the object had to be made again although pods already run that know the one before
 * @param conflictReason reason of the event that tells of an object of this name that belongs to somebody else
 */
public record Creation(Content content, WarningEvent replacement, String conflictReason) {
    /** Makes the random or secret part. */
    @FunctionalInterface
    public interface Content {
        /**
         * The complete object. Called on one of a few worker threads that the plugin has for that, several calls at a time, so that it may compute for
         * long: 10 seconds at most, in which the time that it waits for a thread does not count. The answer may come on any thread. The host forgets the object as soon as it is sent.
         *
         * @param object the object of the component, with namespace and owner; never null, may be changed
         * @return neither it nor the object that it gives may be null. When it fails, or this method throws, nothing is created, the plugin is counted as faulty,
         *     and the TrainJob is reconciled again later
         */
        Uni<? extends HasMetadata> complete(HasMetadata object);
    }
}
