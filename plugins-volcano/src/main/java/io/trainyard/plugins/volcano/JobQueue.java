package io.trainyard.plugins.volcano;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The queue that a job asks for: an annotation of its JobSet, where the runtime, the TrainJob and its patches have been merged.
 *
 * @param name the queue; null when none is asked for
 * @param path where it was said, for messages
 */
record JobQueue(@Nullable String name, String path) {
    private static final int MAX_LENGTH = 253;
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    static JobQueue of(TrainJob trainJob, RuntimeInfo info) {
        return new JobQueue(info.annotations().get(VolcanoApi.QUEUE_NAME), path(trainJob.getSpec()));
    }

    /** The queue, to be used if there is no error. */
    Optional<String> value() {
        return Optional.ofNullable(name);
    }

    /** What is wrong with it. */
    Optional<FieldError> error() {
        if (name == null) {
            return Optional.empty();
        }
        if (name.isEmpty()) {
            return Optional.of(FieldError.invalid(path, name, "Volcano queue name must not be empty"));
        }
        return name.length() <= MAX_LENGTH && SUBDOMAIN.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(FieldError.invalid(
                        path,
                        name,
                        "a Volcano queue name consists of at most 253 lower case letters, digits, '-' and '.', and begins and"
                                + " ends with a letter or digit"));
    }

    /** The last one to speak is the one that is heard. */
    private static String path(@Nullable TrainJobSpec spec) {
        String key = "[" + VolcanoApi.QUEUE_NAME + "]";
        if (spec == null) {
            return "spec.runtimeRef";
        }
        List<RuntimePatch> patches = spec.runtimePatches();
        for (int index = patches.size() - 1; index >= 0; index--) {
            if (annotations(patches.get(index)).containsKey(VolcanoApi.QUEUE_NAME)) {
                return "spec.runtimePatches[" + index + "].trainingRuntimeSpec.template.metadata.annotations" + key;
            }
        }
        return spec.annotations().containsKey(VolcanoApi.QUEUE_NAME) ? "spec.annotations" + key : "spec.runtimeRef";
    }

    private static Map<String, Object> annotations(RuntimePatch patch) {
        return Tree.child(patch.trainingRuntimeSpec(), "template", "metadata", "annotations");
    }
}
