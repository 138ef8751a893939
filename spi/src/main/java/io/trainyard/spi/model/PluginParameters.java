package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of one TrainJob for one plugin, merged over those of the runtime.
 *
 * @param name name of the plugin
 * @param parameters a JSON tree; null when absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PluginParameters(@Nullable String name, @Nullable Map<String, Object> parameters) {}
