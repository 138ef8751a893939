package io.trainyard.spi.component;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * An object that should exist for a TrainJob. The host gives it the namespace of the TrainJob and the TrainJob as its owner, and refuses to
 * touch an object of that name that somebody else controls.
 *
 * @param object complete, without owner reference, status and fields that the server sets
 * @param updatePolicy when the existing object may be changed to look like this one
 * @param creation what is added at the moment of creation; empty for an object that is complete
 */
public record Component(HasMetadata object, UpdatePolicy updatePolicy, Optional<Creation> creation) {
    /** When an object that exists may still be changed. */
    public enum UpdatePolicy {
        /** At any time: the object is kept as it is built. */
        ALWAYS,

        /**
         * Only while no pod can run: the TrainJob or its JobSet is suspended, or there is no JobSet yet. An object that pods already depend on stays as it
         * is.
         */
        WHILE_SUSPENDED,

        /** Never: the object is created once, and only its absence leads to a write. For keys and other random content. */
        NEVER,

        /** At any time while the TrainJob has not ended: the object is kept as it is built, and deleted when the TrainJob ends. */
        UNTIL_ENDED,

        /** It must not exist: if the TrainJob controls an object of that name, it is deleted. Only the name counts. */
        ABSENT
    }

    /** An object that is complete. */
    public Component(HasMetadata object, UpdatePolicy updatePolicy) {
        this(object, updatePolicy, Optional.empty());
    }

    /** An object that is kept as it is built. */
    public static Component of(HasMetadata object) {
        return new Component(object, UpdatePolicy.ALWAYS);
    }

    /** An object that changes only while the TrainJob is suspended. */
    public static Component whileSuspended(HasMetadata object) {
        return new Component(object, UpdatePolicy.WHILE_SUSPENDED);
    }

    /** An object that is created when it is absent and never changed. */
    public static Component once(HasMetadata object) {
        return new Component(object, UpdatePolicy.NEVER);
    }

    /** An object that is created when it is absent, completed only then, and never changed. */
    public static Component once(HasMetadata object, Creation creation) {
        return new Component(object, UpdatePolicy.NEVER, Optional.of(creation));
    }

    /** An object that is kept as it is built, and goes when the TrainJob ends. */
    public static Component untilEnded(HasMetadata object) {
        return new Component(object, UpdatePolicy.UNTIL_ENDED);
    }

    /** An object that is deleted when it is there and belongs to the TrainJob. */
    public static Component absent(HasMetadata object) {
        return new Component(object, UpdatePolicy.ABSENT);
    }
}
