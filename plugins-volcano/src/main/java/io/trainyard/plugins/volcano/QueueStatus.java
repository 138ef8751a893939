package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What Volcano says of a queue.
 *
 * @param state {@code Open}, {@code Closed}, {@code Closing} or {@code Unknown}; null before Volcano has seen it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueStatus(@Nullable String state) {}
