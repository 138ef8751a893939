package io.trainyard.tck;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A runtime without policies, and one that selects the plugin of somebody else. */
final class NotSelectedProbe implements Probe {
    private static final List<String> POLICIES = List.of("mlPolicy", "podGroupPolicy");

    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        Plugin plugin = subject.start();
        for (Sample sample : subject.samples()) {
            Sample without = sample.withRuntime(tree -> POLICIES.forEach(Sample.object(tree.get("spec"))::remove));
            Sample others = sample.withRuntime(tree -> {
                Map<String, Object> spec = Sample.object(tree.get("spec"));
                for (String policy : POLICIES) {
                    spec.put(policy, new LinkedHashMap<>(Map.of("plugin", Map.of("name", "somebody-else"))));
                }
            });
            compare(plugin, without, "has no policy", problems);
            compare(plugin, others, "selects another plugin", problems);
        }
        return problems;
    }

    private static void compare(Plugin plugin, Sample sample, String how, List<String> problems) {
        List<FieldError> errors;
        String with;
        try {
            errors = Trial.validation(plugin, sample).errors();
            with = Trial.compiled(sample, sample.trainJob(), plugin);
        } catch (RuntimeException failure) {
            throw new CaughtException("a runtime that " + how + " makes it fail", failure);
        }
        if (!errors.isEmpty()) {
            problems.add("a TrainJob whose runtime " + how + " is refused: " + errors.get(0));
        }
        boolean takesPart = plugin instanceof EnforceMLPolicy
                || plugin instanceof EnforcePodGroupPolicy
                || plugin instanceof ComponentBuilder;
        String alone = Trial.compiled(sample, sample.trainJob());
        if (takesPart && !with.equals(alone)) {
            problems.add("a TrainJob whose runtime " + how + " is changed; " + Difference.of(alone, with));
        }
    }
}
