package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks for: the fields of every release of the API together.
 *
 * @param runtimeRef the runtime; required by the schema, null only in an object that bypassed it
 * @param initializer dataset and model sources, or null
 * @param trainer the training container and node count, or null
 * @param labels labels for the JobSet and every Job template; empty when none
 * @param annotations annotations for the JobSet and every Job template; empty when none
 * @param podSpecOverrides overrides of the v2.0 shape as JSON trees; empty when none
 * @param podTemplateOverrides overrides of the v2.1 shape, in order; empty when none
 * @param runtimePatches patches of the current shape, in order; empty when none
 * @param suspend true keeps all pods away; null means not said, which is not the same as false for server-side apply
 * @param activeDeadlineSeconds seconds of activity after which the job fails; null or 0 means no limit
 * @param managedBy the controller that manages this job; null means ours
 * @param plugins parameters for plugins; empty when none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainJobSpec(
        @Nullable RuntimeRef runtimeRef,
        @Nullable Initializer initializer,
        @Nullable Trainer trainer,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> labels,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> annotations,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> podSpecOverrides,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PodTemplateOverride> podTemplateOverrides,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RuntimePatch> runtimePatches,
        @Nullable Boolean suspend,
        @Nullable Long activeDeadlineSeconds,
        @Nullable String managedBy,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PluginParameters> plugins) {
    public TrainJobSpec {
        labels = copy(labels);
        annotations = copy(annotations);
        podSpecOverrides = podSpecOverrides == null ? List.of() : List.copyOf(podSpecOverrides);
        podTemplateOverrides = podTemplateOverrides == null ? List.of() : List.copyOf(podTemplateOverrides);
        runtimePatches = runtimePatches == null ? List.of() : List.copyOf(runtimePatches);
        plugins = plugins == null ? List.of() : List.copyOf(plugins);
    }

    /** Most TrainJobs have none, and thousands of them are kept. */
    private static Map<String, String> copy(@Nullable Map<String, String> texts) {
        return texts == null || texts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }

    /** True when the job is to be kept without pods. */
    @JsonIgnore
    public boolean isSuspended() {
        return Boolean.TRUE.equals(suspend);
    }

    /** True when this controller manages the job. */
    @JsonIgnore
    public boolean isManagedByTrainer() {
        return managedBy == null || managedBy.isEmpty() || managedBy.equals(TrainerApi.MANAGED_BY_TRAINER);
    }

    /** The trainer section; an empty one when there is none. */
    public Trainer trainerOrEmpty() {
        return trainer == null ? Trainer.EMPTY : trainer;
    }
}
