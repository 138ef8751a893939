package io.trainyard.local.api.ownership;

/**
 * A field that an applied object wants to be different from what another manager wrote.
 *
 * @param path such as {@code .spec.replicas}
 * @param owner the other manager, as messages name it
 */
public record FieldConflict(String path, String owner) {}
