package io.trainyard.core.manifest;

import io.trainyard.foundation.yaml.Document;

/**
 * An object and where it was written.
 *
 * @param object the object
 * @param document its document, for locating fields
 * @param <T> what the object is
 */
public record Manifest<T>(T object, Document document) {}
