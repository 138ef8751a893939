package io.trainyard.local.api.resource;

import io.trainyard.foundation.field.FieldError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is special about a kind. All methods are pure but for the object that they are told to change; none may block. The defaults are those
 * of a kind about which nothing is special.
 */
public interface KindBehavior {
    /** A kind about which nothing is special. */
    KindBehavior DEFAULT = new KindBehavior() {};

    /** Whether the server counts changes of the specification in {@code metadata.generation}. */
    default boolean countsGenerations() {
        return false;
    }

    /** The rule for names of this kind. */
    default NameRule nameRule() {
        return NameRule.SUBDOMAIN;
    }

    /** Fills in what a user may leave out; runs on every write. */
    default void applyDefaults(Map<String, Object> object) {}

    /** Prepares a new object: initial status, fields that the server owns. Runs after the defaults, with uid and name known. */
    default void prepareCreate(Map<String, Object> object) {}

    /** Prepares a change: fields that the server owns are taken from the previous state. */
    default void prepareUpdate(Map<String, Object> object, Map<String, Object> previous) {}

    /** What is wrong with a new object. */
    default List<FieldError> validateCreate(Map<String, Object> object) {
        return List.of();
    }

    /** What is wrong with a change, everything that would be wrong with a new object included. */
    default List<FieldError> validateUpdate(Map<String, Object> object, Map<String, Object> previous) {
        return validateCreate(object);
    }

    /**
     * How long a deleted object stays, in seconds, until somebody deletes it again.
     *
     * @param requested what the client asks for; negative when it does not say
     */
    default long gracePeriod(Map<String, Object> object, long requested) {
        return 0;
    }

    /** Whether something besides the finalizers in its metadata keeps a deleted object from going. */
    default boolean holdsDeletion(Map<String, Object> object) {
        return false;
    }

    /** Why an object may not be deleted at all; empty when it may. */
    default Optional<String> refusesDeletion(Map<String, Object> object) {
        return Optional.empty();
    }

    /** Whether deleting answers with the object that is gone, and not with a status. */
    default boolean returnsDeletedObject() {
        return false;
    }

    /** Told that an object is deleted only after a while; may change what a client sees in the meantime. */
    default void markDeleted(Map<String, Object> object, Instant now) {}
}
