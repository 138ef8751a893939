package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the dataset or the model comes from.
 *
 * @param storageUri a URI with a scheme, such as {@code s3://bucket/path}; becomes {@code STORAGE_URI}, also when empty; null leaves the value of the runtime
 * @param env variables for the initializer container; empty when none; a {@code STORAGE_URI} here beats storageUri
 * @param secretRef a Secret whose keys become variables, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record InitializerSource(
        @Nullable String storageUri,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EnvVar> env,
        @Nullable LocalSecretReference secretRef) {
    public InitializerSource {
        env = env == null ? List.of() : List.copyOf(env);
    }
}
