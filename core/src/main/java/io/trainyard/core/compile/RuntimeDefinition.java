package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a runtime that a TrainJob is built from: of the live object, or of the job's own snapshot. Shared by all TrainJobs of that
 * content; immutable.
 *
 * @param kind {@code TrainingRuntime} or {@code ClusterTrainingRuntime}
 * @param name its name
 * @param annotations annotations of the runtime itself; empty when it has none
 * @param spec what it says, with a clean template (see {@link CleanTree})
 */
public record RuntimeDefinition(String kind, String name, Map<String, String> annotations, TrainingRuntimeSpec spec) {
    /** The content of a runtime object; an absent spec reads as an empty one. */
    public static RuntimeDefinition of(RuntimeResource runtime) {
        @Nullable Map<String, String> annotations = runtime.getMetadata().getAnnotations();
        return new RuntimeDefinition(
                runtime.getKind(),
                runtime.getMetadata().getName(),
                annotations == null ? Map.of() : annotations,
                clean(runtime.getSpec()));
    }

    /** The same with a template that nobody else has. */
    public RuntimeDefinition copy() {
        @Nullable JobSetTemplate template = spec.template();
        if (template == null || template.spec() == null) {
            return this;
        }
        JobSetTemplate copied = new JobSetTemplate(template.metadata(), Tree.copy(template.spec()));
        return new RuntimeDefinition(
                kind, name, annotations, new TrainingRuntimeSpec(spec.mlPolicy(), spec.podGroupPolicy(), copied));
    }

    private static TrainingRuntimeSpec clean(@Nullable TrainingRuntimeSpec spec) {
        if (spec == null) {
            return new TrainingRuntimeSpec(null, null, null);
        }
        @Nullable JobSetTemplate template = spec.template();
        if (template == null || template.spec() == null) {
            return spec;
        }
        Map<String, Object> cleaned = CleanTree.of(template.spec());
        return new TrainingRuntimeSpec(
                spec.mlPolicy(), spec.podGroupPolicy(), new JobSetTemplate(template.metadata(), cleaned));
    }
}
