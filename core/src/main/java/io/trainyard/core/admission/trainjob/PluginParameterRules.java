package io.trainyard.core.admission.trainjob;

import com.google.re2j.Matcher;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import io.trainyard.spi.parameters.PolicyParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of the runtime and of the TrainJob together must be what the plugin wants. A finding is placed where the user
 * can mend it: in {@code spec.plugins} when the TrainJob says it, else at the reference to the runtime.
 */
final class PluginParameterRules {
    private static final LinearPattern STEP = LinearPattern.of("([^.\\[\\]]+)|\\[(\\d+)]");

    private PluginParameterRules() {}

    static void check(
            Map<String, Object> spec,
            @Nullable TrainingRuntimeSpec runtime,
            PluginCatalog plugins,
            Validation.Builder findings) {
        if (runtime == null) {
            return;
        }
        @Nullable MLPolicy ml = runtime.mlPolicy();
        @Nullable PodGroupPolicy gang = runtime.podGroupPolicy();
        List<Object> ofTrainJob = Tree.list(spec, "plugins");
        check("spec.mlPolicy.plugin", ml == null ? null : ml.plugin(), ofTrainJob, plugins, findings);
        check("spec.podGroupPolicy.plugin", gang == null ? null : gang.plugin(), ofTrainJob, plugins, findings);
    }

    private static void check(
            String path,
            @Nullable PluginPolicy policy,
            List<Object> ofTrainJob,
            PluginCatalog plugins,
            Validation.Builder findings) {
        if (policy == null || policy.name() == null) {
            return;
        }
        int index = -1;
        for (int i = 0; i < ofTrainJob.size(); i++) {
            if (policy.name().equals(Tree.string(ofTrainJob.get(i), "name").orElse(""))) {
                index = i;
            }
        }
        Map<String, Object> own = index < 0 ? Map.of() : Tree.child(ofTrainJob.get(index), "parameters");
        String place = index < 0 ? "" : "spec.plugins[" + index + "].parameters";
        PolicyParameters merged = PolicyParameters.merged("", policy.parameters(), own);
        for (FieldError error : plugins.check(policy.name(), merged)) {
            findings.error(error.kind() == FieldError.Kind.INTERNAL ? error : placed(error, own, place, path));
        }
    }

    private static FieldError placed(FieldError error, Map<String, Object> own, String place, String path) {
        Object written = error.kind() == FieldError.Kind.REQUIRED ? parent(error.path(), own) : at(error.path(), own);
        if (written == null || own.isEmpty()) {
            return FieldError.invalid("spec.runtimeRef", null, "of the runtime, " + below(error, path + ".parameters"));
        }
        return below(error, place);
    }

    private static FieldError below(FieldError error, String place) {
        String path = error.path().isEmpty() ? place : place + "." + error.path();
        return new FieldError(path, error.kind(), error.value(), error.message());
    }

    private static @Nullable Object parent(String path, Map<String, Object> tree) {
        int end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
        return end < 0 ? tree : at(path.substring(0, end), tree);
    }

    private static @Nullable Object at(String path, Map<String, Object> tree) {
        Object current = tree;
        Matcher steps = STEP.matcher(path);
        while (steps.find() && current != null) {
            if (steps.group(1) != null) {
                current = current instanceof Map<?, ?> map ? map.get(steps.group(1)) : null;
            } else {
                int index = Optional.of(steps.group(2)).map(Integer::parseInt).orElse(0);
                current = current instanceof List<?> list && index < list.size() ? list.get(index) : null;
            }
        }
        return current;
    }
}
