package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JobSet that a runtime describes.
 *
 * @param metadata labels and annotations for the JobSet, or null
 * @param spec the JobSet spec as a JSON tree, so that no field is lost; null when absent. Treat as immutable
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record JobSetTemplate(@Nullable EmbeddedMetadata metadata, @Nullable Map<String, Object> spec) {}
