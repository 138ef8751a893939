package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy that the plugin of a vendor serves.
 *
 * @param name name of the plugin
 * @param parameters a JSON tree; null when absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PluginPolicy(@Nullable String name, @Nullable Map<String, Object> parameters) {}
