package io.trainyard.plugins.kai;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a label or an annotation of a job may be said, the strongest place first.
 *
 * @param trainJob the TrainJob
 * @param info the runtime merged with it
 */
record SettingSources(TrainJob trainJob, RuntimeInfo info) {
    private static final String RUNTIME = "spec.runtimeRef";

    /** A label: of a patch, of {@code spec.labels}, of the TrainJob itself, of the runtime. */
    Optional<Setting> label(String key) {
        return patched("labels", key)
                .or(() -> spec().flatMap(spec -> at(spec.labels(), key, "spec.labels")))
                .or(() -> at(trainJob.getMetadata().getLabels(), key, "metadata.labels"))
                .or(() -> at(info.labels(), key, RUNTIME));
    }

    /** An annotation: of a patch, of {@code spec.annotations}, of the runtime, of the TrainJob itself. */
    Optional<Setting> annotation(String key) {
        return patched("annotations", key)
                .or(() -> spec().flatMap(spec -> at(spec.annotations(), key, "spec.annotations")))
                .or(() -> at(info.annotations(), key, RUNTIME))
                .or(() -> at(trainJob.getMetadata().getAnnotations(), key, "metadata.annotations"));
    }

    private Optional<TrainJobSpec> spec() {
        return Optional.ofNullable(trainJob.getSpec());
    }

    private Optional<Setting> patched(String maps, String key) {
        List<RuntimePatch> patches = spec().map(TrainJobSpec::runtimePatches).orElse(List.of());
        for (int index = patches.size() - 1; index >= 0; index--) {
            Object value = Tree.child(patches.get(index).trainingRuntimeSpec(), "template", "metadata", maps)
                    .get(key);
            if (value != null) {
                return Optional.of(new Setting(
                        String.valueOf(value),
                        "spec.runtimePatches[" + index + "].trainingRuntimeSpec.template.metadata." + maps + "[" + key
                                + "]"));
            }
        }
        return Optional.empty();
    }

    private static Optional<Setting> at(@Nullable Map<String, String> map, String key, String path) {
        @Nullable String value = map == null ? null : map.get(key);
        return value == null
                ? Optional.empty()
                : Optional.of(new Setting(value, path.equals(RUNTIME) ? path : path + "[" + key + "]"));
    }
}
