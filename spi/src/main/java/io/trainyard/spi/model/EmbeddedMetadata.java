package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Labels and annotations inside a template or an override; other metadata keys have no effect.
 *
 * @param labels labels; empty when none
 * @param annotations annotations; empty when none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record EmbeddedMetadata(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> labels,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> annotations) {
    public EmbeddedMetadata {
        labels = labels == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = annotations == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }

    /** No labels and no annotations. */
    public static final EmbeddedMetadata EMPTY = new EmbeddedMetadata(Map.of(), Map.of());
}
