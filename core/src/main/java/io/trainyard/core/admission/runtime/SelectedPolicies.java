package io.trainyard.core.admission.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which plugins the policies of a runtime need. */
public final class SelectedPolicies {
    private static final int MAX_PARAMETER_BYTES = 64 * 1024;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SelectedPolicies() {}

    /**
     * A policy.
     *
     * @param field where the runtime selects it, below its spec
     * @param plugin name of the plugin that serves it
     */
    public record Policy(String field, String plugin) {}

    /** The policies of a runtime; empty when it selects none. */
    public static List<Policy> of(@Nullable TrainingRuntimeSpec spec) {
        List<Policy> policies = new ArrayList<>();
        if (spec == null) {
            return policies;
        }
        @Nullable MLPolicy ml = spec.mlPolicy();
        if (ml != null) {
            ml.frameworks().forEach(name -> policies.add(new Policy("mlPolicy." + name, name)));
            plugin(policies, "mlPolicy.plugin", ml.plugin());
        }
        @Nullable PodGroupPolicy gang = spec.podGroupPolicy();
        if (gang != null) {
            add(policies, "podGroupPolicy.coscheduling", "coscheduling", gang.coscheduling());
            add(policies, "podGroupPolicy.volcano", "volcano", gang.volcano());
            add(policies, "podGroupPolicy.kai", "kai", gang.kai());
            plugin(policies, "podGroupPolicy.plugin", gang.plugin());
        }
        return policies;
    }

    private static void add(List<Policy> policies, String field, String plugin, @Nullable Object policy) {
        if (policy != null) {
            policies.add(new Policy(field, plugin));
        }
    }

    private static void plugin(List<Policy> policies, String field, @Nullable PluginPolicy policy) {
        if (policy != null && policy.name() != null) {
            policies.add(new Policy(field, policy.name()));
        }
    }

    /** Refuses parameters that are too large to be carried around. */
    public static void parameterSize(Map<String, Object> parameters, String path, Validation.Builder findings) {
        int size;
        try {
            size = MAPPER.writeValueAsString(parameters).getBytes(StandardCharsets.UTF_8).length;
        } catch (JsonProcessingException notATree) {
            findings.error(FieldError.invalid(path, null, "must be a JSON object"));
            return;
        }
        if (size > MAX_PARAMETER_BYTES) {
            findings.error(new FieldError(
                    path,
                    FieldError.Kind.TOO_LONG,
                    null,
                    "must have at most " + MAX_PARAMETER_BYTES + " bytes as JSON, not " + size));
        }
    }
}
